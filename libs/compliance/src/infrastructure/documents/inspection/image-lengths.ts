import { ComplianceErrors } from '../../../domain/errors';

/**
 * Every scan of a progressive image passes over all its pixels, and may take 20 bytes of the file. Encoders write about ten, and
 * the decoder counts none: thousands of scans keep it busy for a minute, whatever its limit of time.
 */
const SCANS_MAX = 100;
/** The decoder keeps up to 8 MB of each, and 8 KB can expand to them. Programs write up to four. */
const COMPRESSED_TEXTS_MAX = 16;
const COMPRESSED_TEXTS = ['zTXt', 'iTXt'];

const JPEG_START = 0xffd8;
const JPEG_END = 0xffd9;
const SCAN = 0xffda;
const FIRST_MARKER = 0xff01;
/** Any number of bytes 0xFF may precede a marker. */
const FILLED = 0xffff;
const FILL = 0xff;
/** In the data of a scan, 0xFF is followed by 0 or by the number of a restart marker. */
const isData = (next: number): boolean => next === 0 || (next >= 0xd0 && next <= 0xd7);

const PNG_SIGNATURE_BYTES = 8;
/** Length, type and checksum of a chunk. */
const CHUNK_BYTES = 12;
const LAST_CHUNK = 'IEND';

/**
 * Returns the length of the images at the beginning, or null when one is not complete. A camera may write several into one
 * file, with NUL between them. See ITU-T T.81, annex B, and CIPA DC-007. Throws `document_unreadable` for too many scans.
 */
export function jpegLength(content: Buffer): number | null {
  let length = 0;
  let start = 0;
  while (start + 1 < content.length && content.readUInt16BE(start) === JPEG_START) {
    const end = endOfJpeg(content, start + 2);
    if (end === null) return null;
    length = end;
    start = end;
    while (content[start] === 0) start += 1;
  }
  return length === 0 ? null : length;
}

function endOfJpeg(content: Buffer, start: number): number | null {
  let at = start;
  let scans = 0;
  while (at + 2 <= content.length) {
    const marker = content.readUInt16BE(at);
    if (marker === JPEG_END) return at + 2;
    if (marker === FILLED) {
      at += 1;
      continue;
    }
    if (marker < FIRST_MARKER || at + 4 > content.length) return null;
    const next = at + 2 + content.readUInt16BE(at + 2);
    if (marker === SCAN) limit('scans', (scans += 1), SCANS_MAX);
    at = marker === SCAN ? endOfScan(content, next) : next;
  }
  return null;
}

/** Returns the place of the marker that ends the data of a scan. */
function endOfScan(content: Buffer, start: number): number {
  let at = content.indexOf(FILL, start);
  while (at !== -1 && isData(content[at + 1] ?? 0)) at = content.indexOf(FILL, at + 2);
  return at === -1 ? content.length : at;
}

/**
 * Returns the length of the image at the beginning, or null when it is not complete. See RFC 2083, section 3. Throws
 * `document_unreadable` for too many compressed texts.
 */
export function pngLength(content: Buffer): number | null {
  let at = PNG_SIGNATURE_BYTES;
  let texts = 0;
  while (at + CHUNK_BYTES <= content.length) {
    const type = content.toString('latin1', at + 4, at + 8);
    if (COMPRESSED_TEXTS.includes(type)) limit('compressed texts', (texts += 1), COMPRESSED_TEXTS_MAX);
    at += CHUNK_BYTES + content.readUInt32BE(at);
    if (type === LAST_CHUNK) return at;
  }
  return null;
}

function limit(what: string, count: number, max: number): void {
  if (count <= max) return;
  throw ComplianceErrors.document_unreadable({
    message: `The image has more than the ${max} ${what} that are accepted.`,
  });
}
