import 'reflect-metadata';
import { Database, loadSettings, type Schedule, type SubscriptionTable } from '@trunkline/platform';
import { startWorker } from '../../src/create-worker';
import { schedules } from '../../src/schedules';
import { subscriptions } from '../../src/subscriptions';
import type { Use } from '../../src/use';

/**
 * The worker with a subscriber that leaves a row for each event that it handles, so that effects can be counted. It waits
 * for an advisory lock first: a test that holds the lock has the handler in the middle of its work.
 */
function probed(use: Use): SubscriptionTable {
  const db = use(Database);
  const real = subscriptions(use);
  return {
    ...real,
    'number.released': [
      ...(real['number.released'] ?? []),
      {
        name: 'probe',
        inTransaction: true,
        handle: async ({ id, accountId }) => {
          await db.query(`SELECT pg_advisory_xact_lock_shared(1)`);
          await db.query(`INSERT INTO probe.effects (event_id, account_id, pid) VALUES ($1, $2, $3)`, [
            id,
            accountId,
            process.pid,
          ]);
        },
      },
    ],
  };
}

const TICK_MS = 1000;

/** A schedule that leaves a row when it starts, and runs for a second, where a test has made the table for it. */
function ticking(use: Use): readonly Schedule[] {
  const db = use(Database);
  const tick = async (): Promise<void> => {
    await db.query(`INSERT INTO probe.ticks (pid) VALUES ($1)`, [process.pid]);
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  };
  return [...schedules(use), { name: 'tick', cron: '*/10 * * * * *', run: tick }];
}

const table = process.env['PROBE_TICKS'] ? ticking : schedules;
const worker = await startWorker(loadSettings(process.env), { subscriptions: probed, schedules: table });
process.once('SIGTERM', () => void worker.close().then(() => process.exit(0)));
