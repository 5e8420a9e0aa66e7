import type { Redis } from 'ioredis';
import type { Log } from '../observability/log';
import { assertWritable, openRedis } from './redis-address';

/** The connection to Redis, or none when the stores live in PostgreSQL. */
export class RedisConnection {
  constructor(readonly client: Redis | null) {}

  /** Rejects when there is a Redis that does not take writes. */
  async assertWritable(): Promise<void> {
    if (this.client) await assertWritable(this.client);
  }
}

const COMMAND_TIMEOUT_MS = 500;

/** Requests wait on it, so it says no rather than later. */
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
