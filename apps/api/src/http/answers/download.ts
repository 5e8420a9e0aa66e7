import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

export interface FileContent {
  /** ASCII without quotes, because it is not escaped in the header. */
  readonly fileName: string;
  /** The name in Unicode (RFC 6266), where the ASCII name is a stand-in. */
  readonly unicodeName?: string;
  readonly content: Readable;
}

/** The result of an endpoint with `file`: a named file that is streamed without an envelope. */
export class Download {
  constructor(
    readonly type: string,
    readonly file: FileContent,
  ) {}
}

/** Streams the file. Rejects when the content fails: before its first byte, an error response can still be sent. */
export async function sendFile(response: Response, { type, file }: Download): Promise<void> {
  const { fileName, unicodeName, content } = file;
  const chunks = content[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  const first = await chunks.next();
  response.setHeader('Content-Type', type);
  const extended = unicodeName === undefined ? '' : `; filename*=UTF-8''${encodeExtended(unicodeName)}`;
  response.setHeader('Content-Disposition', `attachment; filename="${fileName}"${extended}`);
  response.setHeader('Cache-Control', 'no-store');
  try {
    await pipeline(whole(first, chunks), response);
  } catch (error) {
    // The client has disconnected.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    content.destroy();
  }
}

async function* whole(first: IteratorResult<Uint8Array>, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let next = first; !next.done; next = await rest.next()) yield next.value;
}

/** Encodes the value of an extended parameter (RFC 8187). */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}
