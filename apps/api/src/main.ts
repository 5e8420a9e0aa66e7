import 'reflect-metadata';
import { loadSettings, reportFailedStart, SettingsError } from '@trunkline/platform';
import { startApi } from './create-api';

async function main(): Promise<void> {
  const starting = startApi(loadSettings(process.env));
  // A signal during startup takes effect when startup has finished. Further signals change nothing.
  const stop = () => void starting.then((api) => api.close()).then(() => process.exit(0), fail);
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  await starting;
}

function fail(error: unknown): void {
  const isProduction = process.env['NODE_ENV'] === 'production';
  reportFailedStart({ service: 'api', error, message: explain(error), isProduction });
  process.exit(1);
}

function explain(error: unknown): string {
  const { code, port } = error as { code?: string; port?: number };
  if (error instanceof SettingsError) return error.message;
  if (code === 'EADDRINUSE') return `Port ${port} is in use; set PORT, INTERNAL_PORT or METRICS_PORT.`;
  return `The API could not start: ${error instanceof Error ? error.stack : String(error)}`;
}

main().catch(fail);
