import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as PdfLib from '@cantoo/pdf-lib';

export type Pdf = typeof PdfLib;

/** Limit of the bytes that parsing decompresses. Scans keep their pages in streams that are not decompressed. */
const DECODED_BYTES_MAX = 4 * 1024 * 1024;
/** Of all versions of a document together. */
const OBJECTS_MAX = 20_000;
/** The parser keeps every name and reference that it has read, about 200 bytes each. Beyond this number, it is loaded again. */
const POOLED_MAX = 100_000;
/** The whole library in one file, so that nothing of the earlier instance remains in the cache of modules. */
const LIBRARY = '../dist/pdf-lib.min.js';

/** What the reference tables say of the document as a whole. */
export interface PdfTrailer {
  readonly root: PdfLib.PDFRef;
  readonly encryption: PdfLib.PDFDict | null;
  readonly id: PdfLib.PDFObject | undefined;
}

export type PdfEntry = readonly [ref: PdfLib.PDFRef, object: PdfLib.PDFObject];

/** What the parser has seen of a document. */
export interface Parsed {
  /** Null for a document whose root is no catalog. */
  readonly pages: number | null;
  /** Every version of every object: readers may use another version than the last one. */
  readonly objects: readonly PdfEntry[];
  /** Offsets behind the headers (`4 0 obj`) of the objects that are not in a compressed stream. */
  readonly headers: ReadonlySet<number>;
}

interface Observed {
  decodedBytes: number;
  isTooComplex: boolean;
  readonly root: PdfLib.PDFRef | undefined;
  readonly objects: PdfEntry[];
  readonly headers: Set<number>;
}

const nothing = (root?: PdfLib.PDFRef): Observed => ({
  decodedBytes: 0,
  isTooComplex: false,
  root,
  objects: [],
  headers: new Set(),
});

let loaded: Pdf | null = null;
let pooled = new Set<string>();
let observed = nothing();

/** Returns the parser, which may be another instance after the next document. */
export function loadPdf(): Pdf {
  if (loaded && pooled.size < POOLED_MAX) return loaded;
  // A new function each time, because it remembers the modules that it has loaded.
  const require = createRequire(import.meta.url);
  const path = join(require.resolve('@cantoo/pdf-lib'), '..', LIBRARY);
  require.cache[path] = undefined;
  loaded = require(path) as Pdf;
  pooled = new Set();
  countPooled(loaded);
  observeObjects(loaded);
  observeHeaders(loaded);
  skipTables(loaded);
  limitDecoding(loaded);
  return loaded;
}

/**
 * Decrypts with the empty password what needs no other. Throws for a document that is damaged or needs a password, and a
 * RangeError for one that is too complex. Call it for one document at a time.
 */
export async function parsePdf(pdf: Pdf, content: Buffer, trailer: PdfTrailer): Promise<Parsed> {
  observed = nothing(trailer.root);
  if (trailer.encryption) answerFirstPass(pdf, trailer);
  try {
    const document = await pdf.PDFDocument.load(content, {
      ...(trailer.encryption && { password: '' }),
      parseSpeed: pdf.ParseSpeeds.Fastest,
      throwOnInvalidObject: true,
      updateMetadata: false,
      preserveXFA: true,
    });
    const { objects, headers } = observed;
    const isRooted = document.catalog instanceof pdf.PDFCatalog;
    return { pages: isRooted ? document.getPageCount() : null, objects, headers };
  } catch (error) {
    throw observed.isTooComplex ? tooComplex() : error;
  } finally {
    observed = nothing();
  }
}

/**
 * The library parses an encrypted document first without its key, to find how it is encrypted, and fails at the first
 * encrypted stream of objects. The trailer knows it already.
 */
function answerFirstPass(pdf: Pdf, { encryption: Encrypt, id }: PdfTrailer): void {
  const parserOf = pdf.PDFParser.forBytesWithOptions;
  const context = pdf.PDFContext.create();
  const ID = id ?? context.obj([pdf.PDFHexString.of('')]);
  Object.assign(context.trailerInfo, { Encrypt, ID });
  const answer = () => {
    pdf.PDFParser.forBytesWithOptions = parserOf;
    return { parseDocument: () => Promise.resolve(context) };
  };
  Object.assign(pdf.PDFParser, { forBytesWithOptions: answer });
}

interface Pooled {
  of: (...args: unknown[]) => unknown;
}

function countPooled({ PDFName, PDFRef }: Pdf): void {
  for (const type of [PDFName, PDFRef] as unknown as Pooled[]) {
    const find = type.of;
    type.of = (...args) => {
      assertAtMost(pooled.add(args.join(' ')).size, POOLED_MAX);
      return find(...args);
    };
  }
}

interface ObjectStore {
  assign: (this: ObjectStore, ref: PdfLib.PDFRef, object: PdfLib.PDFObject) => void;
}

function observeObjects(pdf: Pdf): void {
  const prototype = pdf.PDFContext.prototype as ObjectStore;
  const assign = prototype.assign;
  prototype.assign = function (ref, object) {
    assertAtMost(observed.objects.push([ref, object]), OBJECTS_MAX);
    assign.call(this, ref, object);
  };
}

interface HeaderParser {
  readonly bytes: { offset: () => number };
  parseIndirectObjectHeader: (this: HeaderParser) => unknown;
}

function observeHeaders(pdf: Pdf): void {
  const prototype = pdf.PDFParser.prototype as unknown as HeaderParser;
  const parse = prototype.parseIndirectObjectHeader;
  prototype.parseIndirectObjectHeader = function () {
    const ref = parse.call(this);
    observed.headers.add(this.bytes.offset());
    return ref;
  };
}

/** `readTables` reads them. The parser takes any catalog for the root. */
function skipTables({ PDFXRefStreamParser, PDFParser }: Pdf): void {
  Object.assign(PDFXRefStreamParser, { forStream: () => ({ parseIntoContext: () => [] }) });
  Object.assign(PDFParser.prototype, {
    maybeRecoverRoot(this: { readonly context: PdfLib.PDFContext }) {
      this.context.trailerInfo.Root = observed.root;
    },
  });
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
    if (bytes > before) assertAtMost(observed.decodedBytes + bytes, DECODED_BYTES_MAX);
    const grown = grow.call(this, bytes);
    observed.decodedBytes += grown.length - before;
    return grown;
  };
}

function prototypeOf(object: unknown): unknown {
  return Object.getPrototypeOf(object);
}

/** The parser catches errors, so that the flag remains. */
function assertAtMost(value: number, max: number): void {
  if (value <= max) return;
  observed.isTooComplex = true;
  throw tooComplex();
}

function tooComplex(): Error {
  return new RangeError('The PDF is too complex.');
}
