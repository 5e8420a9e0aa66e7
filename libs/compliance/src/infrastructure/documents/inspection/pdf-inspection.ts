import { ComplianceErrors } from '../../../domain/errors';
import { isActive, namesActive } from './pdf-active-content';
import { hidesObjects, isUnreadStream } from './pdf-hidden-objects';
import { loadPdf, type Parsed, parsePdf, type Pdf, type PdfTrailer } from './pdf-parsing';
import { findEnd, readTables, rootless } from './pdf-tables';

/** What the library says of a document whose user password is not empty. */
const NEEDS_PASSWORD = 'NEEDS PASSWORD';
const UNKNOWN_ENCRYPTION = ['unknown encryption method', 'unsupported encryption algorithm'];

/**
 * Returns the length of the PDF without padding. Throws `document_unreadable` for one that is damaged, needs a password or is
 * active, with that one cause. One inspection at a time.
 */
export async function inspectPdf(content: Buffer): Promise<number> {
  const end = findEnd(content);
  const pdf = loadPdf();
  const trailer = readTables(pdf, content, end);
  if (namesActive(content)) throw active();
  const { pages, objects, headers } = await parse(pdf, content, trailer);
  if (pages === null) throw rootless();
  if (pages === 0) throw unreadable('The PDF has no pages.');
  if (hidesObjects(content, headers) || objects.some(([, object]) => isUnreadStream(pdf, object))) {
    throw unreadable('The PDF has objects within other data. Print it to a new PDF and upload that.');
  }
  if (isActive(pdf, objects)) throw active();
  return end.length;
}

async function parse(pdf: Pdf, content: Buffer, trailer: PdfTrailer): Promise<Parsed> {
  try {
    return await parsePdf(pdf, content, trailer);
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    if (error instanceof RangeError) {
      throw unreadable('The PDF is too complex: at most 20,000 objects and 4 MB of unpacked objects are read.');
    }
    if (reason === NEEDS_PASSWORD)
      throw unreadable('The PDF needs a password to open. Save it without one and upload that.');
    if (UNKNOWN_ENCRYPTION.includes(reason))
      throw unreadable('The PDF is encrypted. Save it without encryption and upload that.');
    throw unreadable('The PDF is damaged.');
  }
}

function active(): Error {
  return unreadable(
    'The PDF has active content: scripts, links to files, media, forms with scripts, or attachments other than XML. ' +
      'Print it to a new PDF and upload that.',
  );
}

function unreadable(message: string): Error {
  return ComplianceErrors.document_unreadable({ message });
}
