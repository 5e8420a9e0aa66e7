import type * as PdfLib from '@cantoo/pdf-lib';
import { ComplianceErrors } from '../../domain/errors';
import { loadPdf, type Parsed, parsePdf, type Pdf } from './pdf-parsing';

const TRAILER_BYTES = 1024;
const END = '%%EOF';
/** What precedes the end: the place of the last reference table. See ISO 32000-1, 7.5.5. */
const TABLE_PLACE = /startxref\s+\d+\s+$/;
const TABLE_PLACE_BYTES_MAX = 64;

const ACTIVE_KEYS = new Set(['JS', 'JavaScript', 'Launch', 'EF', 'EmbeddedFiles', 'EmbeddedFile', 'XFA', 'RichMedia']);
const ACTIVE_VALUES = new Set([
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'FileAttachment',
  'GoToE',
  'ImportData',
  'Movie',
  'RichMedia',
  'Rendition',
  'Sound',
  'SubmitForm',
  '3D',
]);
/** Names of objects that a reference table can reach inside other data, where the parser does not look. */
const ACTIVE_NAME = /^\/(JavaScript|Launch|EmbeddedFiles?|RichMedia|XFA|GoToE)(?![A-Za-z0-9])/;
const SLASH = '/'.charCodeAt(0);
/** How a name can begin that is an active one: `/Ja`, or with an escape `/J#61` or `/#4a`. */
const BEGINNING = /^\/(J[a#]|L[a#]|E[m#]|R[i#]|X[F#]|G[o#]|#(4[acC5A7]|5[28]))/;
const BEGINNING_BYTES = 4;
/** The longest active name, with all characters escaped, and the character that follows. */
const NAME_BYTES_MAX = 1 + 3 * 'EmbeddedFiles'.length + 3;

const OBJECT = 'obj';
/** Whitespace of PDF. See ISO 32000-1, 7.2.2. */
const BLANKS = new Set(Buffer.from('\0\t\n\f\r '));
const LINE_ENDS = new Set(Buffer.from('\n\r'));
/** The characters that may follow a keyword. */
const DELIMITERS = new Set([...BLANKS, ...Buffer.from('()<>[]{}/%')]);
const PERCENT = '%'.charCodeAt(0);

/** Throws `document_unreadable` for a damaged, encrypted or active PDF. One inspection at a time. */
export async function inspectPdf(content: Buffer): Promise<void> {
  if (!endsAsPdf(content)) throw unreadable('The PDF is truncated, or other data follows it.');
  if (namesActive(content)) throw active();
  const pdf = loadPdf();
  const { pages, objects, headers } = await parse(pdf, content);
  if (pages === 0) throw unreadable('The PDF has no pages.');
  if (hidesObjects(content, headers) || objects.some((object) => isUnreadStream(pdf, object))) {
    throw unreadable('The PDF has objects within other data. Print it to a new PDF and upload that.');
  }
  if (objects.some((object) => isActive(pdf, object))) throw active();
}

function endsAsPdf(content: Buffer): boolean {
  const end = content.lastIndexOf(END);
  if (end < content.length - TRAILER_BYTES) return false;
  const rest = content.toString('latin1', end + END.length, end + END.length + TRAILER_BYTES);
  const before = content.toString('latin1', Math.max(0, end - TABLE_PLACE_BYTES_MAX), Math.max(0, end));
  return rest.trim() === '' && TABLE_PLACE.test(before);
}

async function parse(pdf: Pdf, content: Buffer): Promise<Parsed> {
  try {
    return await parsePdf(pdf, content);
  } catch {
    throw unreadable(
      'The PDF is damaged, encrypted or too complex. At most 20,000 objects and 4 MB of unpacked objects are read.',
    );
  }
}

/** Searches the bytes, because a string of the whole content would be a second copy of it. */
function namesActive(content: Buffer): boolean {
  for (let at = content.indexOf(SLASH); at !== -1; at = content.indexOf(SLASH, at + 1)) {
    if (!BEGINNING.test(content.toString('latin1', at, at + BEGINNING_BYTES))) continue;
    if (ACTIVE_NAME.test(unescaped(content.toString('latin1', at, at + NAME_BYTES_MAX)))) return true;
  }
  return false;
}

/** Characters of names may be written as hexadecimal escapes: `/J#61vaScript`. */
function unescaped(name: string): string {
  return name.replaceAll(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

/**
 * Whether an object begins where the parser saw none, such as within a stream or a comment: a reference table can point
 * there, and the parser does not follow it.
 */
function hidesObjects(content: Buffer, headers: ReadonlySet<number>): boolean {
  for (let at = content.indexOf(OBJECT); at !== -1; at = content.indexOf(OBJECT, at + 1)) {
    const end = at + OBJECT.length;
    if (isOneOf(DELIMITERS, content[end]) && !headers.has(end) && endsHeader(content, at)) return true;
  }
  return false;
}

/** Whether two numbers precede: those of an object. A comment before either counts as a number. */
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
function isUnreadStream(pdf: Pdf, object: PdfLib.PDFObject): boolean {
  if (!(object instanceof pdf.PDFStream)) return false;
  const named = (key: string) => object.dict.get(pdf.PDFName.of(key));
  return named('First') !== undefined && named('N') !== undefined && named('Type') !== pdf.PDFName.of('ObjStm');
}

function isActive(pdf: Pdf, object: PdfLib.PDFObject): boolean {
  const waiting: unknown[] = [object];
  while (waiting.length > 0) {
    const each = waiting.pop();
    if (each instanceof pdf.PDFArray) for (const item of each.asArray()) waiting.push(item);
    const dict = each instanceof pdf.PDFStream ? each.dict : each;
    const entries = dict instanceof pdf.PDFDict ? dict.entries() : [];
    if (entries.some((entry) => isActiveEntry(pdf, entry))) return true;
    for (const [, value] of entries) waiting.push(value);
  }
  return false;
}

function isActiveEntry(pdf: Pdf, [key, value]: readonly [PdfLib.PDFName, PdfLib.PDFObject]): boolean {
  return ACTIVE_KEYS.has(key.decodeText()) || (value instanceof pdf.PDFName && ACTIVE_VALUES.has(value.decodeText()));
}

function unreadable(message: string): Error {
  return ComplianceErrors.document_unreadable({ message });
}

function active(): Error {
  return unreadable(
    'The PDF contains scripts, launch actions, forms with scripts or embedded files. Print it to a new PDF and upload that.',
  );
}
