import { randomInt } from 'node:crypto';

/** Lifetime of a mailed code. */
export const EMAIL_CODE_SECONDS = 10 * 60;

const CODES = 1_000_000;
const DIGITS = 6;

/** Six digits. */
export function newEmailCode(): string {
  return String(randomInt(CODES)).padStart(DIGITS, '0');
}

/** `a***@example.com`: enough for the user to know which mailbox to open. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email.slice(0, at);
  return `${first}***${email.slice(at)}`;
}
