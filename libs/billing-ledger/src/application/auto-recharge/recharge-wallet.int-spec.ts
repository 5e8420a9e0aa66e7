import { once } from 'node:events';
import { eventually } from '@trunkline/platform/testing';
import type { CardCharge } from '../card-processor';
import { fundedAccount, postgresWorld, type PostgresWorld } from '../../testing/postgres-world';

const DEBITS = 1000;
const CONFIG = { enabled: true, thresholdCents: 10_000, amountCents: 20_000 };
const COOL_DOWN_S = 600;

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

describe('auto-recharge on PostgreSQL', () => {
  let world: PostgresWorld;
  let accountId: string;

  beforeAll(async () => {
    world = await postgresWorld();
  });
  afterAll(() => world.close());

  const account = async (balanceCents: number, card = 'pm_card_visa') => {
    accountId = await fundedAccount(world, balanceCents);
    const order = { accountId, operationId: `op ${accountId}`, processorPaymentMethodId: card };
    const { id } = await world.paymentMethods.add(order);
    await world.autoRecharge.set(accountId, CONFIG);
    return id;
  };
  const order = (index: number, amountCents = 20) => ({
    accountId,
    amountCents,
    description: 'A call',
    relatedKind: 'cdr',
    relatedId: `cdr_${index}`,
    reference: `call ${index}`,
    overdraft: true,
  });
  const debit = (index: number) => world.ledger.charge(order(index));
  const balance = async () => (await world.ledger.balance(accountId)).amountCents;
  const charges = () =>
    world.db.query<{ idempotency_key: string; requests: number }>(
      `SELECT idempotency_key, requests FROM billing.sandbox_charges WHERE account_id = $1 ORDER BY created_at`,
      [accountId],
    );
  const published = async () => {
    const rows = await world.db.query<{ type: string; data: { claim_id?: string } }>(
      `SELECT type, data FROM platform.outbox WHERE account_id = $1 AND type LIKE 'billing.recharge.%' ORDER BY id`,
      [accountId],
    );
    return rows.map(({ type }) => type.replace('billing.recharge.', ''));
  };
  const claim = async () => (await world.recharges.find(accountId))!;
  const run = () => world.rechargeWallet.recharge(accountId);

  it('takes one claim for a thousand parallel debits around the threshold, and charges once', async () => {
    await account(20_000);
    await times(DEBITS, debit);
    expect(await balance()).toBe(0);
    expect(await published()).toEqual(['claimed']);
    const claimed = await claim();
    await times(5, run);
    expect(await charges()).toEqual([{ idempotency_key: `ar_${claimed.claimId ?? ''}`, requests: 1 }]);
    expect(await balance()).toBe(20_000);
    expect(await published()).toEqual(['claimed', 'succeeded']);
    expect(await world.journal.verify()).toEqual([]);
  });

  it('takes one claim for bulk debits, by the first below the threshold', async () => {
    await account(10_050);
    const posted = await world.ledger.chargeAll(Array.from({ length: 10 }, (_, index) => order(index)));
    expect(await claim()).toMatchObject({ claimId: posted[2]?.transactionId, claimStatus: 'waiting' });
    await world.ledger.chargeAll(Array.from({ length: 10 }, (_, index) => order(10 + index)));
    expect(await claim()).toMatchObject({ claimId: posted[2]?.transactionId });
    expect(await published()).toEqual(['claimed']);
  });

  it('takes one claim when bulk and single debits race at the threshold', async () => {
    await account(12_000);
    await times(20, async (index) => {
      if (index % 2 === 0) await debit(1000 + index);
      else await world.ledger.chargeAll(Array.from({ length: 30 }, (_, n) => order(100 * index + n)));
    });
    expect(await balance()).toBe(12_000 - 310 * 20);
    expect(await published()).toEqual(['claimed']);
    expect(await world.journal.verify()).toEqual([]);
  });

  it('charges once while debits, jobs and events race', async () => {
    await account(20_000);
    const debits = times(DEBITS, debit);
    const workers = times(5, async () => {
      for (let look = 0; look < 40; look++) {
        await run();
        await world.rechargeWallet.rechargeDue();
      }
    });
    await Promise.all([debits, workers]);
    expect(await charges()).toEqual([{ idempotency_key: expect.any(String), requests: 1 }]);
    expect(await balance()).toBe(20_000);
    expect((await published()).filter((type) => type === 'succeeded')).toHaveLength(1);
    expect(await world.journal.verify()).toEqual([]);
  });

  it('charges once with a slow processor and repeated jobs', async () => {
    await account(10_000);
    await debit(1);
    const charge = world.processor.charge.bind(world.processor);
    const answer = new EventTarget();
    let asked = 0;
    world.processor.charge = async (order: CardCharge) => {
      asked++;
      await once(answer, 'go');
      return charge(order);
    };
    let finished = 0;
    const jobs = times(10, async () => {
      await run();
      finished++;
    });
    await eventually(() => expect([finished, asked]).toEqual([9, 1]));
    await times(5, (index) => debit(10 + index));
    await world.rechargeWallet.rechargeDue();
    answer.dispatchEvent(new Event('go'));
    await jobs;
    world.processor.charge = charge;
    world.clock.advance(60);
    await times(3, () => world.rechargeWallet.rechargeDue());
    expect([asked, (await charges()).length]).toEqual([1, 1]);
    expect(await published()).toEqual(['claimed', 'succeeded']);
  });

  it.each([
    ['after the attempt was written down', 'charge'],
    ['between the answer of the processor and the credit', 'settle'],
    ['between the credit and the end of the claim', 'conclude'],
  ] as const)('continues after a crash %s, with one charge and one credit', async (_when, where) => {
    await account(10_000);
    await debit(1);
    const crash = new Error('kill -9');
    const { charge } = world.processor;
    const [complete, settle] = [world.charges.complete.bind(world.charges), world.charges.settle.bind(world.charges)];
    if (where === 'charge') world.processor.charge = () => Promise.reject(crash);
    if (where === 'settle') world.charges.settle = () => Promise.reject(crash);
    if (where === 'conclude') {
      world.charges.complete = async (topup) => {
        await complete(topup);
        throw crash;
      };
    }
    await expect(run()).rejects.toBe(crash);
    Object.assign(world.processor, { charge });
    Object.assign(world.charges, { complete, settle });
    expect(await claim()).toMatchObject({ claimStatus: 'begun', lastAttemptStatus: 'processing' });
    await times(5, (index) => debit(10 + index));
    world.clock.advance(61);
    await times(3, () => world.settleTopups.settle());
    await times(3, () => world.rechargeWallet.rechargeDue());
    expect(await charges()).toHaveLength(1);
    expect(await balance()).toBe(10_000 - 6 * 20 + 20_000);
    expect(await published()).toEqual(['claimed', 'succeeded']);
    expect(await claim()).toMatchObject({ claimId: null });
  });

  it('keeps the claim of a declined card during further debits and jobs', async () => {
    await account(10_000, 'pm_card_chargeCustomerFail');
    await debit(1);
    await times(50, async (index) => {
      await debit(10 + index);
      await run();
    });
    await world.rechargeWallet.rechargeDue();
    expect(await charges()).toHaveLength(1);
    expect(await published()).toEqual(['claimed', 'failed']);
    world.clock.advance(COOL_DOWN_S);
    await times(5, () => world.rechargeWallet.rechargeDue());
    expect((await charges()).map(({ requests }) => requests)).toEqual([1, 1]);
  });

  it('finds a low balance without a claim', async () => {
    await account(10_000);
    await world.autoRecharge.set(accountId, { enabled: false, thresholdCents: null, amountCents: null });
    await debit(1);
    await world.autoRecharge.set(accountId, CONFIG);
    expect(await claim()).toMatchObject({ claimId: null });
    await world.rechargeWallet.rechargeDue();
    expect(await balance()).toBe(10_000 - 20 + 20_000);
  });

  it('is never enabled without a default card when both changes race', async () => {
    for (let round = 0; round < 20; round++) {
      const card = await account(20_000);
      await world.autoRecharge.set(accountId, { enabled: false, thresholdCents: null, amountCents: null });
      const results = await Promise.allSettled([
        world.paymentMethods.remove(accountId, card),
        world.autoRecharge.set(accountId, CONFIG),
      ]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const { enabled } = await world.autoRecharge.get(accountId);
      expect(enabled).toBe((await world.methods.findDefault(accountId)) !== null);
    }
  });

  it('stores parallel first settings once', async () => {
    accountId = await fundedAccount(world);
    await world.paymentMethods.add({ accountId, operationId: 'op', processorPaymentMethodId: 'pm_card_visa' });
    await times(10, () => world.autoRecharge.set(accountId, CONFIG));
    expect(await world.autoRecharge.get(accountId)).toMatchObject(CONFIG);
  });

  it('processes more accounts than one batch', async () => {
    const accounts: string[] = [];
    for (let count = 0; count < 101; count++) {
      await account(100);
      accounts.push(accountId);
    }
    await world.rechargeWallet.rechargeDue();
    const { count } = (await world.db.find<{ count: number }>(
      `SELECT count(*) AS count FROM billing.topups WHERE auto AND status = 'succeeded' AND account_id = ANY ($1)`,
      [accounts],
    ))!;
    expect(count).toBe(101);
  });
});
