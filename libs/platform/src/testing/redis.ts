import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { eventually } from './eventually';
import { freePort } from '@trunkline/kernel/testing';

/**
 * After a disconnect, ioredis waits this long for the connection to close. It does not notice that a lost one has closed
 * before: Jest's worker then waits for the timer, and Jest reports a worker that needs half a second to end.
 */
const DISCONNECT_MS = 2_000;
const SHORT_DISCONNECT_MS = 100;

/** Resolves once ioredis waits for no connection to close. Those to Sentinels have no setting for it. */
export function disconnected(): Promise<void> {
  return new Promise((over) => setTimeout(over, DISCONNECT_MS + 100));
}

/** Returns the URL of the test run's Redis. Without Redis the test run prints a notice, and with CI=true it fails. */
export function testRedisUrl(): string | undefined {
  return process.env['TEST_REDIS_URL'];
}

/** A Redis to flush, kill and start again. It has no persistence, so killing empties it. */
export interface OwnRedis {
  readonly url: string;
  readonly start: () => Promise<void>;
  readonly kill: () => Promise<void>;
  readonly flush: () => Promise<void>;
  /** Makes it a replica, which accepts no writes. */
  readonly demote: () => Promise<void>;
  readonly promote: () => Promise<void>;
}

/** Returns true if tests can start their own Redis: TEST_REDIS_URL is set and `redis-server` is installed. */
export function canStartRedis(): boolean {
  if (testRedisUrl() === undefined) return false;
  const found = spawnSync('redis-server', ['--version']).status === 0;
  if (!found && process.env['CI'] === 'true')
    throw new Error('redis-server is not installed. In CI the tests that kill Redis must run.');
  return found;
}

export async function startOwnRedis(): Promise<OwnRedis> {
  const port = await freePort();
  let server: ChildProcess | null = null;
  const command = async (run: (client: Redis) => Promise<unknown>): Promise<void> => {
    const options = { lazyConnect: true, retryStrategy: () => null, disconnectTimeout: SHORT_DISCONNECT_MS };
    const client = new Redis(port, '127.0.0.1', options);
    // The rejected command reports it.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await run(client);
    } finally {
      client.disconnect();
    }
  };
  const own: OwnRedis = {
    url: `redis://127.0.0.1:${String(port)}`,
    start: async () => {
      const options = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--maxmemory-policy', 'noeviction'];
      server = spawn('redis-server', ['--port', String(port), ...options], { stdio: 'ignore' });
      await eventually(() => command((client) => client.ping()));
    },
    kill: async () => {
      const dying = server;
      server = null;
      // `exit` is not emitted again for a server that has already ended.
      if (!dying || dying.exitCode !== null || dying.signalCode !== null) return;
      dying.kill('SIGKILL');
      await once(dying, 'exit');
    },
    flush: () => command((client) => client.flushall()),
    demote: () => command((client) => client.replicaof('127.0.0.1', '1')),
    promote: () => command((client) => client.replicaof('NO', 'ONE')),
  };
  await own.start();
  return own;
}
