import type * as PdfLib from '@cantoo/pdf-lib';
import { ComplianceErrors } from '../../../domain/errors';
import type { Pdf, PdfTrailer } from './pdf-parsing';

const END = '%%EOF';
const LINE_ENDS = ['\r\n', '\n', '\r'];
/** What precedes the end: the place of the last reference table. See ISO 32000-1, 7.5.5. */
const TABLE_PLACE = /startxref\s+(\d{1,10})\s+$/;
const TABLE_PLACE_BYTES_MAX = 64;
/** What devices and transfers append: NUL, line ends, blanks, and ^Z, with which CP/M ended files. */
const PADDING = new Set(Buffer.from('\0\t\n\f\r \x1a'));
/** A part of the document that was cut off, rather than another file, follows an end. */
const OBJECT = /\d obj\b/;
const FOLLOWING_BYTES = 4096;

const TABLES_MAX = 500;
const TABLE = 'xref';
const TRAILER = 'trailer';
/** What the entries of a table consist of. */
const ENTRY = new Set(Buffer.from('0123456789nf \t\r\n\0\f'));
const BLANKS = new Set(Buffer.from('\0\t\n\f\r '));
const HEADER = /^\d{1,10}\s+\d{1,5}\s+obj\b/;
const HEADER_BYTES_MAX = 32;

export interface PdfEnd {
  /** Of the document without padding. */
  readonly length: number;
  /** The place of the last reference table. */
  readonly table: number;
}

/** Throws `document_unreadable` for a PDF that is cut off, or that other data follows. */
export function findEnd(content: Buffer): PdfEnd {
  const end = content.lastIndexOf(END);
  const before = content.toString('latin1', Math.max(0, end - TABLE_PLACE_BYTES_MAX), Math.max(0, end));
  const [, table] = TABLE_PLACE.exec(before) ?? [];
  if (table === undefined) throw truncated();
  const length = end + END.length;
  if (content.subarray(length).some((byte) => !PADDING.has(byte))) {
    const following = content.toString('latin1', length, length + FOLLOWING_BYTES);
    throw OBJECT.test(following) ? truncated() : unreadable('Other data follows the end of the PDF.');
  }
  const lineEnd = LINE_ENDS.find((each) => content.toString('latin1', length, length + each.length) === each) ?? '';
  return { length: length + lineEnd.length, table: Number(table) };
}

/**
 * Reads the reference tables from the last to the first, as readers do; the parser does not follow them. Throws
 * `document_unreadable` when one is missing, when they form a loop, or when they name no root. See ISO 32000-1, 7.5.4 to 7.5.8.
 */
export function readTables(pdf: Pdf, content: Buffer, { table }: PdfEnd): PdfTrailer {
  const trailers: PdfLib.PDFDict[] = [];
  const seen = new Set<number>();
  const read = (place: number) => {
    const trailer = readTable(pdf, content, place);
    trailers.push(trailer);
    return (key: string) => {
      const other = trailer.get(pdf.PDFName.of(key));
      return other instanceof pdf.PDFNumber ? other.asNumber() : 0;
    };
  };
  for (let place = table; place > 0; ) {
    if (seen.has(place)) throw unreadable('The reference tables of the PDF form a loop.');
    if (seen.add(place).size > TABLES_MAX) throw unreadable(`The PDF has more than ${TABLES_MAX} reference tables.`);
    const placeOf = read(place);
    // A second form of the same table, for newer readers.
    if (placeOf('XRefStm') > 0) read(placeOf('XRefStm'));
    place = placeOf('Prev');
  }
  const named = (key: string) => trailers.map((each) => each.get(pdf.PDFName.of(key))).find(Boolean);
  const root = named('Root');
  if (!(root instanceof pdf.PDFRef)) throw rootless();
  return { root, encryption: encryptionOf(pdf, content, named('Encrypt')), id: named('ID') };
}

/** Returns the trailer of one table. */
function readTable(pdf: Pdf, content: Buffer, place: number): PdfLib.PDFDict {
  const start = skip(content, place, BLANKS);
  if (content.toString('latin1', start, start + TABLE.length) === TABLE) {
    const end = skip(content, start + TABLE.length, ENTRY);
    if (content.toString('latin1', end, end + TRAILER.length) !== TRAILER) throw missing();
    const trailer = parseAt(pdf, content, end + TRAILER.length);
    if (!(trailer instanceof pdf.PDFDict)) throw missing();
    return trailer;
  }
  const stream = objectAt(pdf, content, start);
  if (!(stream instanceof pdf.PDFStream) || stream.dict.get(pdf.PDFName.of('Type')) !== pdf.PDFName.of('XRef')) {
    throw missing();
  }
  return stream.dict;
}

/** The dictionary may be an object, which has one version. */
function encryptionOf(pdf: Pdf, content: Buffer, named: PdfLib.PDFObject | undefined): PdfLib.PDFDict | null {
  if (named === undefined || named === pdf.PDFNull) return null;
  const found = named instanceof pdf.PDFRef ? onlyVersion(pdf, content, named) : named;
  if (found instanceof pdf.PDFDict) return found;
  throw unreadable('The PDF is damaged: it does not say how it is encrypted.');
}

function onlyVersion(pdf: Pdf, content: Buffer, { objectNumber, generationNumber }: PdfLib.PDFRef): unknown {
  const header = `${objectNumber} ${generationNumber} obj`;
  const places: number[] = [];
  for (let at = content.indexOf(header); at !== -1 && places.length < 2; at = content.indexOf(header, at + 1)) {
    if (BLANKS.has(content[at - 1] ?? 0)) places.push(at);
  }
  const [place] = places;
  return place !== undefined && places.length === 1 ? objectAt(pdf, content, place) : null;
}

/** Returns the object whose header begins here, or null. */
function objectAt(pdf: Pdf, content: Buffer, place: number): PdfLib.PDFObject | null {
  const [header] = HEADER.exec(content.toString('latin1', place, place + HEADER_BYTES_MAX)) ?? [];
  return header === undefined ? null : parseAt(pdf, content, place + header.length);
}

function parseAt(pdf: Pdf, content: Buffer, place: number): PdfLib.PDFObject | null {
  try {
    return pdf.PDFObjectParser.forBytes(content.subarray(place), pdf.PDFContext.create()).parseObject();
  } catch {
    return null;
  }
}

function skip(content: Buffer, place: number, bytes: ReadonlySet<number>): number {
  let at = place;
  while (at < content.length && bytes.has(content[at] ?? -1)) at += 1;
  return at;
}

export function rootless(): Error {
  return unreadable('The reference tables of the PDF name no root.');
}

function missing(): Error {
  return unreadable('The PDF has no reference table where it says.');
}

function truncated(): Error {
  return unreadable('The PDF is truncated: its end is missing.');
}

function unreadable(message: string): Error {
  return ComplianceErrors.document_unreadable({ message });
}
