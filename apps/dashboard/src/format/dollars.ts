/** Whole dollars, with or without separators of thousands, then at most two digits of cents. */
const AMOUNT = /^\$?\s*(\d{1,9}|\d{1,3}(?:[,\s]\d{3}){1,2})(?:[.,](\d{0,2}))?$/;
const CENT_DIGITS = 2;

/**
 * Returns the cents of an amount that a person typed, such as `1,250.5`, or null for anything else. A comma before three
 * digits separates thousands, one before fewer cents, as in `5,50`.
 */
export function centsOf(text: string): number | null {
  const [, whole, cents = ''] = AMOUNT.exec(text.trim()) ?? [];
  return whole === undefined ? null : Number(whole.replaceAll(/[,\s]/g, '') + cents.padEnd(CENT_DIGITS, '0'));
}

/** The reverse: a text to edit. */
export const dollarsOf = (cents: number): string =>
  cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);

const MICROCENT_DIGITS = 8;
const MICROCENTS_PER_DOLLAR = 100_000_000;

/** Returns the micro-cents of an amount in dollars with up to eight decimals, or null for anything else. */
export function rateOf(text: string): number | null {
  const [, whole, part = ''] = /^\$?(\d{1,3})(?:\.(\d{0,8}))?$/.exec(text.trim()) ?? [];
  return whole === undefined ? null : Number(`${whole}${part.padEnd(MICROCENT_DIGITS, '0')}`);
}

/** Returns the amount in dollars of micro-cents, as a text to edit. */
export function rateDollarsOf(microcents: number): string {
  const whole = Math.floor(microcents / MICROCENTS_PER_DOLLAR);
  let part = String(microcents % MICROCENTS_PER_DOLLAR).padStart(MICROCENT_DIGITS, '0');
  while (part.length > 2 && part.endsWith('0')) part = part.slice(0, -1);
  return part === '00' ? String(whole) : `${String(whole)}.${part}`;
}
