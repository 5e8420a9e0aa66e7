import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { loadSettings, type Settings, SettingsError } from '@trunkline/platform';
import { freePort } from '../postgres';
import { type Secrets, secretsOf } from './data-dir';
import { reasonOf, StartError } from './start-error';

type Env = Readonly<Record<string, string | undefined>>;

export interface StackEnvironment {
  readonly settings: Settings;
  /** What the apps are started with, but for the database's address, which is known only when the database runs. */
  readonly env: Readonly<Record<string, string>>;
}

const PORTS = ['PORT', 'INTERNAL_PORT', 'WORKER_PORT'] as const;
/** Takes the place of an address that is not known before the database runs, so that every other setting can be checked. */
const DATABASE_TO_COME = 'postgres://127.0.0.1/trunkline';

/** The folder of everything that the stack keeps. */
export function dataDirOf(env: Env): string {
  return resolve(env['DATA_DIR'] ?? '.data');
}

/** Where this machine reaches what listens on the host: an address that means all of them is none to connect to. */
export function addressOf(host: string, port: number): string {
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/** Resolves to the port's fault, or null when it can be listened on. */
function faultOf(port: number, host: string | undefined): Promise<NodeJS.ErrnoException | null> {
  return new Promise((told) => {
    const server = createServer();
    server.once('error', told);
    server.listen({ port, ...(host && { host }) }, () => {
      server.close(() => {
        told(null);
      });
    });
  });
}

async function checkPorts(settings: Settings): Promise<void> {
  const hosts = { PORT: settings.HOST, INTERNAL_PORT: settings.INTERNAL_HOST, WORKER_PORT: settings.INTERNAL_HOST };
  for (const name of PORTS) {
    const same = PORTS.find((other) => other !== name && settings[other] === settings[name]);
    if (same) throw new StartError(`${name} and ${same} are both ${settings[name]}: set one of them to another port`);
    const fault = await faultOf(settings[name], hosts[name]);
    if (fault?.code === 'EADDRINUSE') {
      throw new StartError(`port ${settings[name]} is in use: stop what uses it, or set ${name} to another`);
    }
    if (fault) throw new StartError(`${name} ${settings[name]} cannot be listened on: ${fault.message}`);
  }
}

/** Port 0 asks for any free one; the apps must agree on it, so it is chosen here. */
async function choosePorts(env: Env): Promise<Record<string, string>> {
  const asked = PORTS.filter((name) => env[name] === '0');
  const ports = await Promise.all(asked.map(() => freePort()));
  return Object.fromEntries(asked.map((name, index) => [name, String(ports[index])]));
}

function given(env: Env): Record<string, string> {
  return Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

function checked(env: Env): Settings {
  try {
    return loadSettings({ DATABASE_URL: DATABASE_TO_COME, ...env });
  } catch (error) {
    if (error instanceof SettingsError) throw new StartError(reasonOf(error), { cause: error });
    throw error;
  }
}

/**
 * The environment of the apps: the caller's own, over the secrets of the data folder (never in production, where a secret
 * that nobody set must stop the start). Throws StartError on a wrong setting or a port in use.
 */
export async function stackEnvironment(caller: Env, dataDir: string): Promise<StackEnvironment> {
  const secrets: Partial<Secrets> = caller['NODE_ENV'] === 'production' ? {} : secretsOf(dataDir);
  const env = { ...secrets, ...given(caller), ...(await choosePorts(caller)), DATA_DIR: dataDir };
  const settings = checked(env);
  await checkPorts(settings);
  return { settings, env };
}
