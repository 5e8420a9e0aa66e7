import { AsyncResource } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { QueryResultRow } from 'pg';
import type { Log } from '../observability/log';
import type { Metrics } from '../observability/metrics';
import type { Database } from './database';
import { isOutage } from './outage';
import { type ConnectionOptions, poolOf } from './data-source';
import { DividedPool } from './pool/divided-pool';
import { ClientLeft, runAs } from './pool/work';
import { type Plan, RowReads } from './queries/row-reads';
import { sqlState } from './sql-state';
import { StatementNames } from './pool/statement-names';

const COMPARE_EVERY_MS = 500;
/** How long the servers are compared after a statement, so that a later one finds out at once. */
const COMPARE_FOR_MS = 60_000;
/** The primary is asked instead. */
const CONNECT_MS = 2_000;
/** How long a replica rests after a statement that it could not execute. */
const REST_MS = 5_000;
const WARN_EVERY_MS = 60_000;
const ATTEMPT_EVERY_MS = 100;
const ATTEMPTS_MAX = 20;
/** More than there are within the longest staleness that is checked as often. */
const POSITIONS_MAX = 1_000;
/** A statement of a replica that would delay the replay: it was cancelled, or its snapshot is too old. */
const CANCELLED = new Set(['40001', '40P01', '72000']);
const TOOK_TOO_LONG = '57014';

const POSITION = `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text AS position`;
const REPLAYED = `SELECT pg_wal_lsn_diff(
  CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END, '0/0')::text AS position`;

/** The options of the connections are those of the primary. */
export interface ReplicaOptions extends ConnectionOptions {
  /** Its data may be older by so much when a statement is sent to it. */
  readonly maxStalenessSeconds: number;
}

interface Position {
  /** When the primary had written its log up to here, by `performance.now`. */
  readonly at: number;
  readonly position: bigint;
}

/**
 * A read-only copy of the database that follows it by streaming replication. It is fresh while it has replayed all that the primary
 * had written a limited time ago, which is compared twice a second while statements are sent, and for a minute after the last one.
 */
export class Replica {
  readonly maxStalenessMs: number;
  private readonly pool: DividedPool;
  private readonly session: 'own' | 'shared';
  private readonly names = new StatementNames();
  private positions: Position[] = [];
  private freshAt = -Infinity;
  private comparedUntil = -Infinity;
  private isComparing = false;
  private isClosed = false;
  /** Not in the context of the request that happens to start it, whose connection and limits are its own. */
  private readonly startComparing = AsyncResource.bind(() => void this.compareWhileRead());
  private restsUntil = -Infinity;
  private warnedAt = -Infinity;

  constructor(
    private readonly primary: Database,
    { url, maxStalenessSeconds, ...connection }: ReplicaOptions,
    metrics: Metrics,
    private readonly log: Log,
  ) {
    this.maxStalenessMs = maxStalenessSeconds * 1000;
    this.session = connection.session ?? 'own';
    this.pool = new DividedPool({ connectionString: url, connectionTimeoutMillis: CONNECT_MS, ...poolOf(connection) });
    // The pool drops a lost connection, and the rejected statement reports it.
    this.pool.on('error', () => undefined);
    metrics.gauge(
      {
        name: 'trunkline_replica_staleness_seconds',
        help: 'How old the data of the replica may be, as far as this process knows.',
        labels: [],
      },
      async (set) => {
        await this.compare();
        if (this.freshAt > -Infinity) set(this.stalenessMs / 1000, {});
      },
    );
  }

  /** Whether statements may be sent to the replica. Never waits: a process that knows nothing yet finds out for later ones. */
  get isFresh(): boolean {
    this.comparedUntil = performance.now() + COMPARE_FOR_MS;
    if (!this.isComparing) this.startComparing();
    return performance.now() >= this.restsUntil && this.stalenessMs <= this.maxStalenessMs;
  }

  /** At most how old the data of the replica is. */
  get stalenessMs(): number {
    return performance.now() - this.freshAt;
  }

  /** Executes a statement. Rejects with `ReplicaUnavailable` if the primary has to execute it. */
  async query<Row extends QueryResultRow>(text: string, values: readonly unknown[], plan: Plan): Promise<Row[]> {
    const send = () => {
      const name = plan !== 'for values' && this.session === 'own' ? this.names.of(text) : undefined;
      return this.pool.send<Row>({ name, text, values: [...values] });
    };
    try {
      return (await this.names.send(send)).rows;
    } catch (error) {
      throw this.faultOf(error);
    }
  }

