import { receiveEvent, eventsOf, processorWorld, type ProcessorWorld } from '../../testing/processor-world';
import { fundedAccount } from '../../testing/postgres-world';

describe('PayRefunds', () => {
  let world: ProcessorWorld;
  let accountId: string;
  let operation = 0;

  beforeAll(async () => {
    world = await processorWorld();
  });
  beforeEach(async () => {
    accountId = await fundedAccount(world, 500);
    const card = { accountId, operationId: 'card', processorPaymentMethodId: 'pm_card_visa' };
    await world.paymentMethods.add(card);
  });
  afterEach(async () => {
    expect(await world.journal.verify()).toEqual([]);
  });
  afterAll(() => world.close());

  const topUp = async (amountCents: number) => {
    world.clock.advance(1);
    const topup = await world.topUpWallet.topUp({ accountId, operationId: `op ${++operation}`, amountCents });
    return topup.processorPaymentIntentId ?? '';
  };
  const spend = (amountCents: number) => {
    const charge = { relatedKind: null, relatedId: null, description: 'Calls', reference: `spent ${++operation}` };
    return world.ledger.charge({ accountId, amountCents, ...charge });
  };
  const leave = async () => expect(await world.ledger.payOut({ accountId, reference: 'closure' })).toBe(true);
  const refunded = async (intentId: string) =>
    (await world.processor.refundsOf(intentId)).map(({ amountCents }) => amountCents);
  const due = async () => {
    const { items } = await world.due.list({ limit: 1000, sort: 'account_id', order: 'asc', after: null });
    return items.find((each) => each.accountId === accountId) ?? null;
  };
  const fault = (kind: 'timeout' | 'error', times = 1) =>
    world.sandbox.faults.script({ target: 'processor', point: 'request', kind, times });

  it('refunds card payments, newest first, up to what each has left, without granted credit', async () => {
    const [first, second, third] = [await topUp(1000), await topUp(2000), await topUp(600)];
    await spend(900);
    await leave();
    expect(await due()).toMatchObject({ dueCents: 3200, onItsWayCents: 0 });
    await world.payRefunds.pay();
    expect([await refunded(third), await refunded(second), await refunded(first)]).toEqual([[600], [2000], [600]]);
    expect(await due()).toBeNull();
    await world.payRefunds.pay();
    expect([await refunded(third), await refunded(second), await refunded(first)]).toEqual([[600], [2000], [600]]);
  });

  it('pays each refund once when workers race', async () => {
    const intentId = await topUp(2000);
    await leave();
    await Promise.all(Array.from({ length: 8 }, () => world.payRefunds.pay()));
    expect(await refunded(intentId)).toEqual([2000]);
    expect(await due()).toBeNull();
  });

  it.each(['timeout', 'error'] as const)('completes refunds after a processor failure: %s', async (kind) => {
    const intentId = await topUp(2000);
    await leave();
    await fault(kind, 2);
    await world.payRefunds.pay();
    await world.sandbox.faults.script({ target: 'processor', point: 'request', kind, times: 0 });
    expect(await due()).toMatchObject({ dueCents: 2000, onItsWayCents: 2000 });
    await world.payRefunds.pay();
    expect(await due()).toMatchObject({ onItsWayCents: 2000 });
    world.clock.advance(61);
    await world.payRefunds.pay();
    expect(await refunded(intentId)).toEqual([2000]);
    expect(await due()).toBeNull();
  });

  it('recognizes its own refunds in processor events', async () => {
    const intentId = await topUp(2000);
    await leave();
    const refundsOf = world.processor.refundsOf.bind(world.processor);
    const refund = world.processor.refund.bind(world.processor);
    world.processor.refund = async (order) => {
      await refund(order);
      throw new Error('kill -9');
    };
    await expect(world.payRefunds.pay()).rejects.toThrow(AggregateError);
    Object.assign(world.processor, { refund, refundsOf });
    expect(await due()).toMatchObject({ dueCents: 2000 });
    for (const event of await eventsOf(world, accountId)) await receiveEvent(world, event);
    expect(await due()).toBeNull();
    expect((await world.ledger.balance(accountId)).amountCents).toBe(0);
    expect(await refunded(intentId)).toEqual([2000]);
  });

  it('excludes disputed and refunded amounts, and keeps what no card accepts due', async () => {
    const [first, second] = [await topUp(1000), await topUp(2000)];
    await world.sandbox.payments.act({ intentId: second, action: 'dispute', amountCents: 1500 });
    await world.sandbox.payments.act({ intentId: first, action: 'refund', amountCents: 400 });
    for (const event of await eventsOf(world, accountId)) await receiveEvent(world, event);
    const credit = { relatedKind: null, relatedId: null, reference: 'late', description: 'Refund of a number' };
    await world.ledger.refund({ accountId, amountCents: 300, ...credit });
    await leave();
    expect(await due()).toMatchObject({ dueCents: 1100 });
    // The processor has a refund that was not reported yet, so it refuses the rest of the first charge.
    await world.sandbox.payments.act({ intentId: first, action: 'refund', amountCents: 100 });
    await world.payRefunds.pay();
    expect(await refunded(second)).toEqual([500]);
    expect((await refunded(first)).sort()).toEqual([100, 400]);
    expect(await due()).toEqual({ accountId, dueCents: 600, onItsWayCents: 0, failedCents: 600 });
    await world.payRefunds.pay();
    expect(await due()).toMatchObject({ dueCents: 600 });
  });

  it('makes a refund due again when the card returns it days later', async () => {
    const intentId = await topUp(2000);
    await leave();
    await world.payRefunds.pay();
    const [refund] = await world.processor.refundsOf(intentId);
    if (!refund) throw new Error('Nothing was refunded.');
    const failed = { ...refund, status: 'failed' as const };
    expect(await world.cardRefunds.settleReported(failed)).toBe(true);
    expect(await world.cardRefunds.settleReported(failed)).toBe(true);
    expect(await due()).toEqual({ accountId, dueCents: 2000, onItsWayCents: 0, failedCents: 2000 });
  });

  it('waits for pending refunds', async () => {
    const intentId = await topUp(2000);
    await leave();
    const refundsOf = world.processor.refundsOf.bind(world.processor);
    const refund = world.processor.refund.bind(world.processor);
    const pending = { status: 'pending' as const };
    world.processor.refund = async (order) => ({ ...(await refund(order)), ...pending, refundId: 're_1' });
    world.processor.refundsOf = async (id) => (await refundsOf(id)).map((each) => ({ ...each, ...pending }));
    await world.payRefunds.pay();
    expect(await due()).toMatchObject({ onItsWayCents: 2000 });
    Object.assign(world.processor, { refund, refundsOf });
    world.clock.advance(61);
    await world.payRefunds.pay();
    expect(await due()).toBeNull();
    expect(await refunded(intentId)).toEqual([2000]);
  });
});
