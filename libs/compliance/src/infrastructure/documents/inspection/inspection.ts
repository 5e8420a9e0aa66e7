// What the threads do with a customer's file. See InspectionThreads.
import { fileTypeFromBuffer } from 'file-type';
import { CONTENT_TYPES, type ContentType } from '../../../domain/document';
import { ComplianceErrors } from '../../../domain/errors';
import { decodeWhole, lengthOfImage, measureImage, stripMetadata, type ImageType } from './image-inspection';
import { inspectPdf } from './pdf-inspection';

const HEAD_BYTES = 4100;

export interface ReadContent {
  readonly contentType: ContentType;
  /** Of the document itself, without what a device has written behind its end. */
  readonly length: number;
  /** Of an image, which remains to be decoded. */
  readonly pixels: number | null;
}

/** Throws `unsupported_media_type`, or `document_unreadable` with the one cause. */
export async function readContent(bytes: Uint8Array): Promise<ReadContent> {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const contentType = await typeOf(content);
  if (contentType === 'application/pdf') {
    return { contentType, length: await inspectPdf(content), pixels: null };
  }
  const length = lengthOfImage(content, contentType);
  return { contentType, length, pixels: await measureImage(content.subarray(0, length), contentType) };
}

/** Decodes all of an image, and returns it without metadata on request. Throws `document_unreadable` for a damaged image. */
export async function decodeImage(content: Uint8Array, type: ImageType, strips: boolean): Promise<Uint8Array | null> {
  await decodeWhole(content);
  return strips ? stripMetadata(content, type) : null;
}

async function typeOf(content: Buffer): Promise<ContentType> {
  const found = await fileTypeFromBuffer(content.subarray(0, HEAD_BYTES));
  const known = CONTENT_TYPES.find((type) => type === found?.mime);
  if (known) return known;
  throw ComplianceErrors.unsupported_media_type({
    message: `A document must be a PDF, JPEG or PNG file. The content is ${found?.mime ?? 'of another or no known type'}.`,
  });
}
