import { Redis, type RedisOptions } from 'ioredis';
import { sentinelOptions } from './redis-address';

/** Replies of a server that does not accept writes, or that was just demoted. */
const DEMOTED = /READONLY|UNBLOCKED/;

/**
 * Connects to the server that accepts writes: the one at `redis://`, or the master that the Sentinels at `redis+sentinel://`
 * name. Reconnects when the server was demoted to a replica.
 */
export function openRedis(address: string, options: RedisOptions): Redis {
  const reconnectOnError = ({ message }: Error): boolean => DEMOTED.test(message);
  const sentinel = sentinelOptions(address);
  return sentinel
    ? new Redis({ ...options, ...sentinel, reconnectOnError })
    : new Redis(address, { ...options, reconnectOnError });
}

/** Rejects if the server does not accept writes. A replica and a full server still answer a ping. */
export async function assertWritable(client: Redis): Promise<void> {
  await client.set('trunkline:writable', '1', 'PX', 1000);
}
