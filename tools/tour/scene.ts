import { join } from 'node:path';
import { mailedTokens } from '../sandbox/mail-folder';
import { ask, type Asking, type Reply } from './http';
import type { Stack } from './stack';

/** Values that earlier chapters stored, by name. */
export interface Scene {
  readonly stack: Stack;
  readonly found: Map<string, string>;
}

export interface Chapter {
  /** Shown to the reader: the request. */
  readonly title: string;
  /** Sends the request. Returns the response in a few words, or throws when it is not as expected. */
  readonly play: (scene: Scene) => Promise<string>;
}

export function known(scene: Scene, name: string): string {
  const value = scene.found.get(name);
  if (value === undefined) throw new Error(`No earlier step found ${name}.`);
  return value;
}

function expectStatus(reply: Reply, status: number): Reply {
  if (reply.status !== status)
    throw new Error(`expected ${status}, got ${reply.status}: ${JSON.stringify(reply.body)}`);
  return reply;
}

/** Returns the headers of a request with the session cookie, from the dashboard's origin. */
export function bySession(scene: Scene): Record<string, string> {
  return { cookie: known(scene, 'cookie'), origin: new URL(scene.stack.dashboardUrl).origin };
}

/** Sends a request with the API key, or with the session before there is a key. `asked` is `METHOD /path below /v1`. */
export function customer(scene: Scene, status: number, asked: string, body?: object): Promise<Reply> {
  const key = scene.found.get('key');
  return asking(scene, status, asked, {
    ...(body && { body }),
    headers: key ? { authorization: `Bearer ${key}` } : bySession(scene),
  });
}

/** Sends a request with the session. */
export function session(scene: Scene, status: number, asked: string, body?: object): Promise<Reply> {
  return asking(scene, status, asked, { ...(body && { body }), headers: bySession(scene) });
}

async function asking(scene: Scene, status: number, asked: string, what: Asking): Promise<Reply> {
  const space = asked.indexOf(' ');
  return call(`${scene.stack.rootUrl}/v1${asked.slice(space + 1)}`, status, asked.slice(0, space), what);
}

export async function internal(scene: Scene, token: string, path: string, body?: object): Promise<Reply> {
  const headers = { authorization: `Bearer ${token}` };
  return call(`${scene.stack.internalUrl}${path}`, 200, body ? 'POST' : 'GET', { headers, ...(body && { body }) });
}

export async function call(url: string, status: number, method: string, asking: Asking): Promise<Reply> {
  return expectStatus(await ask(method, url, asking), status);
}

export function mailedToken(scene: Scene): string | null {
  const [newest] = mailedTokens(join(scene.stack.dataDir, 'mail'), known(scene, 'email'), 'verify-email');
  return newest ?? null;
}
