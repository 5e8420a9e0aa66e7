export const CDR_REDACTIONS = ['none', 'partial', 'full'] as const;
/** What an account lets its API show of the parties of its calls (contract, section 3, settings). */
export type CdrRedaction = (typeof CDR_REDACTIONS)[number];

/** How many digits `partial` hides. */
export const HIDDEN_DIGITS = 4;
const LAST_DIGITS = /\d(?=(?:\D*\d){0,3}\D*$)/g;

/** Caller or callee as the account may see it: in `partial` the last four digits are replaced, in `full` all is gone. */
export function redact(party: string | null, redaction: CdrRedaction): string | null {
  if (party === null || redaction === 'none') return party;
  if (redaction === 'full') return null;
  // The number of a SIP URI stands before its host, which can have digits of its own.
  const end = party.includes('@') ? party.indexOf('@') : party.length;
  return party.slice(0, end).replace(LAST_DIGITS, '*') + party.slice(end);
}
