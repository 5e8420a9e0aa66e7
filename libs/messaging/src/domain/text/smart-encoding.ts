import { isGsm7 } from './gsm7';
import { type MeasuredText, measureText } from './parts';

/** Punctuation and spaces that GSM-7 does not have, by what replaces them. */
const LOOK_ALIKES: readonly (readonly [string, string])[] = [
  [
    "'",
    '\u2018\u2019\u201A\u201B\u2032\u2035\u02B9\u02BB\u02BC\u02BD\u02C8\u02CA\u02CB\u00B4\u0060\u2039\u203A\u275B\u275C',
  ],
  ['"', '\u201C\u201D\u201E\u201F\u2033\u2036\u02BA\u02EE\u00AB\u00BB\u275D\u275E\u301D\u301E'],
  ['-', '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uFE58\uFE63\uFF0D'],
  ['...', '\u2026'],
  ['/', '\u2044\u2215'],
  ['*', '\u2022\u2217'],
  [':', '\u2236'],
  ['~', '\u02DC\u223C'],
  [' ', '\t\u00A0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u202F\u205F\u3000'],
  // Zero-width spaces and joiners, and the soft hyphen.
  ['', '\u200B\u2060\uFEFF\u00AD'],
];

const replacements = new Map(LOOK_ALIKES.flatMap(([by, characters]) => Array.from(characters, (each) => [each, by])));
const LOOK_ALIKE = new RegExp(`[${[...replacements.keys()].join('')}]`, 'g');

/**
 * Replaces typographic punctuation and spaces by their look-alikes in GSM-7. Returns the text unchanged if GSM-7 cannot encode
 * it even then, or if it would take more parts. In linear time.
 */
export function smartEncoded(text: string): string {
  if (isGsm7(text)) return text;
  const replaced = text.replace(LOOK_ALIKE, (character) => replacements.get(character) ?? character);
  const isBetter = isGsm7(replaced) && measureText(replaced).segments <= measureText(text).segments;
  return isBetter ? replaced : text;
}

/** A body as it is sent and stored. */
export interface ComposedText extends MeasuredText {
  readonly body: string;
}

/** Returns what is sent for a body, with the parts that are charged. `body` must be in NFC, which the API applies to all text. */
export function composeText(body: string, { smartEncoding }: { readonly smartEncoding: boolean }): ComposedText {
  const sent = smartEncoding ? smartEncoded(body) : body;
  return { body: sent, ...measureText(sent) };
}
