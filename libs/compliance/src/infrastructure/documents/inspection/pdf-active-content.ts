import type * as PdfLib from '@cantoo/pdf-lib';
import { isInertXml } from './inert-xml';
import type { Pdf, PdfEntry } from './pdf-parsing';

const ACTIVE_KEYS = new Set(['JS', 'JavaScript', 'Launch', 'RF', 'XFA', 'RichMedia']);
const ACTIVE_VALUES = new Set([
  'JavaScript',
  'Launch',
  'GoToE',
  'GoToR',
  'ImportData',
  'Movie',
  'RichMedia',
  'Rendition',
  'Sound',
  'SubmitForm',
  '3D',
]);
/** Names of objects that a reference table can reach inside other data, where the parser does not look. */
const ACTIVE_NAME = /^\/(JavaScript|Launch|RichMedia|XFA|GoTo[ER])(?![A-Za-z0-9])/;
const SLASH = '/'.charCodeAt(0);
/** How a name can begin that is an active one: `/Ja`, or with an escape `/J#61` or `/#4a`. */
const BEGINNING = /^\/(J[a#]|L[a#]|R[i#]|X[F#]|G[o#]|#(4[acCA7]|5[28]))/;
const BEGINNING_BYTES = 4;
/** The longest active name, with all characters escaped, and the character that follows. */
const NAME_BYTES_MAX = 1 + 3 * 'JavaScript'.length + 3;

/** Keys of paths and addresses: of file specifications, and of links. See ISO 32000-1, 7.11 and 12.6.4.7. */
const PATH_KEYS = new Set(['F', 'UF', 'DOS', 'Mac', 'Unix', 'URI', 'Base']);
const PATH_CHARACTERS = 32;
/** Windows sends the name and a digest of the password of its user to the server of such a path. */
const FOREIGN_PATH = /^\s{0,9}(?:\\\\|\/\/|file:|smb:|javascript:|vbscript:|data:)/i;

/** E-invoices (Factur-X, ZUGFeRD) attach their data as XML. See ISO 32000-1, 7.11.4. */
const XML_TYPES = new Set(['text/xml', 'application/xml']);
const XML_NAME = /\.xml$/i;
const XML_NAME_CHARACTERS = '.xml'.length;

/** Searches the bytes, because a string of the whole content would be a second copy of it. */
export function namesActive(content: Buffer): boolean {
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

/** Whether any of the objects is or holds a script, an action on files, a path elsewhere, media, or a file other than XML. */
export function isActive(pdf: Pdf, entries: readonly PdfEntry[]): boolean {
  const attached = new Set<PdfLib.PDFObject>();
  for (const [, object] of entries) {
    for (const dict of dictsIn(pdf, object)) {
      const files = dict.entries().some((entry) => isActiveEntry(pdf, entry)) ? null : filesOf(pdf, dict);
      if (files === null) return true;
      for (const file of files) attached.add(file);
    }
  }
  // Every version of an attached file, because readers may use another than the last one.
  return entries.some(([ref, object]) => {
    // The data of a stream with a path is in another file.
    if (object instanceof pdf.PDFStream && object.dict.has(pdf.PDFName.of('F'))) return true;
    return (attached.has(ref) || isAttachment(pdf, object)) && !isXml(pdf, object);
  });
}

/** Visits an object with all that is in it, but not what it refers to. */
function* dictsIn(pdf: Pdf, object: PdfLib.PDFObject): Generator<PdfLib.PDFDict> {
  const waiting: unknown[] = [object];
  while (waiting.length > 0) {
    const each = waiting.pop();
    if (each instanceof pdf.PDFArray) for (const item of each.asArray()) waiting.push(item);
    const dict = each instanceof pdf.PDFStream ? each.dict : each;
    if (!(dict instanceof pdf.PDFDict)) continue;
    yield dict;
    for (const value of dict.values()) waiting.push(value);
  }
}

function isActiveEntry(pdf: Pdf, [key, value]: readonly [PdfLib.PDFName, PdfLib.PDFObject]): boolean {
  const name = key.decodeText();
  if (ACTIVE_KEYS.has(name)) return true;
  if (value instanceof pdf.PDFName) return ACTIVE_VALUES.has(value.decodeText());
  return PATH_KEYS.has(name) && isText(pdf, value) && FOREIGN_PATH.test(value.decodeText().slice(0, PATH_CHARACTERS));
}

/** Returns the references of the embedded files of a file specification; null if the name or a file is not XML. */
function filesOf(pdf: Pdf, dict: PdfLib.PDFDict): readonly PdfLib.PDFRef[] | null {
  const embedded = dict.get(pdf.PDFName.of('EF'));
  if (embedded === undefined) return [];
  if (!(embedded instanceof pdf.PDFDict)) return null;
  const names = ['F', 'UF'].map((key) => dict.get(pdf.PDFName.of(key))).filter((name) => name !== undefined);
  const isNamedXml = names.every(
    (name) => isText(pdf, name) && XML_NAME.test(name.decodeText().slice(-XML_NAME_CHARACTERS)),
  );
  const files = embedded.values();
  return isNamedXml && files.every((file) => file instanceof pdf.PDFRef) ? files : null;
}

function isAttachment(pdf: Pdf, object: PdfLib.PDFObject): boolean {
  return object instanceof pdf.PDFStream && object.dict.get(pdf.PDFName.of('Type')) === pdf.PDFName.of('EmbeddedFile');
}

function isXml(pdf: Pdf, object: PdfLib.PDFObject): boolean {
  if (!(object instanceof pdf.PDFRawStream)) return false;
  const type = object.dict.get(pdf.PDFName.of('Subtype'));
  if (type !== undefined && !(type instanceof pdf.PDFName && XML_TYPES.has(type.decodeText()))) return false;
  try {
    return isInertXml(Buffer.from(pdf.decodePDFRawStream(object).decode()));
  } catch {
    // Damaged, packed in an unknown way, or larger than the limit when unpacked.
    return false;
  }
}

function isText(pdf: Pdf, value: PdfLib.PDFObject): value is PdfLib.PDFString | PdfLib.PDFHexString {
  return value instanceof pdf.PDFString || value instanceof pdf.PDFHexString;
}
