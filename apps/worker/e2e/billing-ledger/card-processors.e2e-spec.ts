import { Journal, Ledger, PaymentMethods, SandboxPayments, TopUpWallet } from '@trunkline/billing-ledger';
import { Clock, newId } from '@trunkline/kernel';
import type { MovableClock } from '@trunkline/platform';
import { eventually } from '@trunkline/platform/testing';
import type { Use } from '../../src/use';
import { ProbeWorld } from '../support/probe-world';
import { openApplication } from '../support/staffed-world';
import { WorkerProcess } from '../support/worker-process';

const LOCK = 6;
const SLOW = 60_000;
const HOUR_S = 3600;

describe('card processor events in the worker', () => {
  let world: ProbeWorld;
  let use: Use;
  let close: () => Promise<void>;
  const workers: WorkerProcess[] = [];

  beforeAll(async () => {
    world = await ProbeWorld.open();
    ({ use, close } = await openApplication(world.env));
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.kill()));
    expect(await use(Journal).verify()).toEqual([]);
  });
  afterAll(async () => {
    await close();
    await world.close();
  });

  const start = async () => {
    const worker = WorkerProcess.spawn(world.env);
    workers.push(worker);
    await worker.started();
    return worker;
  };
  const toppedUp = async (card: string) => {
    const accountId = newId('acc');
    await use(Ledger).open({ accountId });
    await use(PaymentMethods).add({ accountId, operationId: newId('op'), processorPaymentMethodId: card });
    const topup = await use(TopUpWallet).topUp({ accountId, operationId: newId('op'), amountCents: 2500 });
    return { accountId, intentId: topup.processorPaymentIntentId ?? '' };
  };
  const expectEntries = (accountId: string, entries: readonly [string, number][]) =>
    eventually(async () => {
      const rows = await world.db.query<{ kind: string; amount_cents: number }>(
        `SELECT kind, amount_cents FROM billing.transactions WHERE account_id = $1 ORDER BY created_at`,
        [accountId],
      );
      expect(rows.map(({ kind, amount_cents }) => [kind, amount_cents])).toEqual(entries);
    }, SLOW);

  it(
    'credits an authenticated payment, and debits a disputed one, within seconds',
    async () => {
      await start();
      const waiting = await toppedUp('pm_card_authenticationRequired');
      const disputed = await toppedUp('pm_card_createDispute');
      await use(SandboxPayments).act({ intentId: waiting.intentId, action: 'authenticate' });
      await expectEntries(waiting.accountId, [['topup', 2500]]);
      await expectEntries(disputed.accountId, [
        ['topup', 2500],
        ['chargeback', -2500],
      ]);
    },
    SLOW,
  );

  it(
    'debits a disputed payment once when the worker is killed repeatedly',
    async () => {
      await world.db.query(`CREATE OR REPLACE FUNCTION billing.stop() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${LOCK}); RETURN NEW; END $$`);
      await world.db.query(`CREATE TRIGGER stop BEFORE INSERT ON billing.transactions
        FOR EACH ROW WHEN (NEW.kind = 'chargeback') EXECUTE FUNCTION billing.stop()`);
      const { accountId } = await toppedUp('pm_card_createDispute');
      for (let time = 0; time < 2; time++) {
        const release = await world.hold(LOCK);
        const worker = await start();
        await world.awaited(LOCK);
        await worker.kill();
        await release();
        // What the dead worker had asked for must not be finished for it.
        await world.db.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE application_name = 'trunkline-worker' AND state <> 'idle' AND query LIKE '%billing.transactions%'
             AND pid <> pg_backend_pid() AND datname = current_database()`,
        );
        await world.loseClaims();
      }
      await start();
      await expectEntries(accountId, [
        ['topup', 2500],
        ['chargeback', -2500],
      ]);
      await world.db.query(`DROP TRIGGER stop ON billing.transactions`);
    },
    3 * SLOW,
  );

  it(
    'refunds the rest of a closed account to the card',
    async () => {
      const { accountId, intentId } = await toppedUp('pm_card_visa');
      expect(await use(Ledger).payOut({ accountId, reference: 'closure' })).toBe(true);
      await start();
      await (use(Clock) as MovableClock).advance(HOUR_S);
      await eventually(async () => {
        const refunds = await world.db.query(`SELECT amount_cents FROM billing.sandbox_refunds WHERE intent_id = $1`, [
          intentId,
        ]);
        expect(refunds).toEqual([{ amount_cents: 2500 }]);
        const paid = await world.db.query(
          `SELECT amount_cents FROM billing.postings WHERE account_id = $1 AND debit_account = 'refunds_due'`,
          [accountId],
        );
        expect(paid).toEqual([{ amount_cents: 2500 }]);
      }, SLOW);
    },
    SLOW,
  );
});
