import { Redis, type RedisOptions } from 'ioredis';
import { sentinelOptions } from './redis-address';

/** Replies of a server that does not accept writes, or that was just demoted. */
const DEMOTED = /READONLY|UNBLOCKED/;
const RETRY_MS = 100;
/** Replies have the same shape under RESP3 as under RESP2, to which older servers downgrade the connection. */
const REPLIES = { replyMapping: 'legacy' } as const;

/**
 * A client that reconnects until `disconnect` is called. ioredis gives up for good when the Sentinels announce a new master
 * while it asks them for one.
 */
class ReconnectingRedis extends Redis {
  private isWanted = true;

  override async connect(callback?: (error?: Error | null) => void): Promise<void> {
    try {
      await super.connect(callback);
    } catch (error) {
      if (this.isWanted && this.status === 'end') setTimeout(() => this.reconnect(), RETRY_MS);
      throw error;
    }
  }

  override disconnect(reconnect = false): void {
    this.isWanted = reconnect;
    super.disconnect(reconnect);
  }

  override duplicate(options?: Partial<RedisOptions>): Redis {
    return new ReconnectingRedis({ ...this.options, ...options, ...REPLIES });
  }

  private reconnect(): void {
    // A failure is reported by the event `error`, and tried again.
    if (this.isWanted && this.status === 'end') this.connect().catch(() => undefined);
  }
}

/**
 * Connects to the server that accepts writes: the one at `redis://`, or the master that the Sentinels at `redis+sentinel://`
 * name. Reconnects when the server was demoted to a replica.
 */
export function openRedis(address: string, options: RedisOptions): Redis {
  const reconnectOnError = ({ message }: Error): boolean => DEMOTED.test(message);
  const sentinel = sentinelOptions(address);
  return sentinel
    ? new ReconnectingRedis({ ...options, ...sentinel, ...REPLIES, reconnectOnError })
    : new ReconnectingRedis(address, { ...options, ...REPLIES, reconnectOnError });
}

/** Rejects if the server does not accept writes. A replica and a full server still answer a ping. */
export async function assertWritable(client: Redis): Promise<void> {
  await client.set('trunkline:writable', '1', 'PX', 1000);
}
