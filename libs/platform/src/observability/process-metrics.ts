import type { Database } from '../database/database';
import type { Metrics } from './metrics';
import type { JobQueues } from '../jobs/job-queues';
import type { Settings } from '../settings/settings';
import type { RedisConnection } from '../stores/redis-connection';
import { VERSION } from './version';

/** What a process tells about itself, whichever it is. */
export class ProcessMetrics {
  constructor(metrics: Metrics, { GIT_COMMIT }: Settings, db: Database, redis: RedisConnection, queues: JobQueues) {
    const build = { version: VERSION, node: process.versions.node, commit: GIT_COMMIT ?? '' };
    metrics.gauge(
      {
        name: 'trunkline_build_info',
        help: 'Always 1; its labels tell the build.',
        labels: ['version', 'node', 'commit'],
      },
      (set) => Promise.resolve(set(1, build)),
    );
    tellOfPool(metrics, db);
    if (redis.client) tellOfRedis(metrics, redis);
    metrics.gauge(
      {
        name: 'trunkline_queue_jobs',
        help: 'Jobs by queue and state: waiting or active. Every process reports the same: aggregate with max.',
        labels: ['queue', 'state'],
      },
      async (set) => {
        for (const [queue, { waiting, active }] of await queues.depths()) {
          set(waiting, { queue, state: 'waiting' });
          set(active, { queue, state: 'active' });
        }
      },
    );
  }
}

function tellOfPool(metrics: Metrics, { pool }: Database): void {
  const tell = (state: string, help: string, read: () => number): void =>
    metrics.gauge({ name: `trunkline_database_pool_${state}`, help, labels: [] }, (set) =>
      Promise.resolve(set(read(), {})),
    );
  tell('connections', 'Connections to PostgreSQL in the pool, idle ones included.', () => pool.totalCount);
  tell('idle_connections', 'Connections to PostgreSQL that are idle.', () => pool.idleCount);
  tell('waiting', 'Statements and transactions that wait for a connection.', () => pool.waitingCount);
}

function tellOfRedis(metrics: Metrics, redis: RedisConnection): void {
  metrics.gauge({ name: 'trunkline_redis_connected', help: '1 while Redis is connected.', labels: [] }, (set) =>
    Promise.resolve(set(Number(redis.client?.status === 'ready'), {})),
  );
  metrics.gauge(
    { name: 'trunkline_redis_writable', help: '1 while Redis accepts writes; 0 for a replica.', labels: [] },
    async (set) => {
      const isWritable = await redis.assertWritable().then(
        () => true,
        () => false,
      );
      set(Number(isWritable), {});
    },
  );
}
