import { addSeconds } from '@trunkline/kernel';
import { allot, CardRefund, type CardRefundStatus } from './card-refund';

const NOW = new Date('2026-03-01T00:00:00Z');
const PART = { topupId: 'top_1', processorPaymentIntentId: 'pi_1', amountCents: 700 };

function refundThat(status: CardRefundStatus): CardRefund {
  const refund = CardRefund.begin('acc_1', PART, NOW);
  if (status === 'succeeded') refund.succeed('re_1', NOW);
  if (status === 'failed') refund.fail('expired_card', NOW);
  return refund;
}

const EVENTS = {
  await: (refund: CardRefund) => refund.await('re_2'),
  succeed: (refund: CardRefund) => refund.succeed('re_2', NOW),
  fail: (refund: CardRefund) => refund.fail('lost_or_stolen_card', NOW),
};

describe('CardRefund', () => {
  it.each([
    ['processing', 'await', 'processing'],
    ['processing', 'succeed', 'succeeded'],
    ['processing', 'fail', 'failed'],
    ['succeeded', 'await', null],
    ['succeeded', 'succeed', null],
    ['succeeded', 'fail', 'failed'],
    ['failed', 'await', null],
    ['failed', 'succeed', null],
    ['failed', 'fail', null],
  ] as const)('changes from %s by %s to %s', (from, event, to) => {
    const refund = refundThat(from);
    if (to === null) {
      expect(() => EVENTS[event](refund)).toThrow(`in status ${from} cannot become`);
      expect(refund.status).toBe(from);
    } else {
      EVENTS[event](refund);
      expect([refund.status, refund.checkAt === null, refund.completedAt !== null]).toEqual([
        to,
        to !== 'processing',
        to !== 'processing',
      ]);
    }
  });

  it('is checked after a minute, then at doubling intervals up to a day', () => {
    const refund = refundThat('processing');
    expect(refund.checkAt).toEqual(addSeconds(NOW, 60));
    const waits = Array.from({ length: 13 }, () => {
      refund.postponeCheck(NOW);
      return ((refund.checkAt?.getTime() ?? 0) - NOW.getTime()) / 1000;
    });
    expect(waits.slice(0, 3)).toEqual([60, 120, 240]);
    expect(waits.at(-1)).toBe(86_400);
  });
});

describe('allot', () => {
  const charge = (topupId: string, leftCents: number) => ({
    topupId,
    processorPaymentIntentId: `pi_${topupId}`,
    leftCents,
  });
  const parts = (dueCents: number, ...left: number[]) =>
    allot(
      dueCents,
      left.map((cents, index) => charge(String(index), cents)),
    ).map(({ topupId, amountCents }) => [topupId, amountCents]);

  it('allots to the first charge, then to the next', () => {
    expect(parts(700, 1000, 1000)).toEqual([['0', 700]]);
    expect(parts(1000, 1000, 1000)).toEqual([['0', 1000]]);
    expect(parts(1500, 1000, 1000)).toEqual([
      ['0', 1000],
      ['1', 500],
    ]);
  });

  it('allots nothing to charges without a rest', () => {
    expect(parts(1500, 300, 0, 200)).toEqual([
      ['0', 300],
      ['2', 200],
    ]);
    expect(parts(1500)).toEqual([]);
    expect(parts(0, 1000)).toEqual([]);
  });
});
