import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

export interface FileContent {
  /** ASCII without quotes: it goes into a header as it is. */
  readonly fileName: string;
  readonly content: Readable;
}

/** What a handler of an endpoint with `file` returns: a file under a name, sent as it is made, without envelope. */
export class Download {
  constructor(
    readonly type: string,
    readonly file: FileContent,
  ) {}
}

/** Rejects when the content fails; before its first byte, so that an error can still be answered. */
export async function sendFile(response: Response, { type, file }: Download): Promise<void> {
  const { fileName, content } = file;
  const chunks = content[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  const first = await chunks.next();
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Disposition', `attachment; filename="${fileName}"`);
  response.setHeader('Cache-Control', 'no-store');
  try {
    await pipeline(whole(first, chunks), response);
  } catch (error) {
    // Whoever asked has gone: nobody is left to be told.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    content.destroy();
  }
}

async function* whole(first: IteratorResult<Uint8Array>, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let next = first; !next.done; next = await rest.next()) yield next.value;
}
