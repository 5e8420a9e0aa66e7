import type { Fate } from '@trunkline/messaging/testing';
import fc from 'fast-check';
import { MessageHistory, type MessagePlan, type Receipt, type Step } from './message-history';

/** Histories of each property. Set PROPERTY_RUNS to look further. */
const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 12);

const fate = fc.constantFrom<Fate>(
  'accepted',
  'accepted',
  'refused',
  'busy',
  'unreachable',
  'answer_lost',
  'never_arrived',
);
const message: fc.Arbitrary<MessagePlan> = fc.record({
  recipient: fc.nat(3),
  segments: fc.integer({ min: 1, max: 3 }),
  fates: fc.array(fate, { maxLength: 3 }),
  receipt: fc.constantFrom<Receipt>('early', 'soon', 'soon', 'late', 'lost'),
  isDelivered: fc.boolean(),
  isDoubled: fc.boolean(),
});
const send: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('send' as const),
  messages: fc.array(message, { minLength: 1, maxLength: 6 }),
});
const work = (killedAt: fc.Arbitrary<number | null>): fc.Arbitrary<Step> =>
  fc.record({ kind: fc.constant('work' as const), killedAt, workers: fc.integer({ min: 1, max: 2 }) });
const carrier: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('carrier' as const),
  index: fc.nat(1),
  isUp: fc.boolean(),
});
const others: fc.WeightedArbitrary<Step>[] = [
  { weight: 4, arbitrary: send },
  { weight: 2, arbitrary: fc.constant({ kind: 'receipts' as const }) },
  { weight: 2, arbitrary: carrier },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), index: fc.nat(20) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), seconds: fc.integer({ min: 1, max: 900 }) }),
  },
];
const stepsOf = (...weighted: fc.WeightedArbitrary<Step>[]) =>
  fc
    .tuple(send, fc.array(fc.oneof(...others, ...weighted), { minLength: 6, maxLength: 16 }))
    .map(([first, rest]) => [first, ...rest]);

const FORWARD = [['sent'], ['sent', 'delivered'], ['sent', 'undelivered'], ['delivered'], ['undelivered'], ['failed']];

describe('messages under random histories', () => {
  let history: MessageHistory;

  beforeAll(async () => {
    history = await MessageHistory.open();
  });
  afterAll(() => history.close());

  /** fast-check prints the seed and history of a failure. */
  const holds = (steps: fc.Arbitrary<Step[]>) =>
    fc.assert(
      fc.asyncProperty(steps, async (given) => {
        await history.begin();
        for (const step of given) await history.run(step);
        await history.finish();
        await check();
      }),
      { numRuns: RUNS, endOnFailure: true },
    );

  const check = async (): Promise<void> => {
    const messages = await history.final();
    const announced = await history.announced();
    for (const each of messages) {
      expect([each.id, each.phase]).toEqual([each.id, null]);
      expect(['delivered', 'undelivered', 'failed']).toContain(each.status);
      expect([each.id, each.charges]).toEqual([each.id, each.sentAt === null ? 0 : 1]);
      expect([each.id, each.taken <= 1]).toEqual([each.id, true]);
      if (each.status === 'delivered') expect(each.sentAt).not.toBeNull();
      if (each.taken === 0) expect([each.id, each.charges]).toEqual([each.id, 0]);
      expect(FORWARD).toContainEqual(announced.get(each.id));
      expect(announced.get(each.id)?.at(-1)).toBe(each.status);
    }
    const { heldCents, spentCents, pricesCents, differences } = await history.money();
    expect([heldCents, differences]).toEqual([0, []]);
    expect(spentCents).toBe(pricesCents);
    for (const [offered, sent] of history.orders()) expect(offered).toEqual(sent);
  };

  it('end in one state, with one charge or none, when carriers vanish and receipts are early, late, doubled or lost', async () => {
    await holds(stepsOf({ weight: 5, arbitrary: work(fc.constant(null)) }));
    expect(history.seen).toMatchObject({ killed: 0 });
    expect(history.seen.early).toBeGreaterThan(0);
    expect(history.seen.failedOver).toBeGreaterThan(0);
    expect(history.seen.unknown).toBeGreaterThan(0);
  });

  it('do so when workers are killed before any statement', async () => {
    await holds(stepsOf({ weight: 6, arbitrary: work(fc.option(fc.integer({ min: 0, max: 40 }), { freq: 4 })) }));
    expect(history.seen.killed).toBeGreaterThan(0);
  });
});
