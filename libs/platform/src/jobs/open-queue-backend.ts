import type { Notifications } from '../database/notifications';
import type { Log } from '../observability/log';
import { PostgresQueueBackend } from './postgres-queue-backend';
import type { QueueBackend, Report } from './queue-backend';
import { RedisQueueBackend } from './redis-queue-backend';

const REPORT_EVERY_MS = 10_000;

export interface QueueAddress {
  readonly DATABASE_URL: string;
  readonly REDIS_URL?: string | undefined;
}

/** Opens the queues on Redis with `REDIS_URL`, else on the database. Logs errors at most every ten seconds. */
export function openQueueBackend(address: QueueAddress, notifications: Notifications, log: Log): QueueBackend {
  let reportedAt = -Infinity;
  const report: Report = (error) => {
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = performance.now();
    log.warn({ err: error }, 'queues');
  };
  return address.REDIS_URL
    ? new RedisQueueBackend(address.REDIS_URL, report)
    : new PostgresQueueBackend(address.DATABASE_URL, notifications, report);
}
