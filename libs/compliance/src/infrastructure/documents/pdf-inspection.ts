import type * as PdfLib from '@cantoo/pdf-lib';
import { ComplianceErrors } from '../../domain/errors';

type Pdf = typeof PdfLib;

/** Limit of the bytes that parsing decompresses. Scans keep their pages in streams that are not decompressed. */
const DECODED_BYTES_MAX = 16 * 1024 * 1024;
const OBJECTS_PER_TICK = 200;
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
/** How a name can begin that is an active one: `/JavaScript`, or with an escape `/#4aavaScript`. */
const BEGINNINGS = new Set(Buffer.from('JLERXG#'));
/** The longest active name, with all characters escaped, and the character that follows. */
const NAME_BYTES_MAX = 1 + 3 * 'EmbeddedFiles'.length + 3;

let loading: Promise<Pdf> | undefined;
let decodedBytes = 0;

/** Throws `document_unreadable` for a damaged, encrypted or active PDF. One inspection at a time. */
export async function inspectPdf(content: Buffer): Promise<void> {
  const pdf = await (loading ??= load());
  const end = content.lastIndexOf(END);
  const rest = content.toString('latin1', end + END.length, end + END.length + TRAILER_BYTES);
  const before = content.toString('latin1', Math.max(0, end - TABLE_PLACE_BYTES_MAX), Math.max(0, end));
  if (end < content.length - TRAILER_BYTES || rest.trim() !== '' || !TABLE_PLACE.test(before)) {
    throw unreadable('The PDF is truncated, or other data follows it.');
  }
  if (namesActive(content)) throw active();
  const { context } = await parse(pdf, content);
  for (const [, object] of context.enumerateIndirectObjects()) if (isActive(pdf, object)) throw active();
}

async function parse(pdf: Pdf, content: Buffer): Promise<PdfLib.PDFDocument> {
  decodedBytes = 0;
  try {
    const options = {
      parseSpeed: OBJECTS_PER_TICK,
      throwOnInvalidObject: true,
      updateMetadata: false,
      preserveXFA: true,
    };
    const document = await pdf.PDFDocument.load(content, options);
    if (document.getPageCount() > 0) return document;
  } catch {
    throw unreadable('The PDF is damaged or encrypted, or decompresses to more than 16 MB.');
  }
  throw unreadable('The PDF has no pages.');
}

/** Searches the bytes, because a string of the whole content would be a second copy of it. */
function namesActive(content: Buffer): boolean {
  for (let at = content.indexOf(SLASH); at !== -1; at = content.indexOf(SLASH, at + 1)) {
    if (!BEGINNINGS.has(content[at + 1] ?? 0)) continue;
    if (ACTIVE_NAME.test(unescaped(content.toString('latin1', at, at + NAME_BYTES_MAX)))) return true;
  }
  return false;
}

/** Characters of names may be written as hexadecimal escapes: `/J#61vaScript`. */
function unescaped(name: string): string {
  return name.replaceAll(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

function isActive(pdf: Pdf, object: unknown): boolean {
  if (object instanceof pdf.PDFArray) return object.asArray().some((each) => isActive(pdf, each));
  const dict = object instanceof pdf.PDFStream ? object.dict : object;
  if (!(dict instanceof pdf.PDFDict)) return false;
  return dict.entries().some(([key, value]) => {
    if (ACTIVE_KEYS.has(key.decodeText())) return true;
    if (value instanceof pdf.PDFName) return ACTIVE_VALUES.has(value.decodeText());
    return isActive(pdf, value);
  });
}

async function load(): Promise<Pdf> {
  const pdf = await import('@cantoo/pdf-lib');
  limitDecoding(pdf);
  return pdf;
}

interface GrowingBuffer {
  buffer: Uint8Array;
  ensureBuffer: (this: GrowingBuffer, bytes: number) => Uint8Array;
}

/** The parser decompresses object streams without a limit, and all of its decoders grow their buffer here. */
function limitDecoding(pdf: Pdf): void {
  const sample = pdf.decodePDFRawStream(pdf.PDFContext.create().flateStream(''));
  const decoder = prototypeOf(prototypeOf(sample)) as GrowingBuffer;
  const grow = decoder.ensureBuffer;
  decoder.ensureBuffer = function (bytes) {
    const before = this.buffer.length;
    if (bytes > before && decodedBytes + bytes > DECODED_BYTES_MAX)
      throw new Error('The PDF decompresses to too much.');
    const grown = grow.call(this, bytes);
    decodedBytes += grown.length - before;
    return grown;
  };
}

function prototypeOf(object: unknown): unknown {
  return Object.getPrototypeOf(object);
}

function unreadable(message: string): Error {
  return ComplianceErrors.document_unreadable({ message });
}

function active(): Error {
  return unreadable(
    'The PDF contains scripts, launch actions, forms with scripts or embedded files. Print it to a new PDF and upload that.',
  );
}
