import { setTimeout as pause } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import { sqlState } from '../sql-state';
import { report } from './progress';

/**
 * A statement that waits for a lock makes all later ones on the table wait behind it, so it gives up soon, lets them pass and
 * tries again.
 */
const LOCK_TIMEOUT_MS = 500;
const FIRST_PAUSE_MS = 500;
const PAUSE_MAX_MS = 15_000;
/** About ten minutes. */
const ATTEMPTS_MAX = 45;

const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

/**
 * Settings of the migrator's session. Roles and databases may have limits that are meant for requests. The migrator takes one
 * processor, also for a large index: the others serve calls.
 */
export const SESSION_SETTINGS = `SELECT set_config('lock_timeout', '${String(LOCK_TIMEOUT_MS)}ms', false),
  set_config('statement_timeout', '0', false), set_config('idle_in_transaction_session_timeout', '0', false),
  set_config('max_parallel_maintenance_workers', '0', false), set_config('max_parallel_workers_per_gather', '0', false)`;

/**
 * Repeats `work`, with growing pauses, while it fails to get a lock in time. `work` must be safe to repeat. The error at the end
 * has no SQLSTATE, so that repetitions that surround each other do not multiply.
 */
export async function withLockRetries<T>(db: QueryRunner, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1, pauseMs = FIRST_PAUSE_MS; ; attempt++, pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS)) {
    try {
      return await work();
    } catch (error) {
      if (![LOCK_NOT_AVAILABLE, DEADLOCK].includes(sqlState(error))) throw error;
      const open = await openTransactions(db);
      if (attempt === ATTEMPTS_MAX)
        throw new Error(`no lock after ${String(attempt)} attempts${open}. End them, and run the migration again`, {
          cause: error,
        });
      report(db, `  waits ${String(pauseMs / 1000)} s for a lock${open}`);
      await pause(pauseMs);
    }
  }
}

/** Runs `work` in a transaction that holds its locks briefly, and is repeated while it cannot get them. */
export function inTransaction<T>(db: QueryRunner, work: () => Promise<T>): Promise<T> {
  if (db.isTransactionActive) return work();
  return withLockRetries(db, async () => {
    await db.startTransaction();
    try {
      const result = await work();
      await db.commitTransaction();
      return result;
    } catch (error) {
      // The rejected statement reports a lost connection.
      await db.rollbackTransaction().catch(() => undefined);
      throw error;
    }
  });
}

/**
 * Executes statements that change only the catalog, such as adding a column, in one transaction with short waits for locks.
 * Write them so that they can be repeated: `IF NOT EXISTS`, `IF EXISTS`, `OR REPLACE`.
 */
export function alter(db: QueryRunner, ...statements: readonly string[]): Promise<void> {
  return inTransaction(db, async () => {
    for (const statement of statements) await db.query(statement);
  });
}

/**
 * Executes a statement whose locks block neither readers nor writers, and which may therefore wait for them for as long as it
 * takes. With a limit, a long-running report would end the build of an index.
 */
export async function patiently(db: QueryRunner, statement: string): Promise<void> {
  await db.query(`SELECT set_config('lock_timeout', '0', false)`);
  await db.query(statement);
  await db.query(SESSION_SETTINGS);
}

/** Names the oldest transactions, which are the likely holders of the lock. */
async function openTransactions(db: QueryRunner): Promise<string> {
  const rows =
    (await db.query(`SELECT format('process %s since %s s', pid, round(extract(epoch FROM now() - xact_start))) AS text
    FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start < now() - interval '0.5 s'
    ORDER BY xact_start LIMIT 3`)) as { text: string }[];
  return rows.length > 0 ? `; open transactions: ${rows.map(({ text }) => text).join(', ')}` : '';
}
