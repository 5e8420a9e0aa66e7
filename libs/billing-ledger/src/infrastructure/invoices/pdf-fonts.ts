import { createRequire } from 'node:module';

/** A regular and a bold face, as pdfkit takes them, and what a text is in them. */
export interface PdfFonts {
  readonly regular: string;
  readonly bold: string;
  readonly shown: (text: string) => string;
}

/** What must not reach a page: control characters, line ends among them, and halves of characters. */
const NOT_TEXT = /[\p{Cc}\p{Cs}\u2028\u2029]/gu;

const clean = (text: string) => text.replace(NOT_TEXT, ' ');

/** Beyond Latin-1, what WinAnsi has (PDF 32000-1, annex D.2). */
const WIN_ANSI = /^[\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]$/u;

/** The faces that every reader has know Western Europe: other letters lose their marks, or become a question mark. */
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
 * DejaVu Sans knows Latin, Greek, Cyrillic, Hebrew, Arabic, Armenian, Georgian and more; what it lacks is an empty box.
 * Its package is optional: without it the standard faces serve.
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
