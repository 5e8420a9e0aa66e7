import type * as PdfLib from '@cantoo/pdf-lib';
import type { Pdf } from './pdf-parsing';

const OBJECT = 'obj';
/** Whitespace of PDF. See ISO 32000-1, 7.2.2. */
const BLANKS = new Set(Buffer.from('\0\t\n\f\r '));
const LINE_ENDS = new Set(Buffer.from('\n\r'));
/** The characters that may follow a keyword. */
const DELIMITERS = new Set([...BLANKS, ...Buffer.from('()<>[]{}/%')]);
const PERCENT = '%'.charCodeAt(0);

/**
 * Whether an object begins where the parser saw none, such as within a stream or a comment: a reference table can point
 * there, and the parser does not follow it.
 */
export function hidesObjects(content: Buffer, headers: ReadonlySet<number>): boolean {
  for (let at = content.indexOf(OBJECT); at !== -1; at = content.indexOf(OBJECT, at + 1)) {
    const end = at + OBJECT.length;
    if (isOneOf(DELIMITERS, content[end]) && !headers.has(end) && endsHeader(content, at)) return true;
  }
  return false;
}

/** Returns true if two numbers precede the keyword, as in the header of an object. A comment before either counts as a number. */
function endsHeader(content: Buffer, keyword: number): boolean {
  const generation = lastBefore(content, keyword);
  if (generation.isComment) return true;
  let first = generation.at;
  while (isDigit(content[first])) first -= 1;
  const number = lastBefore(content, first + 1);
  const hasGeneration = first < generation.at && number.at < first;
  return hasGeneration && (number.isComment || isDigit(content[number.at]));
}

/** Returns the last character before a place that is no whitespace, and whether it ends a line with a comment. */
function lastBefore(content: Buffer, place: number): { readonly at: number; readonly isComment: boolean } {
  let at = place - 1;
  while (isOneOf(BLANKS, content[at])) at -= 1;
  const endsLine = content.subarray(at + 1, place).some((blank) => LINE_ENDS.has(blank));
  return { at, isComment: endsLine && isInComment(content, at) };
}

function isInComment(content: Buffer, place: number): boolean {
  for (let at = place; at >= 0 && !isOneOf(LINE_ENDS, content[at]); at -= 1) {
    if (content[at] === PERCENT) return true;
  }
  return false;
}

function isOneOf(bytes: ReadonlySet<number>, byte: number | undefined): boolean {
  return byte !== undefined && bytes.has(byte);
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** Readers unpack objects from a stream with these keys whatever its type, and the parser only from `ObjStm`. */
export function isUnreadStream(pdf: Pdf, object: PdfLib.PDFObject): boolean {
  if (!(object instanceof pdf.PDFStream)) return false;
  const named = (key: string) => object.dict.get(pdf.PDFName.of(key));
  return named('First') !== undefined && named('N') !== undefined && named('Type') !== pdf.PDFName.of('ObjStm');
}
