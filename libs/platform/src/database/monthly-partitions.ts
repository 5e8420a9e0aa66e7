import type { Schedule } from '../jobs/scheduler';
import type { Log } from '../observability/log';
import type { Metrics } from '../observability/metrics';
import type { Database } from './database';
import { MONTHS_AHEAD } from './online/partitions';
import { DatabaseAccessError } from './roles/access-error';
import { sqlState } from './sql-state';

export interface MonthlyTableState {
  readonly table: string;
  /** The beginning of the first month without a partition. */
  readonly lacksFrom: Date;
  /** Months after the present one that have a partition; -1 if the present one has none. */
  readonly monthsAhead: number;
  /** Months past their retention that could not be dropped, because other statements held the lock of the table. */
  readonly undropped: number;
  /** When the first of these could not be dropped; null without any. */
  readonly undroppedSince: Date | null;
}

/** SQL: the state of each table that is partitioned by month. */
export const MONTHLY_TABLES = `SELECT table_name AS "table", until AS "lacksFrom",
    ((extract(year FROM utc) - extract(year FROM present)) * 12 + extract(month FROM utc) - extract(month FROM present) - 1)::integer
      AS "monthsAhead",
    coalesce(late.months, 0)::integer AS undropped, late.since AS "undroppedSince"
  FROM (SELECT table_name, platform.id_time(max(to_id)) AS until FROM platform.monthly_partitions() GROUP BY 1) AS t,
    LATERAL (SELECT until AT TIME ZONE 'UTC' AS utc, now() AT TIME ZONE 'UTC' AS present) AS months
    LEFT JOIN LATERAL (SELECT count(*) AS months, min(u.since) AS since
      FROM platform.undropped_months AS u JOIN platform.monthly_partitions() AS p USING (partition)
      WHERE u.table_name = t.table_name) AS late ON true
  ORDER BY 1`;

/** SQL: the id before which a table has rows that precede its months, in a partition of their own; null once that is dropped. */
export const endOfUnpartitioned = (table: string) =>
  `(SELECT to_id FROM platform.monthly_partitions() WHERE table_name = '${table}' AND from_id IS NULL)`;

const DROP = 'SELECT platform.drop_expired_month($1, $2) AS rows';

const UNDEFINED = ['42883', '42P01'];

/** Adds the partitions of coming months. See docs/operations.md#partitions. */
export class MonthlyPartitions {
  constructor(
    private readonly db: Database,
    private readonly log: Log,
    metrics: Metrics,
  ) {
    metrics.gauge(
      {
        name: 'trunkline_partition_months_ahead',
        help: 'Months after the present one that have a partition; -1 if the present one has none.',
        labels: ['table'],
      },
      async (set) => {
        for (const { table, monthsAhead } of await monthlyTables(this.db)) set(monthsAhead, { table });
      },
    );
    metrics.gauge(
      {
        name: 'trunkline_partition_months_undropped',
        help: 'Months past their retention that were not dropped, because other statements held the lock of the table.',
        labels: ['table'],
      },
      async (set) => {
        for (const { table, undropped } of await monthlyTables(this.db)) set(undropped, { table });
      },
    );
  }

  /** Returns the schedule that adds partitions, also at the start of a worker. */
  schedule(): Schedule {
    return { name: 'add-partitions', cron: '5 2 * * *', run: () => this.add(), atStart: () => this.add() };
  }

  private async add(): Promise<void> {
    const { added } = await this.db.get<{ added: number }>('SELECT platform.add_months($1) AS added', [MONTHS_AHEAD]);
    if (added > 0) this.log.info({ partitions: added }, 'partitions were added for the coming months');
  }
}

/** Drops months past their retention. See docs/operations.md#partitions. */
export class ExpiredMonths {
  constructor(private readonly db: Database) {}

  /**
   * Drops each month of the table of which no row is kept any more, and returns how many rows they had. The database keeps rows
   * that are younger than its own minimum. What other statements lock for longer than a minute stays until the next call.
   */
  async drop(table: string, before: Date): Promise<number> {
    let total = 0;
    for (;;) {
      const { rows } = await this.db.get<{ rows: number | null }>(DROP, [table, before]);
      if (rows === null) return total;
      total += rows;
    }
  }
}

export function monthlyTables(db: Database): Promise<MonthlyTableState[]> {
  return db.query<MonthlyTableState>(MONTHLY_TABLES);
}

/** Throws if a table has no partition for the present month: its rows could not be stored. Warns before that. */
export async function verifyPartitions(db: Database, log: Log): Promise<void> {
  const tables = await monthlyTables(db).catch((error: unknown) => {
    if (!UNDEFINED.includes(sqlState(error))) throw error;
    throw new DatabaseAccessError(['the migrations of this release have not run. Run npm run migrate.']);
  });
  const faults = tables.filter(({ monthsAhead }) => monthsAhead < 0).map(({ table }) => lackOf(table, 'this month'));
  if (faults.length > 0) throw new DatabaseAccessError(faults);
  for (const { table, monthsAhead } of tables)
    if (monthsAhead === 0) log.warn({ table }, lackOf(table, 'the next month'));
}

export function lackOf(table: string, month: string): string {
  return `${table} has no partition for ${month}. Run a worker, or npm run migrate.`;
}
