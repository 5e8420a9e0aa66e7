import { PassThrough, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { type ArchiveEntry, type Archives } from '../application/end-users/export-end-user';

export class YazlArchives implements Archives {
  zip(texts: Readonly<Record<string, string>>, entries: readonly ArchiveEntry[]): Readable {
    const zip = new ZipFile();
    const output = zip.outputStream.pipe(new PassThrough());
    zip.on('error', (error: Error) => output.destroy(error));
    for (const [name, text] of Object.entries(texts)) zip.addBuffer(Buffer.from(text), name);
    // When the client disconnects early, nothing reads the open entry to its end, which would close it.
    let current: Readable | null = null;
    output.once('close', () => current?.destroy());
    for (const { name, open } of entries) {
      // Scans are compressed already.
      zip.addReadStreamLazy(name, { compress: false }, (use) => {
        open().then(
          (content) => {
            current = content.once('error', (error) => output.destroy(error));
            if (output.destroyed) content.destroy();
            else use(null, content);
          },
          (error: unknown) => use(error, new PassThrough()),
        );
      });
    }
    zip.end();
    return output;
  }
}
