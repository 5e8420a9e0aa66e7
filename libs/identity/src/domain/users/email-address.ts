import { emailAddress, invalidFields } from '@trunkline/kernel';

/** The form in which addresses are compared and stored, as the kernel has it. Throws 422 for what is no address. */
export function normalizeEmail(text: string): string {
  const address = emailAddress(text);
  if (address === null) throw invalidFields({ email: 'must be an email address' });
  return address;
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}
