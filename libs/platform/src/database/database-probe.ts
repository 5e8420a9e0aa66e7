import { Loop } from '../jobs/loop';
import type { Log } from '../observability/log';
import type { Metrics } from '../observability/metrics';
import type { RunningProcesses } from '../observability/running-processes';
import type { Database } from './database';
import type { DatabaseTime } from './database-time';
import { verifyPartitions } from './monthly-partitions';
import { runAs } from './pool/work';

const LOOK = `SELECT current_setting('transaction_read_only')::boolean AS is_read_only,
  (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at_ms`;
const LOOK_EVERY_MS = 10_000;
const MS = 1000;
const SKEW_WARNED_MS = 5000;
const WARN_EVERY_MS = 60_000;

/**
 * Checks whether the database accepts writes, and reads its clock: at each readiness check and every ten seconds. Then it also
 * reports the process and its clock, see `RunningProcesses`.
 */
export class DatabaseProbe {
  private readonly loop: Loop;
  private warnedAt = -Infinity;

  constructor(
    private readonly db: Database,
    private readonly time: DatabaseTime,
    processes: RunningProcesses,
    metrics: Metrics,
    private readonly log: Log,
  ) {
    const work = async () => {
      if (await this.isWritable()) await runAs('probe', () => processes.report(this.time.skewMs));
      return 'rest' as const;
    };
    this.loop = new Loop({ name: 'database-probe', everyMs: LOOK_EVERY_MS, work }, log);
    metrics.gauge(
      {
        name: 'trunkline_clock_skew_seconds',
        help: 'How far the clock of this process is ahead of the clock of the database.',
        labels: [],
      },
      (set) => Promise.resolve(set(this.time.skewMs / MS, {})),
    );
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** Returns true if the database accepts writes and its clock agrees with that of this process. Rejects if it is unavailable. */
  async isReady(): Promise<boolean> {
    return (await this.isWritable()) && this.time.isRight;
  }

  /** Returns false for a standby, or a primary that was made read-only. Rejects if the database is unavailable. */
  async isWritable(): Promise<boolean> {
    const sentAt = performance.now();
    const [row] = await runAs('probe', () => this.db.query<{ is_read_only: boolean; at_ms: number }>(LOOK));
    if (!row) throw new Error('The probe of the database returned no row.');
    this.time.compare(row.at_ms, sentAt, performance.now());
    this.warnOfSkew();
    if (row.is_read_only) this.db.pool.dropOld();
    else this.db.pool.noteWritable();
    return !row.is_read_only;
  }

  /** Throws DatabaseAccessError if rows of the present month could not be stored. */
  verifyPartitions(): Promise<void> {
    return verifyPartitions(this.db, this.log);
  }

  private warnOfSkew(): void {
    const { skewMs } = this.time;
    if (Math.abs(skewMs) < SKEW_WARNED_MS || performance.now() - this.warnedAt < WARN_EVERY_MS) return;
    this.warnedAt = performance.now();
    this.log.warn(
      { skewSeconds: Math.round(skewMs) / MS },
      'the clock of this process differs from that of the database',
    );
  }
}
