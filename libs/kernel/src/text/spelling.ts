/** Letters that a normalization does not take apart, as other languages write them. */
const LETTERS: readonly (readonly [string, string])[] = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ı', 'i'],
];
/** How German and the Nordic languages write letters that a keyboard lacks. */
const DIGRAPHS: readonly (readonly [string, string])[] = [
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
  ['ø', 'oe'],
  ['å', 'aa'],
];
const DROPPED = "[\\u0300-\\u036f'’.]";
const BLANKS = '[-\\u2010-\\u2015\\s]+';
const dropped = new RegExp(DROPPED, 'g');
const blanks = new RegExp(BLANKS, 'g');

/**
 * The parts of a spelling, for an adapter that computes it elsewhere: letters to replace, characters to drop, and runs that
 * become one space.
 */
export const SPELLING = {
  letters: LETTERS,
  digraphs: DIGRAPHS,
  dropped: DROPPED,
  blanks: BLANKS,
} as const;

/**
 * Returns the spellings of a text by which it is found: in lower case, without accents, apostrophes and dots, and with a space
 * for hyphens. "Köln-Süd" is `koln sud` and `koeln sued`. A text matches a query if any spelling of the one matches any of the
 * other. `text` must be short: the time grows with the square of its length.
 */
export function spellingsOf(text: string): readonly string[] {
  const lower = text.normalize('NFC').toLowerCase();
  return [...new Set([spelled(lower), spelled(replaced(lower, DIGRAPHS))])];
}

function spelled(lower: string): string {
  const letters = replaced(lower.normalize('NFKD').toLowerCase(), LETTERS);
  return letters.replace(dropped, '').replace(blanks, ' ').trim();
}

function replaced(text: string, letters: readonly (readonly [string, string])[]): string {
  return letters.reduce((written, [letter, others]) => written.replaceAll(letter, others), text);
}
