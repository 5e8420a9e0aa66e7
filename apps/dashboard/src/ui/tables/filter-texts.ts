// What the texts of filters in an address can be. The address is typed, shared and stored, so any text can stand there.

const MINUTE_LENGTH = 'YYYY-MM-DDTHH:MM'.length;

/** Whether a text is a day of the calendar (YYYY-MM-DD). */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && isOfCalendar(`${text}T00:00`);

/** Whether a text is a minute of a wall clock (YYYY-MM-DDTHH:MM). */
export const isMinute = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) && isOfCalendar(text);

/** February 31 would be read as a day of March. */
function isOfCalendar(minute: string): boolean {
  const at = Date.parse(`${minute}Z`);
  return at >= 0 && new Date(at).toISOString().slice(0, MINUTE_LENGTH) === minute;
}

/** Whether a text is a whole number of at most nine digits. */
export const isCount = (text: string): boolean => /^\d{1,9}$/.test(text);

/** Whether a text is a list of final SIP responses, separated by commas. */
export const isCodes = (text: string): boolean => /^[1-6]\d{2}(?:,[1-6]\d{2})*$/.test(text);

/** Groups and parts of countries, and regions of no place, which browsers name like countries. */
const NO_COUNTRIES = ['CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'UN', 'XA', 'XB'];

/** What is wrong with a text that a closed list does not have. */
export const NO_CHOICE = 'is not one of the choices';

/** Whether a text is the code of a country, which may have no numbers on sale. */
export function isCountry(text: string): boolean {
  if (!/^[A-Z]{2}$/.test(text) || NO_COUNTRIES.includes(text)) return false;
  const isNamed = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(text) !== undefined;
  // A code that is no longer used, such as SU, is named by its successor.
  return isNamed && new Intl.Locale(`und-${text}`).region === text;
}

/** What the API finds wrong with a number of which it takes the first digits, too. */
export const NOT_IN_PLAN = 'is not a number of a numbering plan, or the beginning of one';

/** Whether a text is a phone number in E.164. The API checks it against numbering plans. */
export const isE164 = (text: string): boolean => /^\+[1-9]\d{6,14}$/.test(text);

/** Whether a text is an ID of the API, of a kind that one of the prefixes names, or of any. */
export const isId = (text: string, ...prefixes: readonly string[]): boolean =>
  /^[a-z]+_[0-9a-z]{1,48}$/.test(text) &&
  (prefixes.length === 0 || prefixes.some((prefix) => text.startsWith(`${prefix}_`)));

/**
 * Returns the party of a call that a person typed: a grouped number without its groups and with its plus; other text, such
 * as a SIP address, as it is. A `*` at the end stands for any digits.
 */
export function partyOf(typed: string): string {
  const text = typed.trim();
  if (!/^\+?[\d\s().-]+\*?$/.test(text)) return text;
  const digits = text.replace(/[^\d*]/g, '');
  return digits === '' || digits === '*' ? '' : `+${digits}`;
}

const PARTY_MAX = 255;

/** Returns what is wrong with a party of a call, or null. The API checks numbers against numbering plans. */
export function partyFault(text: string): string | null {
  const known = text.endsWith('*') ? text.slice(0, -1) : text;
  if (known === '' || known.includes('*')) return 'must be a number or SIP address, or the beginning of one and “*”';
  const isNumber = known === text ? isE164(text) : /^\+[1-9]\d{0,14}$/.test(known);
  if (/^\+\d*$/.test(known) && !isNumber)
    return 'is not a number in E.164, such as +12125550100, or the beginning and “*”';
  return textFault(text, PARTY_MAX);
}

/** Returns a grouped number without its groups; other text, such as a SIP address or a Call-ID, as it was typed. */
export function searchOf(typed: string): string {
  const text = typed.trim();
  return /^\+?[\d\s()./-]+$/.test(text) ? text.replace(/[^\d+]/g, '') : text;
}

/** Returns what is wrong with a text that is searched for, or null. The API finds no text with control characters. */
export function textFault(text: string, max: number, min = 1): string | null {
  if (/[\p{Cc}\p{Cs}]/u.test(text)) return 'has characters that cannot be searched for';
  const { length } = Array.from(text.trim());
  if (length === 0) return 'is blank';
  return length >= min && length <= max ? null : `must have ${min === 1 ? 'at most' : `${min} to`} ${max} characters`;
}

/** Returns what is wrong with a search for numbers, by digits of them or by another text, or null. */
export function numberSearchFault(text: string): string | null {
  const searched = searchOf(text);
  const isDigits = !/[^+\d]/.test(searched);
  if (isDigits) return /^\+?\d{3,15}$/.test(searched) ? null : 'must have 3 to 15 digits';
  return textFault(searched, 100, 3);
}
