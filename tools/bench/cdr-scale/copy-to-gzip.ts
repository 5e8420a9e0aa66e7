import { createHash } from 'node:crypto';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import type { QueryConfig } from 'pg';
import { onClient } from '../stack/database';

/** As exports are compressed. */
const COMPRESSION_LEVEL = 5;

interface Wire {
  readonly stream: { pause(): void; resume(): void };
  query(text: string): void;
}

/** A COPY that the driver sends. Its lines are written to `target`, and the connection is paused while `target` is full. */
class Copy {
  private isPaused = false;

  constructor(
    private readonly text: string,
    private readonly target: Gzip,
    private readonly done: (error: Error | null) => void,
  ) {}

  submit(wire: Wire): null {
    wire.query(this.text);
    return null;
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }, { stream }: Wire): void {
    if (this.target.write(chunk) || this.isPaused) return;
    // The driver still hands over the chunks that it has read.
    this.isPaused = true;
    stream.pause();
    this.target.once('drain', () => {
      this.isPaused = false;
      stream.resume();
    });
  }

  handleCommandComplete(): void {
    this.target.end();
  }

  handleReadyForQuery(): void {
    this.done(null);
  }

  handleError(error: Error): void {
    this.target.destroy(error);
    this.done(error);
  }
}

/** Writes the rows of a COPY into a compressed file and computes its digest: the floor of exports. */
export class CopyToGzip {
  constructor(
    private readonly databaseUrl: string,
    private readonly text: string,
  ) {}

  /** Returns the seconds that it took. */
  async run(): Promise<number> {
    const folder = mkdtempSync(join(tmpdir(), 'trunkline-copy-'));
    try {
      return await onClient(this.databaseUrl, async (client) => {
        const begun = performance.now();
        const gzip = createGzip({ level: COMPRESSION_LEVEL });
        const hash = createHash('sha256');
        gzip.on('data', (chunk: Buffer) => hash.update(chunk));
        const written = pipeline(gzip, createWriteStream(join(folder, 'copied.csv.gz')));
        await new Promise<void>((resolve, reject) => {
          const copy = new Copy(this.text, gzip, (error) => (error ? reject(error) : resolve()));
          // The driver takes any object with these methods.
          void client.query(copy as unknown as QueryConfig);
        });
        await written;
        hash.digest('hex');
        return (performance.now() - begun) / 1000;
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
