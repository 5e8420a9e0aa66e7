/** Longer text is not read as a number: 15 digits, each between separators, and a plus sign fit. */
const TEXT_MAX = 64;
const DIGIT = /\p{Nd}/u;
/** Blanks, dashes, format characters such as U+202A (which copied numbers contain), and the signs that people group digits with. */
const SEPARATOR = /[\p{Z}\p{Pd}\p{Cf}().\/]/u;
const PLUS_SIGNS = '+＋';

/**
 * Returns the digits of a number as dialled, in ASCII, after a `+` if it starts with one. Separators are left out, and digits of
 * other scripts are converted. Returns null for text with other characters, without a digit, or of more than 64 characters.
 */
export function dialledDigits(text: string): string | null {
  if (text.length > TEXT_MAX) return null;
  let digits = '';
  for (const char of text) {
    if (DIGIT.test(char)) digits += asciiDigit(char);
    else if (digits === '' && PLUS_SIGNS.includes(char)) digits = '+';
    else if (!SEPARATOR.test(char)) return null;
  }
  return digits.replace('+', '') === '' ? null : digits;
}

/** Unicode encodes the digits of each script in order from zero, in blocks of ten that may adjoin. */
function asciiDigit(char: string): string {
  if (char >= '0' && char <= '9') return char;
  const code = char.codePointAt(0) ?? 0;
  let zero = code;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
}
