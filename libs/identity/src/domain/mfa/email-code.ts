import { randomInt } from 'node:crypto';

/** Lifetime of a mailed code. */
export const EMAIL_CODE_SECONDS = 10 * 60;

const DIGITS = 6;
const CODES = 10 ** DIGITS;

/** Returns a random code of six digits. */
export function newSixDigitCode(): string {
  return String(randomInt(CODES)).padStart(DIGITS, '0');
}

/** Returns `a***@example.com`: enough for the user to recognize the mailbox, without the whole address. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email.slice(0, at);
  return `${first}***${email.slice(at)}`;
}
