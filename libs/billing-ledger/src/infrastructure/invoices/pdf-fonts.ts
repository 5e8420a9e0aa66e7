import { createRequire } from 'node:module';

/** A regular and a bold font for pdfkit, and the text that they can print. */
export interface PdfFonts {
  readonly regular: string;
  readonly bold: string;
  readonly shown: (text: string) => string;
}

/** Characters that are removed: control characters, line breaks and lone surrogates. */
const NOT_TEXT = /[\p{Cc}\p{Cs}\u2028\u2029]/gu;

const clean = (text: string) => text.replace(NOT_TEXT, ' ');

/** The characters of WinAnsi outside Latin-1 (PDF 32000-1, annex D.2). */
const WIN_ANSI = /^[\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]$/u;

/** The standard fonts cover Western European characters; others lose their diacritics or become a question mark. */
export const STANDARD_FONTS: PdfFonts = {
  regular: 'Helvetica',
  bold: 'Helvetica-Bold',
  shown: (text) => Array.from(clean(text), inWinAnsi).join(''),
};

function inWinAnsi(character: string): string {
  if (WIN_ANSI.test(character)) return character;
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '');
  return plain !== '' && Array.from(plain).every((each) => WIN_ANSI.test(each)) ? plain : '?';
}

/**
 * DejaVu Sans covers Latin, Greek, Cyrillic, Hebrew, Arabic, Armenian, Georgian and more. The package is optional; without
 * it the standard fonts are used.
 */
export function builtInFonts(): PdfFonts {
  const { resolve } = createRequire(import.meta.url);
  try {
    const path = (face: string) => resolve(`dejavu-fonts-ttf/ttf/${face}.ttf`);
    return { regular: path('DejaVuSans'), bold: path('DejaVuSans-Bold'), shown: clean };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    return STANDARD_FONTS;
  }
}
