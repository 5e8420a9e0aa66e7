import { dialledDigits } from './dialled-digits';

/** User parts that stand for a withheld number (RFC 3323, section 4.1.1.3, and common practice). */
const WITHHELD = new Set(['', 'anonymous', 'unavailable', 'restricted', 'private', 'unknown', 'anonymous.invalid']);
/** Values of a Privacy header that withhold the caller (RFC 3323, section 4.2; RFC 3325, section 9.3). */
const PRIVATE = new Set(['id', 'user', 'header']);
const ANONYMOUS_HOST = /@anonymous\.invalid(?:$|[:;?>])/i;
const SCHEME = /^(sips?|tel):/i;
/** RFC 3966, section 5.1.5: the digits that precede a local number. */
const GLOBAL_CONTEXT = /;phone-context=(\+[\d().-]+)/i;
/** A SIP URI without a user part, whose host looks like a number grouped by dots. */
const IPV4_HOST = /^sips?:\d{1,3}(?:\.\d{1,3}){3}(?:[:;?]|$)/i;

/** Returns the URI of a From or To header with or without a display name (RFC 3261, section 25.1), or the text itself. */
export function addressOf(header: string): string {
  const text = header.trim();
  const start = text.indexOf('<', text.startsWith('"') ? endOfQuoted(text) : 0);
  const end = text.indexOf('>', start);
  return start < 0 || end < 0 ? text : text.slice(start + 1, end).trim();
}

/** Returns the user part of a SIP or tel URI, with decoded percent-encodings, or the text itself when it is not a URI. */
export function userOf(header: string): string {
  const [user = ''] = userInfoOf(header).split(/[;:]/);
  return user.trim();
}

/** Returns the number as the caller or the switch wrote it: `+49…`, `0049…`, `030…`. */
export function dialledNumberOf(header: string): string {
  const address = addressOf(header);
  if (IPV4_HOST.test(address)) return address;
  const user = userOf(header);
  const [, context] = GLOBAL_CONTEXT.exec(decoded(address)) ?? [];
  const digits = context === undefined ? null : dialledDigits(user);
  return digits === null || digits.startsWith('+') ? user : `${context}${digits}`;
}

/** Returns whether a From header shows no caller, as RFC 3323, section 4.1 and common practice write it. */
export function isWithheld(header: string): boolean {
  return WITHHELD.has(userOf(header).toLowerCase()) || ANONYMOUS_HOST.test(addressOf(header));
}

export interface StoredCaller {
  /** As stored; null or empty for a caller that withholds its number. */
  readonly caller: string | null;
  readonly isCallerWithheld: boolean;
}

/**
 * Returns the caller as it is shown: null where it is withheld. Records of releases before withheld callers were recognised
 * contain what the switch sent (`anonymous`), which is shown nowhere.
 */
export function shownCaller({ caller, isCallerWithheld }: StoredCaller): StoredCaller {
  const isHidden = isCallerWithheld || caller === null || isWithheld(caller);
  return { caller: isHidden ? null : caller, isCallerWithheld: isHidden };
}

/** Returns whether the values of a Privacy header withhold the caller. Ignores values that do not concern the caller. */
export function asksForPrivacy(privacy: string | null): boolean {
  return privacy !== null && privacy.split(/[;,]/).some((value) => PRIVATE.has(value.trim().toLowerCase()));
}

function userInfoOf(header: string): string {
  const [userInfo = ''] = addressOf(header).replace(SCHEME, '').split('@');
  return decoded(userInfo);
}

/** Returns the index behind the quoted string that the text starts with. */
function endOfQuoted(text: string): number {
  for (let index = 1; index < text.length; index++) {
    if (text[index] === '\\') index++;
    else if (text[index] === '"') return index + 1;
  }
  return text.length;
}

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    // decodeURIComponent reports an invalid encoding only as a URIError; such a user part is not a number.
    return text;
  }
}
