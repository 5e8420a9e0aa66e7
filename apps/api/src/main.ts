import 'reflect-metadata';
import { loadSettings, SettingsError } from '@trunkline/platform';
import { startApi } from './create-api';

async function main(): Promise<void> {
  const starting = startApi(loadSettings(process.env));
  // Whoever is asked to end while still starting ends as soon as it can in order; asking twice changes nothing.
  const stop = () => void starting.then((api) => api.close()).then(() => process.exit(0), fail);
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  await starting;
}

function fail(error: unknown): void {
  const { code, port } = error as { code?: string; port?: number };
  if (error instanceof SettingsError) process.stderr.write(`${error.message}\n`);
  else if (code === 'EADDRINUSE') process.stderr.write(`Port ${port} is in use; set PORT or INTERNAL_PORT.\n`);
  else process.stderr.write(`The API could not start: ${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}

main().catch(fail);
