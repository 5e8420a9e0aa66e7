import type { Turns } from '@trunkline/kernel';
import type sharp from 'sharp';
import { DOCUMENT_BYTES_MAX } from '../../domain/documents/document';
import { ComplianceErrors } from '../../domain/errors';
import { jpegLength, pngLength } from './image-lengths';

type Sharp = typeof sharp;
export type ImageType = 'image/jpeg' | 'image/png';

/** An A4 page at 600 dpi has 35 million pixels. */
const PIXELS_MAX = 40_000_000;
/** Images that are decoded at a time, of at most `SMALL_PIXELS_MAX`: a progressive one takes memory for all its pixels. */
export const DECODINGS_MAX = 2;
/** An A4 page at 300 dpi has 9 million pixels. */
const SMALL_PIXELS_MAX = 10_000_000;
/** From the highest on, until the image is no larger than a document may be. */
const JPEG_QUALITIES = [92, 85, 75, 60];
const FORMATS: Readonly<Record<ImageType, 'jpeg' | 'png'>> = { 'image/jpeg': 'jpeg', 'image/png': 'png' };
const LENGTHS: Readonly<Record<ImageType, (content: Buffer) => number | null>> = {
  'image/jpeg': jpegLength,
  'image/png': pngLength,
};

let loading: Promise<Sharp> | undefined;

/**
 * Decodes the whole image, when it has its turn. Throws `document_unreadable` when the image is damaged or followed by
 * other data.
 */
export async function inspectImage(content: Buffer, type: ImageType, turns: Turns): Promise<void> {
  const decode = await (loading ??= load());
  if (LENGTHS[type](content) !== content.length) {
    throw unreadable('The image is truncated, or other data follows it.');
  }
  try {
    const image = decode(content, { failOn: 'warning', limitInputPixels: PIXELS_MAX, sequentialRead: true });
    const { format, width, height } = await image.metadata();
    const places = width * height > SMALL_PIXELS_MAX ? DECODINGS_MAX : 1;
    // Reading the last line of a column decodes every line, and keeps one pixel of each.
    await turns.run(() => image.extract({ left: 0, top: 0, width: 1, height }).raw().toBuffer(), places);
    if (format === FORMATS[type]) return;
  } catch {
    throw unreadable(`The image is damaged or has more than ${PIXELS_MAX / 1_000_000} million pixels.`);
  }
  throw unreadable(`The image is not a valid ${FORMATS[type].toUpperCase()} file.`);
}

/**
 * Returns the image without EXIF and other metadata, turned upright as EXIF said. An image that was stored in fewer bytes than
 * it takes at the highest quality may have to lose some; a PNG file may become larger than a document may be.
 */
export async function stripMetadata(content: Buffer, type: ImageType): Promise<Buffer> {
  const decode = await (loading ??= load());
  const image = () => decode(content, { limitInputPixels: PIXELS_MAX, sequentialRead: true }).autoOrient();
  if (type === 'image/png') return image().png().toBuffer();
  let stripped = Buffer.alloc(0);
  for (const quality of JPEG_QUALITIES) {
    stripped = await image().jpeg({ quality }).toBuffer();
    if (stripped.length <= DOCUMENT_BYTES_MAX) break;
  }
  return stripped;
}

async function load(): Promise<Sharp> {
  const { default: decode } = await import('sharp');
  // Without a cache, libvips keeps no memory of earlier images, and one thread decodes each.
  decode.cache(false);
  decode.concurrency(1);
  return decode;
}

function unreadable(message: string): Error {
  return ComplianceErrors.document_unreadable({ message });
}
