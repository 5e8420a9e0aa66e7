import { setTimeout as pause } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import { inTransaction } from './locks';
import { elapsed, positionOf, recordPosition, report } from './progress';

/** Share of a batch's time for which the migrator then leaves the server to others. */
const PAUSE_SHARE = 0.5;
const REPORT_EVERY_MS = 5000;

export interface Backfill<Position> {
  /** Names the backfill in its progress; unique within the migration. */
  readonly step: string;
  /** Position before the first batch. */
  readonly start: Position;
  /**
   * Handles the batch after `position`, in a transaction of its own that also records the position it returns: that after the
   * batch, or null when there is no more. It may be repeated after an error, so it changes nothing but rows.
   */
  readonly batch: (position: Position) => Promise<Position | null>;
}

/** Changes rows in batches. Each commits, and a killed backfill continues after the last one that did. */
export async function backfill<Position>(db: QueryRunner, task: Backfill<Position>): Promise<void> {
  const recorded = await positionOf<Position | null>(db, task.step);
  let position = recorded ? recorded.position : task.start;
  const since = performance.now();
  let reportedAt = since;
  for (let batches = 1; position !== null; batches++) {
    const began = performance.now();
    const from: Position = position;
    position = await inTransaction(db, async () => {
      const next = await task.batch(from);
      await recordPosition(db, task.step, next);
      return next;
    });
    if (performance.now() - reportedAt > REPORT_EVERY_MS) {
      reportedAt = performance.now();
      report(db, `  ${task.step}: ${String(batches)} batches in ${elapsed(since)}, at ${JSON.stringify(position)}`);
    }
    if (!db.isTransactionActive) await pause((performance.now() - began) * PAUSE_SHARE);
  }
}

export interface RowsByKey {
  readonly step: string;
  /** With its schema. */
  readonly table: string;
  /** A column of type text with a unique index. */
  readonly key: string;
  readonly rows?: number;
  /** Changes the rows whose key is greater than $1 and at most $2. */
  readonly statement: string;
}

const ROWS_PER_BATCH = 2000;

/** Executes a statement for all rows of a table, by ranges of their key. */
export function backfillByKey(db: QueryRunner, task: RowsByKey): Promise<void> {
  const { table, key, rows = ROWS_PER_BATCH } = task;
  return backfill<string>(db, {
    step: task.step,
    start: '',
    batch: async (after) => {
      const found = (await db.query(
        `SELECT max(${key}) AS last FROM (SELECT ${key} FROM ${table} WHERE ${key} > $1 ORDER BY ${key} LIMIT ${String(rows)}) AS batch`,
        [after],
      )) as { last: string | null }[];
      const last = found[0]?.last ?? null;
      if (last !== null) await db.query(task.statement, [after, last]);
      return last;
    },
  });
}

export interface RowsByCondition {
  readonly step: string;
  /** With its schema. */
  readonly table: string;
  /** Met by the rows that have not been changed yet, and no longer by those that have. */
  readonly condition: string;
  /** What follows SET in UPDATE; the row is `r`. */
  readonly set: string;
}

/** Sets columns of all rows that meet a condition. Reads the table once per batch: for tables without a key, or few rows. */
export function backfillWhere(db: QueryRunner, { step, table, condition, set }: RowsByCondition): Promise<void> {
  return backfill<number>(db, {
    step,
    start: 0,
    batch: async (done) => {
      const [row] = (await db.query(
        `WITH batch AS (SELECT ctid FROM ${table} WHERE ${condition} LIMIT $1 FOR UPDATE),
           changed AS (UPDATE ${table} r SET ${set} WHERE r.ctid = ANY (ARRAY(SELECT ctid FROM batch)) RETURNING 1)
         SELECT count(*)::int AS rows FROM changed`,
        [ROWS_PER_BATCH],
      )) as { rows: number }[];
      return row && row.rows > 0 ? done + row.rows : null;
    },
  });
}

export interface SpansOfAccounts {
  readonly step: string;
  /** With its schema. An index begins with account_id and the time. */
  readonly table: string;
  /** A column of type timestamptz. */
  readonly time: string;
  /** What spans consist of, in UTC. */
  readonly unit: 'hour' | 'month';
  /** Handles the rows of account $1 from $2 to before $3, which are whole hours or months. */
  readonly statement: string;
}

interface Span {
  readonly account: string;
  readonly from: string;
}

/** A span that begins within so many rows ends with its hour or month. */
const ROWS_OF_SPAN = 20_000;

/** Executes a statement for spans of each account. Only such conditions are planned well for a huge table. */
export function backfillBySpans(
  db: QueryRunner,
  { step, table, time, unit, statement }: SpansOfAccounts,
): Promise<void> {
  const end = `(date_trunc('${unit}', ${time} AT TIME ZONE 'UTC') + interval '1 ${unit}') AT TIME ZONE 'UTC'`;
  return backfill<Span>(db, {
    step,
    start: { account: '', from: '-infinity' },
    batch: async ({ account, from }) => {
      const [later] = (await db.query(
        `SELECT (${end})::text AS until FROM ${table}
         WHERE account_id = $1 AND ${time} >= $2 ORDER BY ${time} OFFSET ${String(ROWS_OF_SPAN)} LIMIT 1`,
        [account, from],
      )) as { until: string }[];
      await db.query(statement, [account, from, later?.until ?? 'infinity']);
      if (later) return { account, from: later.until };
      const [next] = (await db.query(`SELECT min(account_id) AS account FROM ${table} WHERE account_id > $1`, [
        account,
      ])) as { account: string | null }[];
      return next?.account ? { account: next.account, from: '-infinity' } : null;
    },
  });
}
