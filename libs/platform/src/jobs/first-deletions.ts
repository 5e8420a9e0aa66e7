import type { Database } from '../database/database';
import type { Log } from '../observability/log';
import type { Metrics } from '../observability/metrics';
import { VERSION } from '../observability/version';
import type { Settings } from '../settings/settings';
import type { Schedule } from './scheduler';

/** A first deletion of more than this share of a table waits for the operator. */
const SHARE_MAX = 0.1;

export interface ExpiredRows {
  readonly rows: number;
  readonly expired: number;
}

/** What a schedule deletes from a table, by age. */
export interface Retention {
  /** With its schema. */
  readonly table: string;
  /** The setting that decides what is deleted, with its value. */
  readonly rule: string;
  readonly count: () => Promise<ExpiredRows>;
  /** Returns the number of rows deleted. */
  readonly prune: () => Promise<number>;
}

const FOLLOW = `INSERT INTO platform.retentions (table_name, followed, waiting_rows) VALUES ($1, $2, 0)
  ON CONFLICT (table_name) DO UPDATE SET followed = excluded.followed, waiting_rows = 0`;
const WAIT = `INSERT INTO platform.retentions (table_name, followed, waiting_rows) VALUES ($1, NULL, $2)
  ON CONFLICT (table_name) DO UPDATE SET waiting_rows = excluded.waiting_rows`;

/**
 * Asks the operator before the first deletion from a table after an upgrade or a changed setting, if it is a large one. The
 * rules that have been followed are stored, so a regular run never waits. See docs/operations.md#retention.
 */
export class FirstDeletions {
  private readonly tables = new Set<string>();

  constructor(
    private readonly db: Database,
    private readonly log: Log,
    private readonly settings: Settings,
    metrics: Metrics,
  ) {
    metrics.gauge(
      {
        name: 'trunkline_retention_waiting_rows',
        help: 'Rows whose first deletion waits for RETENTION_CONFIRM.',
        labels: ['table'],
      },
      async (set) => {
        for (const { table, rows } of await this.waiting()) set(rows, { table });
      },
    );
  }

  /** Returns the schedule of a retention. Whether it waits is said at the start of the worker too. */
  schedule(name: string, cron: string, retention: Retention): Schedule {
    this.tables.add(retention.table);
    const run = async () => {
      if (!(await this.mayDelete(retention))) return;
      const rows = await retention.prune();
      if (rows > 0) this.log.info({ table: retention.table, rows }, 'rows past their retention were deleted');
    };
    return { name, cron, deletes: true, run, atStart: () => this.mayDelete(retention) };
  }

  /** Throws if RETENTION_CONFIRM names a table without a schedule. */
  checkConfirmed(): void {
    const unknown = this.settings.RETENTION_CONFIRM.filter((table) => !this.tables.has(table));
    if (unknown.length === 0) return;
    throw new Error(
      `RETENTION_CONFIRM names ${unknown.join(', ')}. Name tables of: ${[...this.tables].sort().join(', ')}.`,
    );
  }

  private async mayDelete({ table, rule, count }: Retention): Promise<boolean> {
    const following = `${rule} in ${VERSION}`;
    const known = await this.known(table);
    if (known?.followed === following) {
      // Another rule waited, and was taken back.
      if (known.waitingRows > 0) await this.db.query(FOLLOW, [table, following]);
      return true;
    }
    const { rows, expired } = await count();
    if (expired <= rows * SHARE_MAX || this.settings.RETENTION_CONFIRM.includes(table)) {
      await this.db.query(FOLLOW, [table, following]);
      return true;
    }
    await this.db.query(WAIT, [table, expired]);
    const message = `the first deletion by ${rule} waits: start a worker once with RETENTION_CONFIRM=${table}`;
    this.log.warn({ table, rows, expired }, message);
    return false;
  }

  private known(table: string): Promise<{ followed: string | null; waitingRows: number } | null> {
    return this.db.find(
      'SELECT followed, waiting_rows AS "waitingRows" FROM platform.retentions WHERE table_name = $1',
      [table],
    );
  }

  private waiting(): Promise<{ table: string; rows: number }[]> {
    return this.db.query(
      'SELECT table_name AS "table", waiting_rows AS rows FROM platform.retentions WHERE waiting_rows > 0',
    );
  }
}
