import 'reflect-metadata';
import { loadSettings, SettingsError } from '@trunkline/platform';
import { startApi } from './create-api';

async function main(): Promise<void> {
  const api = await startApi(loadSettings(process.env));
  const stop = () => void api.close().then(() => process.exit(0), fail);
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

function fail(error: unknown): void {
  const { code, port } = error as { code?: string; port?: number };
  if (error instanceof SettingsError) process.stderr.write(`${error.message}\n`);
  else if (code === 'EADDRINUSE') process.stderr.write(`Port ${port} is in use; set PORT or INTERNAL_PORT.\n`);
  else process.stderr.write(`The API could not start: ${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}

main().catch(fail);
