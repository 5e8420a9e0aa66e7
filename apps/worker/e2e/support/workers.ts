import { eventually } from '@trunkline/platform/testing';
import type { ProbeWorld } from './probe-world';
import { WorkerProcess } from './worker-process';

/** The lock that a worker waits for at a stop. */
const LOCK = 5;

/** Where workers are stopped: before a row of the table is written that fulfils the condition. */
export interface Stop {
  readonly table: string;
  /** SQL about NEW. */
  readonly when: string;
}

/** The workers of one test file, as many as are asked for, which can be stopped at a statement and killed there. */
export class Workers {
  private readonly living = new Set<WorkerProcess>();
  private shut: (() => Promise<void>) | null = null;

  constructor(
    private readonly probe: ProbeWorld,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  /**
   * Ensures that exactly this many workers run. Workers that an earlier test started count, because a start costs a second
   * of processor time. While there is a stop, too many of them are all replaced: one that waits there cannot end by itself.
   */
  async run(count: number): Promise<void> {
    if (this.living.size > count && this.shut) await this.killAll();
    const surplus = [...this.living].slice(count);
    for (const worker of surplus) this.living.delete(worker);
    await Promise.all(surplus.map((worker) => worker.signal('SIGTERM')));
    await Promise.all(Array.from({ length: count - this.living.size }, () => this.start()));
  }

  /** Workers that reach the stop wait there until `open`. One stop at a time. */
  async stopAt({ table, when }: Stop): Promise<void> {
    const { db } = this.probe;
    await db.query(`CREATE OR REPLACE FUNCTION probe.stop() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${LOCK}); RETURN NEW; END $$`);
    await db.query(`CREATE TRIGGER probe_stop BEFORE INSERT OR UPDATE ON ${table}
      FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION probe.stop()`);
    const release = await this.probe.hold(LOCK);
    this.shut = async () => {
      await release();
      await db.query(`DROP TRIGGER probe_stop ON ${table}`);
    };
  }

  async open(): Promise<void> {
    await this.shut?.();
    this.shut = null;
  }

  /** Resolves once this many workers wait at the stop. */
  async reached(count = 1): Promise<void> {
    await eventually(async () => {
      const waiting = (await this.waiting()).length;
      if (waiting < count) throw new Error(`${waiting} of ${count} have reached the stop`);
    });
  }

  /** Kills -9. No statement of a dead worker is finished for it by the server, and its claims are lost. */
  async killAll(): Promise<void> {
    await Promise.all([...this.living].map((worker) => worker.kill()));
    this.living.clear();
    await eventually(async () => {
      const orphans = await this.waiting();
      for (const { pid } of orphans) await this.probe.db.query(`SELECT pg_terminate_backend($1)`, [pid]);
      if (orphans.length > 0) throw new Error('statements of the killed go on');
    });
    await this.probe.loseClaims();
  }

  /** Opens a stop that a failed test left closed, so that the next test does not wait for it. */
  async clear(): Promise<void> {
    if (!this.shut) return;
    await this.killAll();
    await this.open();
  }

  private async start(): Promise<void> {
    const worker = WorkerProcess.spawn(this.env);
    this.living.add(worker);
    await worker.started();
  }

  private waiting(): Promise<{ pid: number }[]> {
    return this.probe.db.query<{ pid: number }>(
      `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [LOCK],
    );
  }
}
