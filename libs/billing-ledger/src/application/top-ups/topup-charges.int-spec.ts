import { AsyncResource } from 'node:async_hooks';
import { once } from 'node:events';
import { lockWaits } from '@trunkline/platform/testing';
import type { CardChargeOutcome } from '../card-processor';
import { fundedAccount, postgresWorld, type PostgresWorld } from '../../testing/postgres-world';
import type { Topup } from '../../domain/topup';

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

describe('top-ups on PostgreSQL', () => {
  let world: PostgresWorld;
  let accountId: string;

  beforeAll(async () => {
    world = await postgresWorld();
  });

  beforeEach(async () => {
    accountId = await fundedAccount(world);
    await card('pm_card_visa');
  });

  afterAll(() => world.close());

  const card = (processorPaymentMethodId: string, operationId = `op ${processorPaymentMethodId}`) =>
    world.paymentMethods.add({
      accountId,
      operationId,
      processorPaymentMethodId,
      setDefault: true,
    });
  const topUp = (operationId: string, amountCents = 2500) =>
    world.topUpWallet.topUp({ accountId, operationId, amountCents });
  const balance = async () => (await world.ledger.balance(accountId)).amountCents;
  const charged = async () =>
    world.db.query<{ amount_cents: number; requests: number }>(
      `SELECT amount_cents, requests FROM billing.sandbox_charges WHERE account_id = $1`,
      [accountId],
    );

  /** A top-up as a crash left it: stored, perhaps charged, and not settled. */
  async function abandoned({ isCharged }: { readonly isCharged: boolean }): Promise<Topup> {
    const crash = new Error('kill -9');
    const settle = world.charges.settle.bind(world.charges);
    const charge = world.processor.charge.bind(world.processor);
    if (isCharged) world.charges.settle = () => Promise.reject(crash);
    else world.processor.charge = () => Promise.reject(crash);
    await expect(topUp('op crash')).rejects.toBe(crash);
    world.charges.settle = settle;
    world.processor.charge = charge;
    const topup = await world.topups.findByOperation(accountId, 'op crash');
    if (!topup) throw new Error('The intent was not written before the card was charged.');
    return topup;
  }

  it('charges and credits once for twenty parallel retries of one request', async () => {
    const topups = await times(20, () => topUp('op same'));
    expect(new Set(topups.map(({ id }) => id)).size).toBe(1);
    expect(topups.every(({ status }) => status === 'succeeded')).toBe(true);
    expect(await charged()).toHaveLength(1);
    expect(await balance()).toBe(2500);
  });

  it('credits each of several parallel requests', async () => {
    await times(5, (index) => topUp(`op ${index}`));
    expect(await balance()).toBe(12_500);
    expect(await charged()).toHaveLength(5);
  });

  it.each([
    ['before the processor was asked', { isCharged: false }],
    ['between the answer of the processor and the credit', { isCharged: true }],
  ])('charges and credits once after a crash %s', async (_when, state) => {
    const { id } = await abandoned(state);
    expect(await balance()).toBe(0);
    world.clock.advance(61);
    await times(4, () => world.settleTopups.settle());
    expect(await world.queries.getTopup(accountId, id)).toMatchObject({ status: 'succeeded' });
    expect(await balance()).toBe(2500);
    expect(await charged()).toHaveLength(1);
  });

  it('charges and credits once when retry and sweep race after a crash', async () => {
    const { id } = await abandoned({ isCharged: true });
    world.clock.advance(61);
    const [repeat] = await Promise.all([topUp('op crash'), world.settleTopups.settle(), topUp('op crash')]);
    expect(repeat).toMatchObject({ id, status: 'succeeded' });
    expect(await balance()).toBe(2500);
    expect(await charged()).toHaveLength(1);
  });

  const eventsOf = (topupId: string) =>
    world.db.query(`SELECT FROM platform.outbox WHERE type = 'billing.topup.succeeded' AND data->>'topup_id' = $1`, [
      topupId,
    ]);

  it('publishes a credit once for parallel updates', async () => {
    const { id } = await abandoned({ isCharged: true });
    await times(20, () => world.charges.settle(id, { status: 'succeeded', intentId: `pi_${id}` }));
    expect(await balance()).toBe(2500);
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it.each<[string, (intentId: string) => CardChargeOutcome]>([
    ['has failed', (intentId) => ({ status: 'failed', intentId, code: 'late', message: 'Late.' })],
    ['is on its way', (intentId) => ({ status: 'processing', intentId })],
  ])('stays succeeded when a concurrent update says that it %s', async (_how, late) => {
    const { id } = await abandoned({ isCharged: true });
    const intentId = `pi_${id}`;
    const credit = new EventTarget();
    const settled = world.db.run(async () => {
      await world.charges.settle(id, { status: 'succeeded', intentId });
      credit.dispatchEvent(new Event('written'));
      await lockWaits(world.db);
    });
    await once(credit, 'written');
    await Promise.all([settled, world.charges.settle(id, late(intentId))]);
    expect(await world.queries.getTopup(accountId, id)).toMatchObject({ status: 'succeeded', failureCode: null });
    expect(await balance()).toBe(2500);
  });

  it('claims each due top-up for one sweep', async () => {
    await abandoned({ isCharged: false });
    world.clock.advance(61);
    const claimed = await times(5, () => world.topups.claimDue(world.clock.now(), 10));
    expect(claimed.flat()).toHaveLength(1);
  });

  it('credits a payment intent once', async () => {
    const { id, processorPaymentIntentId, transactionId } = await topUp('op 1');
    const credit = { accountId, topupId: 'top_other', amountCents: 2500, description: 'Again' };
    const intent = { processorPaymentIntentId: processorPaymentIntentId ?? '' };
    await expect(world.ledger.creditTopup({ ...credit, ...intent })).rejects.toMatchObject({
      constraint: 'transactions_topup_intent',
    });
    expect(await world.ledger.creditTopup({ ...credit, ...intent, topupId: id })).toMatchObject({ transactionId });
    expect(await balance()).toBe(2500);
  });

  it('rejects a processor call inside a transaction', async () => {
    await expect(world.db.run(() => topUp('op inside'))).rejects.toThrow('inside a transaction');
  });

  it('saves a card once for parallel requests, with one default', async () => {
    const other = await fundedAccount(world);
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        world.paymentMethods.add({
          accountId: other,
          operationId: `op ${index}`,
          processorPaymentMethodId: index % 2 === 0 ? 'pm_card_visa' : 'pm_card_amex',
          setDefault: true,
        }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    const page = { limit: 10, sort: 'created_at', order: 'asc', after: null } as const;
    const { items } = await world.queries.listPaymentMethods(other, page);
    expect(items.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  it('keeps one default when two changes race', async () => {
    const cards = [await card('pm_card_mastercard'), await card('pm_card_amex')];
    await times(10, (index) => world.paymentMethods.makeDefault(accountId, cards[index % 2]?.id ?? ''));
    const page = { limit: 10, sort: 'created_at', order: 'asc', after: null } as const;
    const { items } = await world.queries.listPaymentMethods(accountId, page);
    expect(items.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  it('does not detach a card that was removed and saved again', async () => {
    const page = { limit: 10, sort: 'created_at', order: 'asc', after: null } as const;
    const [saved] = (await world.queries.listPaymentMethods(accountId, page)).items;
    await world.paymentMethods.remove(accountId, saved?.id ?? '');
    await world.paymentMethods.add({
      accountId,
      operationId: 'op again',
      processorPaymentMethodId: 'pm_card_visa',
    });
    expect(await world.paymentMethods.detachRemoved()).toBe(0);
  });

  it('does not detach a removed card that a transaction is saving again', async () => {
    const page = { limit: 10, sort: 'created_at', order: 'asc', after: null } as const;
    const [removed] = (await world.queries.listPaymentMethods(accountId, page)).items;
    await world.paymentMethods.remove(accountId, removed?.id ?? '');
    // Runs outside the transaction.
    const detach = AsyncResource.bind(() => world.paymentMethods.detachRemoved());
    const detaching = await world.db.run(async () => {
      await card('pm_card_visa', 'op again');
      const detached = detach();
      await lockWaits(world.db);
      return { detached };
    });
    expect(await detaching.detached).toBe(0);
  });
});
