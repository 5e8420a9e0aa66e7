import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pause, startPostgres } from '../postgres';

const DRAIN_MS = 250;

/**
 * That of DATABASE_URL, or an embedded one of the bench's own. Durable, as in production: a charge that a power cut could
 * undo would cost nothing to make.
 */
export async function database(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const given = process.env['DATABASE_URL'];
  if (given) return { url: given, stop: () => Promise.resolve() };
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-bench-'));
  // Root's PostgreSQL runs under another account, which must be able to pass.
  chmodSync(folder, 0o711);
  const server = await startPostgres({ dir: join(folder, 'postgres'), durable: true });
  const stop = async (): Promise<void> => {
    // A pool counts as ended before its sockets are closed, and a server that stops just then still speaks on them.
    await pause(DRAIN_MS);
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: server.url, stop };
}
