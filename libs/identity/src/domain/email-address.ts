import { emailAddress, invalidFields } from '@trunkline/kernel';

/** Normalizes an address for comparison and storage. Throws 422 for an invalid one. */
export function normalizeEmail(text: string): string {
  const address = emailAddress(text);
  if (address === null) throw invalidFields({ email: 'must be an email address' });
  return address;
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}
