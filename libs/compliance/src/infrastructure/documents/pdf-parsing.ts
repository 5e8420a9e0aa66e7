import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as PdfLib from '@cantoo/pdf-lib';

export type Pdf = typeof PdfLib;

/** Limit of the bytes that parsing decompresses. Scans keep their pages in streams that are not decompressed. */
const DECODED_BYTES_MAX = 4 * 1024 * 1024;
/** Of all versions of a document together; also the limit of the entries of its reference tables. */
const OBJECTS_MAX = 20_000;
const OBJECTS_PER_TICK = 200;
/** The parser keeps every name and reference that it has read, about 200 bytes each. Beyond this number, it is loaded again. */
const POOLED_MAX = 100_000;
/** The whole library in one file, so that nothing of the earlier instance remains in the cache of modules. */
const LIBRARY = '../dist/pdf-lib.min.js';

/** What the parser has seen of a document. */
export interface Parsed {
  readonly pages: number;
  /** Every version of every object: readers may use another version than the last one. */
  readonly objects: readonly PdfLib.PDFObject[];
  /** Offsets behind the headers (`4 0 obj`) of the objects that are not in a compressed stream. */
  readonly headers: ReadonlySet<number>;
}

interface Observed {
  decodedBytes: number;
  tableEntries: number;
  readonly objects: PdfLib.PDFObject[];
  readonly headers: Set<number>;
}

const nothing = (): Observed => ({ decodedBytes: 0, tableEntries: 0, objects: [], headers: new Set() });

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
  limitTables(loaded);
  limitDecoding(loaded);
  return loaded;
}

/** Throws for a document that is damaged, encrypted or too complex. Call it for one document at a time. */
export async function parsePdf(pdf: Pdf, content: Buffer): Promise<Parsed> {
  observed = nothing();
  try {
    const document = await pdf.PDFDocument.load(content, {
      parseSpeed: OBJECTS_PER_TICK,
      throwOnInvalidObject: true,
      updateMetadata: false,
      preserveXFA: true,
    });
    const { objects, headers } = observed;
    return { pages: document.getPageCount(), objects, headers };
  } finally {
    observed = nothing();
  }
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
    assertAtMost(observed.objects.push(object), OBJECTS_MAX);
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

interface TableParser {
  readonly subsections: readonly { readonly length: number }[];
  parseEntries: (this: TableParser) => unknown;
}

/** The entries of a reference table may take no bytes at all. */
function limitTables(pdf: Pdf): void {
  const prototype = pdf.PDFXRefStreamParser.prototype as unknown as TableParser;
  const parse = prototype.parseEntries;
  prototype.parseEntries = function () {
    observed.tableEntries += this.subsections.reduce((sum, { length }) => sum + length, 0);
    assertAtMost(observed.tableEntries, OBJECTS_MAX);
    return parse.call(this);
  };
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

function assertAtMost(value: number, max: number): void {
  if (!(value <= max)) throw new RangeError('The PDF is too complex.');
}
