import type { DeliveryReport, ReportedState } from '../../application/carriers/ports';
import { type Fields, numberOf, octetsOf, STATUS, textOf, UnreadablePdu } from './pdu';
import { addressOf } from './submissions';

/** SMPP 3.4, section 5.2.28. */
const STATES: Readonly<Record<number, ReportedState>> = {
  1: 'accepted',
  2: 'delivered',
  3: 'expired',
  4: 'undelivered',
  5: 'undelivered',
  6: 'accepted',
  7: 'unknown',
  8: 'rejected',
};

/** By the first letters: carriers abbreviate the rest differently. */
const STATES_OF_TEXT: readonly (readonly [string, ReportedState])[] = [
  ['DELIV', 'delivered'],
  ['EXPIR', 'expired'],
  ['DELET', 'undelivered'],
  ['UNDEL', 'undelivered'],
  ['FAIL', 'undelivered'],
  ['ACCEP', 'accepted'],
  ['ENROU', 'accepted'],
  ['BUFF', 'accepted'],
  ['REJEC', 'rejected'],
  ['UNKNO', 'unknown'],
];

/**
 * Reads a receipt: its optional parameters, else its text (SMPP 3.4, appendix B). Its source is the recipient of the message. The
 * dates in the text name no time zone, so that the time is unknown. Throws `UnreadablePdu` without a known state.
 */
export function reportOf(fields: Fields, octets: Buffer): DeliveryReport {
  // A final NUL, for example, which PostgreSQL does not store.
  const text = printable(octets.toString('latin1'));
  const state = STATES[numberOf(fields, 'message_state') ?? -1] ?? stateIn(text);
  if (state === null) throw new UnreadablePdu(STATUS.permanentError, 'The receipt names no known state.');
  return {
    carrierMessageId: printable(textOf(fields, 'receipted_message_id')).trim() || valueIn(text, 'id') || null,
    from: addressOf(numberOf(fields, 'dest_addr_ton'), textOf(fields, 'destination_addr')),
    to: addressOf(numberOf(fields, 'source_addr_ton'), textOf(fields, 'source_addr')),
    state,
    code: codeIn(fields, text),
    at: null,
  };
}

const printable = (text: string): string => text.replace(/\p{Cc}/gu, ' ');

function stateIn(text: string): ReportedState | null {
  const stat = valueIn(text, 'stat').toUpperCase();
  return STATES_OF_TEXT.find(([start]) => stat.startsWith(start))?.[1] ?? null;
}

/** Returns the value of a field such as `stat:DELIVRD`, or ''. Carriers vary the case of names and the space after the colon. */
function valueIn(text: string, name: string): string {
  return new RegExp(String.raw`(?:^|\s)${name}: ?(\S+)`, 'i').exec(text)?.[1] ?? '';
}

/** Returns the network's code for a failure as digits, or null where there is none, or zero. */
function codeIn(fields: Fields, text: string): string | null {
  const [, high = 0, low = 0] = octetsOf(fields, 'network_error_code') ?? [];
  const code = high * 256 + low || valueIn(text, 'err');
  return /^0*$/.test(String(code)) ? null : String(code);
}

/** Reads the answer to query_sm. `from` is the sender of the message. */
export function queriedReport(fields: Fields, from: string): DeliveryReport {
  const code = numberOf(fields, 'error_code') ?? 0;
  return {
    carrierMessageId: textOf(fields, 'message_id') || null,
    from,
    to: null,
    state: STATES[numberOf(fields, 'message_state') ?? -1] ?? 'unknown',
    code: code === 0 ? null : String(code),
    at: absoluteTime(textOf(fields, 'final_date')),
  };
}

/** `YYMMDDhhmmsstnnp`: to tenths of a second, and nn quarters of an hour ahead of (+) or behind (-) UTC; SMPP 3.4, section 7.1.1. */
const ABSOLUTE_TIME = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d)(\d\d)([+-])$/;

type TimeNumbers = [number, number, number, number, number, number, number, number];

function absoluteTime(text: string): Date | null {
  const match = ABSOLUTE_TIME.exec(text);
  if (!match) return null;
  const [year, month, day, hour, minute, second, tenth, quarters] = match.slice(1, 9).map(Number) as TimeNumbers;
  const offset = (match[9] === '-' ? -1 : 1) * quarters * 15;
  return new Date(Date.UTC(2000 + year, month - 1, day, hour, minute - offset, second, tenth * 100));
}
