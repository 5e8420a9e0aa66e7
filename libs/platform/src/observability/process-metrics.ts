import type { Database } from '../database/database';
import type { Metrics } from './metrics';
import { WORK_KINDS, type WorkKind } from '../database/pool/work';
import type { JobQueues } from '../jobs/job-queues';
import type { Settings } from '../settings/settings';
import type { RedisConnection } from '../stores/redis-connection';
import { reportBuild } from './build-info';

/** Reports the metrics that every process has: build, database pool, Redis, queues. See docs/operations.md#metrics. */
export class ProcessMetrics {
  constructor(metrics: Metrics, { GIT_COMMIT }: Settings, db: Database, redis: RedisConnection, queues: JobQueues) {
    reportBuild(metrics, GIT_COMMIT);
    reportPool(metrics, db);
    if (redis.client) reportRedis(metrics, redis);
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

function reportPool(metrics: Metrics, { pool }: Database): void {
  const byKind = [
    {
      name: 'trunkline_database_pool_used_connections',
      help: 'Connections to PostgreSQL in use, by kind of work.',
      read: (kind: WorkKind) => pool.usedBy(kind),
    },
    {
      name: 'trunkline_database_pool_waiting',
      help: 'Statements and transactions that wait for a connection, by kind of work.',
      read: (kind: WorkKind) => pool.waitingOf(kind),
    },
  ];
  for (const { name, help, read } of byKind)
    metrics.gauge({ name, help, labels: ['kind'] }, (set) => {
      for (const kind of WORK_KINDS) set(read(kind), { kind });
      return Promise.resolve();
    });
  const gauges = [
    {
      name: 'trunkline_database_pool_connections',
      help: 'Connections to PostgreSQL in the pool, idle ones included.',
      read: () => pool.totalCount,
    },
    {
      name: 'trunkline_database_pool_idle_connections',
      help: 'Connections to PostgreSQL that are idle.',
      read: () => pool.idleCount,
    },
  ];
  for (const { name, help, read } of gauges)
    metrics.gauge({ name, help, labels: [] }, (set) => Promise.resolve(set(read(), {})));
}

function reportRedis(metrics: Metrics, redis: RedisConnection): void {
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