  /**
   * Runs the reads of `work` in one snapshot, which contains all that was committed before the call. Rejects with
   * `ReplicaUnavailable` if the primary has to repeat them: the replica does not catch up within two seconds, or stops serving.
   */
  async snapshot<T>(work: () => Promise<T>): Promise<T> {
    if (!(await this.catchesUp())) throw new ReplicaUnavailable('The replica is behind the primary.');
    try {
      return await this.primary.readAt(this.pool, work);
    } catch (error) {
      throw this.faultOf(error);
    }
  }

  /** Returns whether the replica is fresh, and waits for two seconds until it is. Rejects if it is unavailable. */
  async becomesFresh(): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      await this.measure();
      if (this.stalenessMs <= this.maxStalenessMs) return true;
      if (attempt === ATTEMPTS_MAX) return false;
      await pause(ATTEMPT_EVERY_MS);
    }
  }

  private async compareWhileRead(): Promise<void> {
    this.isComparing = true;
    while (performance.now() < this.comparedUntil && !this.isClosed) {
      if (performance.now() >= this.restsUntil) await this.compare();
      await pause(COMPARE_EVERY_MS, undefined, { ref: false });
    }
    this.isComparing = false;
  }

  /** Returns whether the replica replays, within two seconds, all that the primary has written until now. Never rejects. */
  private async catchesUp(): Promise<boolean> {
    const since = performance.now();
    if (since < this.restsUntil) return false;
    try {
      for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
        await this.measure();
        if (this.freshAt >= since) return true;
        await pause(ATTEMPT_EVERY_MS);
      }
    } catch (error) {
      this.rest(error);
    }
    return false;
  }

  /** Returns `ReplicaUnavailable` if the primary has to repeat what failed here. */
  private faultOf(error: unknown): unknown {
    // The primary must not repeat what took too long here, nor what no client waits for any longer.
    if (error instanceof ClientLeft || sqlState(error) === TOOK_TOO_LONG) return error;
    if (!isOutage(error) && !CANCELLED.has(sqlState(error))) return error;
    this.rest(error);
    return new ReplicaUnavailable('The replica did not execute a statement.', { cause: error });
  }

  /** Compares the positions of both servers. Never rejects. */
  private async compare(): Promise<void> {
    await this.measure().catch((error: unknown) => this.rest(error));
  }

  private async measure(): Promise<void> {
    const at = performance.now();
    const [[written], replayed] = await runAs('probe', () =>
      Promise.all([
        this.primary.query<{ position: string }>(POSITION),
        this.pool.send<{ position: string }>({ text: REPLAYED }),
      ]),
    );
    if (written) this.positions.push({ at, position: BigInt(written.position) });
    for (const { position } of replayed.rows) this.note(BigInt(position));
  }

  close(): Promise<void> {
    this.isClosed = true;
    return this.pool.end();
  }

  private note(replayed: bigint): void {
    for (const { at, position } of this.positions) if (position <= replayed) this.freshAt = Math.max(this.freshAt, at);
    this.positions = this.positions.filter(({ position }) => position > replayed).slice(-POSITIONS_MAX);
  }

  private rest(error: unknown): void {
    this.restsUntil = performance.now() + REST_MS;
    if (this.isClosed || performance.now() - this.warnedAt < WARN_EVERY_MS) return;
    this.warnedAt = performance.now();
    this.log.warn({ err: error }, 'the replica is not used for some seconds: the primary executes its statements');
  }
}

export class ReplicaUnavailable extends Error {
  override readonly name = 'ReplicaUnavailable';
}

/**
 * Executes reads that may be a little out of date at the replica, if there is one: lists, summaries and reports. The primary
 * executes those within a transaction, and all while the replica is unavailable or too far behind. See
 * docs/operations.md#replica.
 */
export class ReplicaReads extends RowReads {
  constructor(
    private readonly primary: Database,
    readonly replica: Replica | null,
  ) {
    super();
  }

  override async query<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
    plan: Plan = 'once',
  ): Promise<Row[]> {
    const { primary, replica } = this;
    if (!replica || primary.inTransaction || !replica.isFresh) return primary.query<Row>(text, values, plan);
    try {
      return await replica.query<Row>(text, values, plan);
    } catch (error) {
      if (!(error instanceof ReplicaUnavailable)) throw error;
      return primary.query<Row>(text, values, plan);
    }
  }
}
