import { randomBytes } from 'node:crypto';
import { NestFactory } from '@nestjs/core';
import { AutoRechargeSettings, Ledger, PaymentMethods } from '@trunkline/billing-ledger';
import { AccountDirectory, ChangeAccount, SignUp } from '@trunkline/identity';
import { Clock, newId } from '@trunkline/kernel';
import { loadSettings, type MovableClock } from '@trunkline/platform';
import { eventually } from '@trunkline/platform/testing';
import type { Use } from '../../src/use';
import { WorkerModule } from '../../src/worker.module';
import { MailServer } from './mail-server';
import { ProbeWorld } from './probe-world';
import { SECRETS, WorkerProcess } from './worker-process';

const LOCK = 6;
const PERSON = { name: 'Ada Lovelace', country: 'US', company: null, phoneE164: null, intendedUse: null };

/** Accounts with cards, the workers that follow their balances, and where mails arrive. */
export class MoneyWorld {
  readonly workers: WorkerProcess[] = [];

  private constructor(
    readonly probe: ProbeWorld,
    readonly mails: MailServer,
    private readonly env: Readonly<Record<string, string>>,
    readonly use: Use,
    private readonly ends: readonly (() => Promise<unknown>)[],
  ) {}

  static async open(): Promise<MoneyWorld> {
    const [probe, mails] = [await ProbeWorld.open(), new MailServer()];
    const env = { ...probe.env, SMTP_URL: `smtp://127.0.0.1:${await mails.open()}`, RATE_LIMIT_FACTOR: '1000' };
    const settings = loadSettings({ NODE_ENV: 'test', ...SECRETS, ...env });
    const app = await NestFactory.createApplicationContext(WorkerModule.forRoot(settings), { logger: false });
    const use: Use = (token) => app.get(token, { strict: false });
    return new MoneyWorld(probe, mails, env, use, [() => app.close(), () => mails.close(), () => probe.close()]);
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.kill()));
    for (const end of this.ends) await end();
  }

  async start(): Promise<WorkerProcess> {
    const worker = WorkerProcess.spawn(this.env);
    this.workers.push(worker);
    await worker.started();
    return worker;
  }

  async advance(seconds: number): Promise<void> {
    await (this.use(Clock) as MovableClock).advance(seconds);
  }

  /** With its trial credit of 500, and a default card. */
  async anAccount(card = 'pm_card_visa'): Promise<string> {
    const email = `${randomBytes(8).toString('hex')}@example.com`;
    const signUp = { ...PERSON, email, password: 'correct horse battery staple', marketingOptIn: false };
    const caller = { ip: null, userAgent: null };
    const asked = { ...signUp, captchaToken: null, caller, operationId: newId('op') };
    const { accountId } = await this.use(SignUp).execute(asked);
    const method = { accountId, operationId: newId('op'), processorPaymentMethodId: card };
    await this.use(PaymentMethods).add(method);
    return accountId;
  }

  recharge(accountId: string): Promise<unknown> {
    return this.use(AutoRechargeSettings).set(accountId, { enabled: true, thresholdCents: 400, amountCents: 2500 });
  }

  alertBelow(accountId: string, lowBalanceAlertCents: number): Promise<unknown> {
    return this.use(ChangeAccount).execute(accountId, { settings: { lowBalanceAlertCents } });
  }

  call(accountId: string, amountCents: number): Promise<unknown> {
    return this.use(Ledger).charge({ ...entry(accountId, amountCents), overdraft: true });
  }

  pay(accountId: string, amountCents: number): Promise<unknown> {
    return this.use(Ledger).adjust(entry(accountId, amountCents));
  }

  chargeBack(accountId: string, amountCents: number): Promise<unknown> {
    return this.use(Ledger).moveByProcessor({
      ...{ ...entry(accountId, -amountCents), kind: 'chargeback', relatedKind: 'topup', relatedId: 'top_1' },
      processorPaymentIntentId: newId('op'),
    });
  }

  async balance(accountId: string): Promise<number> {
    return (await this.use(Ledger).balance(accountId)).amountCents;
  }

  status(accountId: string): Promise<string> {
    return this.use(AccountDirectory).status(accountId);
  }

  charges(accountId: string): Promise<{ requests: number }[]> {
    return this.probe.db.query(`SELECT requests FROM billing.sandbox_charges WHERE account_id = $1`, [accountId]);
  }

  /** What customers are told, oldest first. */
  async told(accountId: string, like: string): Promise<string[]> {
    const rows = await this.probe.db.query<{ type: string }>(
      `SELECT type FROM webhooks.events WHERE account_id = $1 AND type LIKE $2 ORDER BY created_at, id`,
      [accountId, like],
    );
    return rows.map(({ type }) => type);
  }

  /** Until the returned function is called, whoever comes to write such a row waits. `when` is SQL about NEW. */
  async stopAt(table: string, when: string): Promise<() => Promise<void>> {
    const { db } = this.probe;
    await db.query(`CREATE OR REPLACE FUNCTION probe.stop() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${LOCK}); RETURN NEW; END $$`);
    await db.query(`CREATE TRIGGER probe_stop BEFORE INSERT OR UPDATE ON ${table}
      FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION probe.stop()`);
    const release = await this.probe.hold(LOCK);
    return async () => {
      await release();
      await db.query(`DROP TRIGGER probe_stop ON ${table}`);
    };
  }

  /** Kills -9 the worker that waits, and sees to it that no statement of it is finished for it by the server. */
  async killAtStop(worker: WorkerProcess): Promise<void> {
    await this.probe.awaited(LOCK);
    const orphans = await this.probe.db.query<{ pid: number }>(
      `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [LOCK],
    );
    await worker.kill();
    for (const { pid } of orphans) await this.probe.db.query(`SELECT pg_terminate_backend($1)`, [pid]);
    await eventually(async () => {
      const rows = await this.probe.db.query(`SELECT FROM pg_stat_activity WHERE pid = ANY ($1)`, [
        orphans.map(({ pid }) => pid),
      ]);
      if (rows.length > 0) throw new Error('statements of the killed worker go on');
    });
  }
}

function entry(accountId: string, amountCents: number) {
  const related = { relatedKind: null, relatedId: null };
  return { accountId, amountCents, description: 'Something', ...related, reference: newId('op') };
}
