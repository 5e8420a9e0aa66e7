import type sharp from 'sharp';
import { DOCUMENT_BYTES_MAX } from '../../../domain/document';
import { ComplianceErrors } from '../../../domain/errors';
import { jpegLength, pngLength } from './image-lengths';
import { isTrailer } from './image-trailers';

type Sharp = typeof sharp;
export type ImageType = 'image/jpeg' | 'image/png';

/** An A4 page at 600 dpi has 35 million pixels. */
const PIXELS_MAX = 40_000_000;
/** Of one side. The library keeps hundreds of lines, which takes gigabytes for a line of millions of pixels. */
const SIDE_MAX = 30_000;
/** An A4 page at 300 dpi has 9 million pixels. A progressive image takes memory for all its pixels. */
export const LARGE_PIXELS_MIN = 10_000_000;
/** The library decodes in threads of its own, where the limits of `InspectionThreads` do not end it. */
const DECODING_SECONDS_MAX = 30;
/** From the highest on, until the image is no larger than a document may be. */
const JPEG_QUALITIES = [92, 85, 75, 60];
const FORMATS: Readonly<Record<ImageType, 'jpeg' | 'png'>> = { 'image/jpeg': 'jpeg', 'image/png': 'png' };
const LENGTHS: Readonly<Record<ImageType, (content: Buffer) => number | null>> = {
  'image/jpeg': jpegLength,
  'image/png': pngLength,
};

let loading: Promise<Sharp> | undefined;

/** Returns the length of the image without a trailer. Throws `document_unreadable` when it is cut off or other data follows. */
export function lengthOfImage(content: Buffer, type: ImageType): number {
  const length = LENGTHS[type](content);
  if (length === null || length > content.length) throw unreadable('The image is truncated: its end is missing.');
  if (isTrailer(content.subarray(length))) return length;
  throw unreadable('Other data follows the end of the image.');
}

/** Returns the number of pixels. Throws `document_unreadable` for one with too many, or of another type. */
export async function measureImage(content: Buffer, type: ImageType): Promise<number> {
  const decode = await (loading ??= load());
  // The limit applies to the decoding, and here the number is wanted for the message.
  const found = await decode(content, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (found?.format !== FORMATS[type])
    throw unreadable(`The image is not a valid ${FORMATS[type].toUpperCase()} file.`);
  const side = Math.max(found.width, found.height);
  if (side > SIDE_MAX)
    throw unreadable(`The image has a side of ${side} pixels, more than the ${SIDE_MAX} that are accepted.`);
  const pixels = found.width * found.height;
  if (pixels <= PIXELS_MAX) return pixels;
  const millions = (number: number) => `${Math.ceil(number / 1_000_000)} million pixels`;
  throw unreadable(`The image has ${millions(pixels)}, more than the ${millions(PIXELS_MAX)} that are accepted.`);
}

/** Throws `document_unreadable` when the image is damaged. */
export async function decodeWhole(content: Uint8Array): Promise<void> {
  const decode = await (loading ??= load());
  try {
    const image = decode(content, { failOn: 'warning', limitInputPixels: PIXELS_MAX, sequentialRead: true });
    const { height } = await image.metadata();
    // Reading the last line of a column decodes every line, and keeps one pixel of each.
    const column = image.extract({ left: 0, top: 0, width: 1, height });
    await column.timeout({ seconds: DECODING_SECONDS_MAX }).raw().toBuffer();
  } catch {
    throw unreadable('The image is damaged.');
  }
}

/**
 * Returns the image without EXIF and other metadata, turned upright as EXIF said. An image that was stored in fewer bytes than
 * it takes at the highest quality may have to lose some; a PNG file may become larger than a document may be.
 */
export async function stripMetadata(content: Uint8Array, type: ImageType): Promise<Buffer> {
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
