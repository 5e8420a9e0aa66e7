import { newId } from '@trunkline/kernel';
import type { ProcessorRefund } from '../card-processor';
import { fundedAccount } from '../../testing/postgres-world';
import { receiveEvent, processorWorld, type ProcessorWorld } from '../../testing/processor-world';

type Heard = () => Promise<void>;

const PAID = 2500;

describe('RecordReversals', () => {
  let world: ProcessorWorld;
  let accountId: string;
  let intentId: string;
  let topupId: string;
  let refunds: ProcessorRefund[];

  beforeAll(async () => {
    world = await processorWorld();
    const refundsOf = world.processor.refundsOf.bind(world.processor);
    world.processor.refundsOf = (id) => (id === intentId ? Promise.resolve([...refunds]) : refundsOf(id));
  });
  beforeEach(async () => {
    accountId = await fundedAccount(world);
    refunds = [];
    const card = { accountId, operationId: 'card', processorPaymentMethodId: 'pm_card_visa' };
    await world.paymentMethods.add(card);
    const topup = await world.topUpWallet.topUp({ accountId, operationId: 'op', amountCents: PAID });
    intentId = topup.processorPaymentIntentId ?? '';
    topupId = topup.id;
  });
  afterEach(async () => {
    expect(await world.journal.verify()).toEqual([]);
  });
  afterAll(() => world.close());

  const tell = (type: string, object: object) => {
    const id = newId('evt');
    return receiveEvent(world, { id, body: JSON.stringify({ id, object: 'event', type, data: { object } }) });
  };
  const dispute = (id: string, amount: number, type: string, status: string): Heard => {
    return () =>
      tell(`charge.dispute.${type}`, { id: `dp_${id}${accountId}`, status, amount, payment_intent: intentId });
  };
  const disputed = (id: string, amount: number) => dispute(id, amount, 'created', 'needs_response');
  const won = (id: string, amount: number) => dispute(id, amount, 'closed', 'won');
  const lost = (id: string, amount: number) => dispute(id, amount, 'closed', 'lost');
  const refunded = (id: string, amountCents: number, status: ProcessorRefund['status'] = 'succeeded'): Heard => {
    const refundId = `re_${id}${accountId}`;
    return () => {
      const isFinal = refunds.some((each) => each.refundId === refundId && each.status === 'failed');
      const others = refunds.filter((each) => each.refundId !== refundId);
      refunds = [...others, { refundId, idempotencyKey: null, amountCents, status: isFinal ? 'failed' : status }];
      return tell('charge.refunded', { payment_intent: intentId });
    };
  };
  const amounts = () =>
    world.db.query<{ kind: string; amount_cents: number; balance_after_cents: number }>(
      `SELECT kind, amount_cents, balance_after_cents FROM billing.transactions
       WHERE account_id = $1 AND related_kind = 'topup' AND related_id = $2 AND kind <> 'topup' ORDER BY created_at`,
      [accountId, topupId],
    );
  /** The debit of the payment: its final and its highest value. */
  const debited = async () => {
    const running = (await amounts()).map(({ balance_after_cents }) => PAID - balance_after_cents);
    return { now: running.at(-1) ?? 0, most: Math.max(0, ...running), least: Math.min(0, ...running) };
  };

  it('debits no more than the payment when a refunded payment is also disputed', async () => {
    await refunded('a', 1000)();
    await disputed('a', PAID)();
    expect(await debited()).toMatchObject({ now: PAID, most: PAID });
  });

  it('debits no more than the payment when a disputed payment is also refunded', async () => {
    await disputed('a', PAID)();
    await refunded('a', 1000)();
    await refunded('b', 1500)();
    expect(await debited()).toMatchObject({ now: PAID, most: PAID });
  });

  it('keeps the refund debited when the dispute of a refunded payment is won', async () => {
    await disputed('a', PAID)();
    await refunded('a', 1000)();
    await won('a', PAID)();
    expect(await debited()).toMatchObject({ now: 1000, most: PAID, least: 0 });
  });

  it('keeps the dispute debited when the refund of a disputed payment fails', async () => {
    await refunded('a', PAID)();
    await disputed('a', 2000)();
    await refunded('a', PAID, 'failed')();
    expect(await debited()).toMatchObject({ now: 2000, most: PAID, least: 0 });
  });

  it('debits nothing for a dispute of a payment refunded to a closed account', async () => {
    expect(await world.ledger.payOut({ accountId, reference: 'closure' })).toBe(true);
    await world.payRefunds.pay();
    await disputed('a', PAID)();
    expect((await world.ledger.balance(accountId)).amountCents).toBe(0);
  });

  it('debits the dispute when the refund to the card of a closed account fails', async () => {
    await world.ledger.payOut({ accountId, reference: 'closure' });
    await world.cardRefunds.plan(accountId);
    const [own] = await world.db.query<{ id: string }>(`SELECT id FROM billing.card_refunds WHERE account_id = $1`, [
      accountId,
    ]);
    await disputed('a', PAID)();
    expect((await world.ledger.balance(accountId)).amountCents).toBe(0);
    const failed = { refundId: 're_own', idempotencyKey: own?.id ?? '', amountCents: PAID, status: 'failed' } as const;
    await Promise.all(Array.from({ length: 4 }, () => world.cardRefunds.settleReported(failed)));
    expect((await world.ledger.balance(accountId)).amountCents).toBe(-PAID);
  });

  it('counts reversals that an older version debited in full', async () => {
    const entry = { accountId, relatedKind: 'topup', relatedId: topupId, processorPaymentIntentId: intentId };
    const post = (kind: 'chargeback' | 'refund', reference: string, amountCents: number) =>
      world.ledger.moveByProcessor({ ...entry, kind, reference, amountCents, description: 'Before' });
    await post('chargeback', `dispute:dp_a${accountId}`, -1500);
    await post('refund', `card-refund:re_a${accountId}`, -1000);
    await post('refund', `card-refund:re_a${accountId}:failed`, 1000);
    await refunded('b', 2000)();
    expect(await debited()).toMatchObject({ now: PAID, most: PAID });
    await won('a', 1500)();
    expect(await debited()).toMatchObject({ now: 2000, most: PAID });
  });

  const history: readonly (readonly [Heard, Heard])[] = [
    [disputed('a', PAID), won('a', PAID)],
    [disputed('b', 800), lost('b', 800)],
    [refunded('a', 1000), refunded('a', 1000, 'failed')],
    [refunded('b', 900), refunded('b', 900)],
  ];
  /** The lost dispute and the successful refund. */
  const LEFT = 800 + 900;

  it.each([...orders(8, 24)].map((order) => ({ order })))(
    'debits the same for repeated updates in the order $order',
    async ({ order }) => {
      const news = history.flat();
      for (const index of [...order, ...order.toReversed()]) {
        await news[index]?.();
        const { most, least } = await debited();
        expect([most <= PAID, least]).toEqual([true, 0]);
      }
      expect(await debited()).toMatchObject({ now: LEFT });
    },
  );

  it.each([1, 2, 3, 4, 5])('debits no more than the payment when all updates race, round %i', async () => {
    refunds = ['a', 'b', 'c'].map((id) => {
      return { refundId: `re_${id}${accountId}`, idempotencyKey: null, amountCents: 1200, status: 'succeeded' };
    });
    const listed = () => tell('charge.refunded', { payment_intent: intentId });
    const news = [disputed('a', PAID), listed, disputed('b', 700), listed, lost('c', 2000), listed];
    await Promise.all([...news, ...news].map((act) => act()));
    expect(await debited()).toMatchObject({ now: PAID, most: PAID });
    await Promise.all([won('a', PAID), won('c', 2000), won('b', 700)].map((act) => act()));
    expect(await debited()).toMatchObject({ now: PAID });
  });
});

/** Returns permutations of a number of items, the same in every run. */
function* orders(length: number, count: number): Generator<number[]> {
  let seed = 20_261_122;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let index = 0; index < count; index++) {
    yield Array.from({ length }, (_, each) => [random(), each] as const)
      .sort(([a], [b]) => a - b)
      .map(([, each]) => each);
  }
}
