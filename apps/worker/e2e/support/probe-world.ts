import { randomBytes } from 'node:crypto';
import { SystemClock } from '@trunkline/kernel';
import { createDataSource, CryptoBox, Database, MailOutbox, OutboxEventBus } from '@trunkline/platform';
import { eventually, freshDatabaseUrl } from '@trunkline/platform/testing';
import { makeDataDir, SECRETS, type WorkerEnv, WorkerProcess } from './worker-process';

/** The lock that the probe's handler waits for, and the one that a relay waits for in the middle of its transaction. */
export const HANDLER_LOCK = 1;
export const RELAY_LOCK = 2;

export interface Effect {
  readonly event_id: string;
  readonly account_id: string;
  readonly pid: number;
}

/** A database of the test's own, with what the probe writes into, and the workers that run on it. */
export class ProbeWorld {
  private readonly workers: WorkerProcess[] = [];

  private constructor(
    readonly env: WorkerEnv,
    readonly db: Database,
    readonly events: OutboxEventBus,
    readonly mails: MailOutbox,
    private readonly ends: (() => unknown)[],
  ) {}

  static async open(more: Readonly<Record<string, string>> = {}): Promise<ProbeWorld> {
    const url = await freshDatabaseUrl();
    const dataSource = await createDataSource({ url, asOwner: true, poolSize: 30 }, []).initialize();
    const db = new Database(dataSource);
    const data = makeDataDir();
    const clock = new SystemClock();
    const events = new OutboxEventBus(db, clock);
    const key = { id: 'k1', secret: Buffer.from(SECRETS.MASTER_KEYS.slice(3), 'base64') };
    const mails = new MailOutbox(db, db, events, new CryptoBox([key]), clock);
    await createEffects(db);
    const env = { DATABASE_URL: url, DATA_DIR: data.dir, ...more };
    return new ProbeWorld(env, db, events, mails, [() => dataSource.destroy(), data.remove]);
  }

  async start(): Promise<WorkerProcess> {
    const worker = WorkerProcess.probe(this.env);
    this.workers.push(worker);
    await worker.started();
    return worker;
  }

  async killWorkers(): Promise<void> {
    await Promise.all(this.workers.splice(0).map((worker) => worker.kill()));
  }

  async close(): Promise<void> {
    await this.killWorkers();
    for (const end of this.ends) await end();
  }

  /** Publishes events of one account, each in a transaction of its own, one after the other. */
  async publish(count: number, accountId = `acc_${randomBytes(4).toString('hex')}`): Promise<void> {
    for (let n = 0; n < count; n++) {
      await this.db.run(() =>
        this.events.publish({
          type: 'number.released',
          accountId,
          data: { number_id: `num_${n}`, e164: '+12025550100' },
        }),
      );
    }
  }

  effects(): Promise<Effect[]> {
    return this.db.query<Effect>(`SELECT event_id, account_id, pid FROM probe.effects ORDER BY n`);
  }

  /** When the probe's schedule started, and in which process. */
  ticks(): Promise<{ readonly pid: number; readonly at: Date }[]> {
    return this.db.query(`SELECT pid, at FROM probe.ticks ORDER BY at`);
  }

  /** Waits until every published event has had its effect, and answers the effects: more than `count` is one too many. */
  async settled(count: number, withinMs = 60_000): Promise<Effect[]> {
    await eventually(async () => {
      const open = await this.db.query(
        `SELECT FROM platform.outbox AS o LEFT JOIN platform.event_deliveries AS d ON d.event_id = o.id
         WHERE o.relayed_at IS NULL OR d.done_at IS NULL`,
      );
      if (open.length > 0) throw new Error(`${open.length} of ${count} events are still to be handled`);
    }, withinMs);
    return this.effects();
  }

  /** Moves claims and queued jobs into the past, as if the time had passed after which lost ones are tried again. */
  async loseClaims(): Promise<void> {
    await this.db.query(`UPDATE platform.event_deliveries SET claimed_until = claimed_until - interval '20 seconds',
      enqueued_at = enqueued_at - interval '10 seconds' WHERE done_at IS NULL AND failed_at IS NULL`);
  }

  /** Holds an advisory lock until the returned function is called. */
  async hold(lock: number): Promise<() => Promise<void>> {
    const client = await this.db.pool.connect();
    await client.query(`SELECT pg_advisory_lock($1)`, [lock]);
    return async () => {
      await client.query(`SELECT pg_advisory_unlock($1)`, [lock]);
      client.release();
    };
  }

  /** Resolves once a session waits for the lock. */
  async awaited(lock: number): Promise<void> {
    await eventually(async () => {
      const waiting = await this.db.query(
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        [lock],
      );
      if (waiting.length === 0) throw new Error('no statement waits for the lock');
    });
  }

  /** From now on every transaction waits for the lock after it has written a mail, before it commits. */
  async waitAfterMails(lock: number): Promise<void> {
    await this.db.query(`CREATE FUNCTION probe.wait_after_mail() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${lock}); RETURN NULL; END $$`);
    await this.db.query(`CREATE TRIGGER probe_wait_after_mail AFTER INSERT ON platform.mails
      FOR EACH STATEMENT EXECUTE FUNCTION probe.wait_after_mail()`);
  }

  /** From now on every relay waits for the relay's lock after it has marked events, before it writes their deliveries. */
  async stopRelaysInTheMiddle(): Promise<void> {
    await this.db.query(`CREATE FUNCTION probe.wait() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${RELAY_LOCK}); RETURN NULL; END $$`);
    await this.db.query(`CREATE TRIGGER probe_wait AFTER UPDATE ON platform.outbox
      FOR EACH STATEMENT EXECUTE FUNCTION probe.wait()`);
  }
}

async function createEffects(db: Database): Promise<void> {
  await db.query(`CREATE SCHEMA probe`);
  await db.query(`CREATE TABLE probe.effects (
    n bigint GENERATED ALWAYS AS IDENTITY, event_id text NOT NULL, account_id text NOT NULL, pid integer NOT NULL)`);
  await db.query(`CREATE TABLE probe.ticks (pid integer NOT NULL, at timestamptz NOT NULL DEFAULT clock_timestamp())`);
  await db.query(`GRANT USAGE ON SCHEMA probe TO trunkline_app`);
  await db.query(`GRANT SELECT, INSERT ON probe.ticks TO trunkline_app`);
  await db.query(`GRANT SELECT, INSERT ON probe.effects TO trunkline_app`);
}
