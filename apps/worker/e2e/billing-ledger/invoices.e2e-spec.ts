import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { identityPersistence } from '@trunkline/identity/wiring';
import { aVerifiedUser, identityWorld, type IdentityWorld } from '@trunkline/identity/testing';
import { createDataSource, Database, MovableClock } from '@trunkline/platform';
import { eventually } from '@trunkline/platform/testing';
import pg from 'pg';
import { ProbeWorld } from '../support/probe-world';
import { WorkerProcess } from '../support/worker-process';

const DAY_S = 86_400;
const SLOW = 90_000;

describe('the jobs of invoices', () => {
  let probe: ProbeWorld;
  let identity: IdentityWorld;
  let accountId: string;
  let movedDays: number;
  const workers: WorkerProcess[] = [];
  const ends: (() => unknown)[] = [];

  beforeEach(async () => {
    movedDays = 0;
    probe = await ProbeWorld.open();
    const source = await createDataSource({ url: probe.env.DATABASE_URL }, [identityPersistence]).initialize();
    identity = identityWorld(new Database(source));
    ({ accountId } = await aVerifiedUser(identity));
    await probe.db.query(
      `INSERT INTO billing.wallets (account_id, billing_mode, currency, opened_at, updated_at)
       VALUES ($1, 'prepaid', 'USD', now(), now()) ON CONFLICT DO NOTHING`,
      [accountId],
    );
    ends.push(
      () => probe.close(),
      () => source.destroy(),
    );
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.kill()));
    for (const end of ends.splice(0).reverse()) await end();
  });

  const start = async (): Promise<void> => {
    const worker = WorkerProcess.spawn(probe.env);
    workers.push(worker);
    await worker.started();
  };
  const advance = async (days: number) => {
    movedDays += days;
    await new MovableClock(probe.db).advance(days * DAY_S);
  };
  /** Runs everything that is due once more. */
  const nudge = () => new MovableClock(probe.db).advance(1);
  /** Posts what a call costs, at the present of the test clock. */
  const charge = (cents: number, reference: string) =>
    probe.db.query(
      `WITH wallet AS (
         UPDATE billing.wallets SET balance_cents = balance_cents - $2, version = version + 1,
           updated_at = GREATEST(updated_at + interval '1 microsecond', now() + $4 * interval '1 day')
         WHERE account_id = $1 RETURNING balance_cents, updated_at
       ), posting AS (
         INSERT INTO billing.postings (id, account_id, debit_account, credit_account, amount_cents, created_at)
         SELECT 'txn_' || $3, $1, 'wallet', 'revenue', $2, updated_at FROM wallet)
       INSERT INTO billing.transactions (id, account_id, kind, amount_cents, currency, description, reference,
         balance_after_cents, created_at, item)
       SELECT 'txn_' || $3, $1, 'charge', -$2::bigint, 'USD', 'A call', $3, balance_cents, updated_at, 'usage_outbound'
       FROM wallet`,
      [accountId, cents, reference, movedDays],
    );
  const invoices = () =>
    probe.db.query<{ number: string; total_cents: number; lines: number }>(
      `SELECT split_part(i.number, '-', 2) AS number, i.total_cents, count(l.position) AS lines
       FROM billing.invoices i LEFT JOIN billing.invoice_lines l ON l.invoice_id = i.id
       WHERE i.account_id = $1 GROUP BY i.id ORDER BY i.period_start`,
      [accountId],
    );
  const become = (expected: (readonly [string, number, number])[]) =>
    eventually(async () => {
      const rows = (await invoices()).map(({ number, total_cents, lines }) => [number, total_cents, lines]);
      expect(rows).toEqual(expected);
    });

  /** Starts a worker, and kills it while it waits to write to the table. */
  const killWriterOf = async (table: string) => {
    const holder = new pg.Client({ connectionString: probe.env.DATABASE_URL });
    await holder.connect();
    await holder.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    await start();
    await nudge();
    await eventually(async () => {
      const waiting = await holder.query(
        `SELECT FROM pg_locks WHERE relation = $1::regclass AND NOT granted
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        [table],
      );
      expect(waiting.rows.length).toBeGreaterThan(0);
    });
    await Promise.all(workers.splice(0).map((worker) => worker.kill()));
    await holder.query('COMMIT');
    await holder.end();
  };

  it(
    'bill each month once while workers restart, even after a long absence',
    async () => {
      await Promise.all([start(), start()]);
      await charge(10, 'a');
      await advance(31);
      await become([['000001', 10, 1]]);
      await Promise.all(workers.splice(0).map((worker) => worker.kill()));
      await charge(20, 'b');
      await advance(62);
      await charge(30, 'c');
      await advance(31);
      await Promise.all([start(), start()]);
      await nudge();
      await become([
        ['000001', 10, 1],
        ['000002', 20, 1],
        ['000003', 30, 1],
      ]);
    },
    SLOW,
  );

  it(
    'leave no partial invoice when killed, and reuse its number',
    async () => {
      await charge(10, 'a');
      await advance(31);
      // The invoice is written and waits for its lines.
      await killWriterOf('billing.invoice_lines');
      await become([]);
      await start();
      await nudge();
      await become([['000001', 10, 1]]);
    },
    SLOW,
  );

  const mailFolder = () => join(probe.env.DATA_DIR, 'mail');
  const mails = () =>
    probe.db.query<{ key: string; status: string }>(
      `SELECT key, status FROM platform.mails WHERE account_id = $1 AND key LIKE 'invoice:%'`,
      [accountId],
    );

  it(
    'mail each invoice once, as PDF, also when the worker is killed before the mail is stored',
    async () => {
      await charge(10, 'a');
      await advance(31);
      // The document is printed, and its mail waits to be stored.
      await killWriterOf('platform.mails');
      expect(await mails()).toEqual([]);
      await Promise.all([start(), start()]);
      await nudge();
      await eventually(async () => expect((await mails()).map(({ status }) => status)).toEqual(['sent']));
      const file = readdirSync(mailFolder()).find((name) => name.includes('your-invoice'));
      const raw = readFileSync(join(mailFolder(), file ?? ''), 'utf8');
      expect(raw).toContain('Content-Type: application/pdf');
      expect(raw).toContain(Buffer.from('%PDF-1.').toString('base64').slice(0, 9));
    },
    SLOW,
  );
});
