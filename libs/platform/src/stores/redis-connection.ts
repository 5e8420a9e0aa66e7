import type { Redis } from 'ioredis';
import type { Log } from '../observability/log';
import { assertWritable, openRedis } from './open-redis';

/** The connection to Redis. `client` is null when PostgreSQL holds the stores. */
export class RedisConnection {
  constructor(readonly client: Redis | null) {}

  /** Rejects if Redis is configured and does not accept writes. */
  async assertWritable(): Promise<void> {
    if (this.client) await assertWritable(this.client);
  }
}

const COMMAND_TIMEOUT_MS = 500;

/** Requests wait for Redis, so it fails fast. */
export function connectRedis(url: string | undefined, log: Log): RedisConnection {
  if (!url) return new RedisConnection(null);
  const client = openRedis(url, {
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    commandTimeout: COMMAND_TIMEOUT_MS,
  });
  client.on('error', (error) => log.warn({ err: error }, 'redis'));
  return new RedisConnection(client);
}
