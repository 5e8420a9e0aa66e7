/** The form in which addresses are compared and stored: NFC, no surrounding space, lower case. */
export function normalizeEmail(address: string): string {
  return address.normalize('NFC').trim().toLowerCase();
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}
