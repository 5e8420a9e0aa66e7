import 'reflect-metadata';
import { loadSettings, SettingsError } from '@trunkline/platform';
import { startWorker } from './create-worker';

async function main(): Promise<void> {
  const worker = await startWorker(loadSettings(process.env));
  const stop = () => void worker.close().then(() => process.exit(0), fail);
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

function fail(error: unknown): void {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}

function explain(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  if (!(error instanceof Error)) return `The worker could not start: ${String(error)}`;
  const { code, port } = error as { code?: string; port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is in use; set WORKER_PORT.`;
  // What the system refused is said in its message; anything else is a fault of ours, and its stack says where.
  return `The worker could not start: ${code ? error.message : error.stack}`;
}

main().catch(fail);
