import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { loadSettings, readSettingFiles, type Settings, SettingsError } from '@trunkline/platform/settings';
import { freePort } from '../postgres';
import { type Secrets, secretsOf } from './data-dir';
import { reasonOf, StartError } from './start-error';

type Env = Readonly<Record<string, string | undefined>>;

export interface StackEnvironment {
  readonly settings: Settings;
  /** Environment of the apps, without the database's URL, which is known only when the database runs. */
  readonly env: Readonly<Record<string, string>>;
}

const PORTS = ['PORT', 'INTERNAL_PORT', 'WORKER_PORT', 'METRICS_PORT'] as const;
/** Placeholder for the URL of a database that is not running yet, so that every other setting can be checked. */
const DATABASE_TO_COME = 'postgres://127.0.0.1/trunkline';

/** Returns the absolute path of the data folder. */
export function dataDirOf(env: Env): string {
  return resolve(env['DATA_DIR'] ?? '.data');
}

/** Returns a connectable address for a listener's host: a wildcard address becomes loopback. */
export function addressOf(host: string, port: number): string {
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/** Resolves to the error of listening on the port, or null. */
function faultOf(port: number, host: string | undefined): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen({ port, ...(host && { host }) }, () => {
      server.close(() => {
        resolve(null);
      });
    });
  });
}

async function checkPorts(settings: Settings): Promise<void> {
  for (const name of PORTS) {
    const host = name === 'PORT' ? settings.HOST : settings.INTERNAL_HOST;
    const same = PORTS.find((other) => other !== name && settings[other] === settings[name]);
    if (same) throw new StartError(`${name} and ${same} are both ${settings[name]}: change one of them`);
    const fault = await faultOf(settings[name], host);
    if (fault?.code === 'EADDRINUSE') {
      throw new StartError(
        `port ${settings[name]} is in use: stop the process that uses it, or set ${name} to another port`,
      );
    }
    if (fault) throw new StartError(`${name} ${settings[name]} cannot be listened on: ${fault.message}`);
  }
}

/** Replaces port 0 by a free port here, because all processes must know it. */
async function choosePorts(env: Env): Promise<Record<string, string>> {
  const asked = PORTS.filter((name) => env[name] === '0');
  const ports = await Promise.all(asked.map(() => freePort()));
  return Object.fromEntries(asked.map((name, index) => [name, String(ports[index])]));
}

function given(env: Env): Record<string, string> {
  return Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

function explained<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof SettingsError) throw new StartError(reasonOf(error), { cause: error });
    throw error;
  }
}

/**
 * Returns the environment of the apps: the caller's, with the secrets of the data folder as defaults. In production there
 * are no such defaults, so that a missing secret stops the start. Throws StartError on a wrong setting or a used port.
 */
export async function stackEnvironment(environment: Env, dataDir: string): Promise<StackEnvironment> {
  const caller = explained(() => readSettingFiles(environment));
  const secrets: Partial<Secrets> = caller['NODE_ENV'] === 'production' ? {} : secretsOf(dataDir);
  const env = { ...secrets, ...given(caller), ...(await choosePorts(caller)), DATA_DIR: dataDir };
  const settings = explained(() => loadSettings({ DATABASE_URL: DATABASE_TO_COME, ...env }));
  await checkPorts(settings);
  return { settings, env };
}
