/** How much of the numbers of a call an account's API shows. See docs/cdrs.md#reading-cdrs. */
export type CdrRedaction = 'none' | 'partial' | 'full';

/** How many of the last digits of a number are hidden. */
export const HIDDEN_DIGITS: Readonly<Record<CdrRedaction, number>> = { none: 0, partial: 4, full: Infinity };
const LAST_DIGITS = /\d(?=(?:\D*\d){0,3}\D*$)/g;

/** Hides the last four digits of a number or SIP URI in `partial`, and all of it in `full`. */
export function redact(party: string | null, redaction: CdrRedaction): string | null {
  if (party === null || redaction === 'none') return party;
  if (redaction === 'full') return null;
  // The number in a SIP URI precedes its host, which can contain digits too.
  const end = party.includes('@') ? party.indexOf('@') : party.length;
  return party.slice(0, end).replace(LAST_DIGITS, '*') + party.slice(end);
}
