import 'reflect-metadata';
import { loadSettings, reportFailedStart, SettingsError } from '@trunkline/platform';
import { startWorker } from './create-worker';

async function main(): Promise<void> {
  const starting = startWorker(loadSettings(process.env));
  // A signal during the start takes effect after it. Further signals change nothing.
  const stop = () => void starting.then((worker) => worker.close()).then(() => process.exit(0), fail);
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  await starting;
}

function fail(error: unknown): void {
  const isProduction = process.env['NODE_ENV'] === 'production';
  reportFailedStart({ service: 'worker', error, message: explain(error), isProduction });
  process.exit(1);
}

function explain(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  if (!(error instanceof Error)) return `The worker could not start: ${String(error)}`;
  const { code, port } = error as { code?: string; port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is in use; set WORKER_PORT.`;
  // The message of a system error suffices. Any other error is a bug and needs its stack.
  return `The worker could not start: ${code ? error.message : error.stack}`;
}

main().catch(fail);
