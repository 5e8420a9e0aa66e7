import { NoTransactor, TestClock } from '@trunkline/kernel/testing';
import { aQuote, FakeFunds, FakePrices } from '../../testing';
import { type CallEnd, FollowCalls } from './follow-calls';
import { type LiveCall, LiveCallStore } from './ports';

const START = new Date('2026-03-02T10:00:00Z');
const after = (seconds: number) => new Date(START.getTime() + seconds * 1000);

/** A call of 900 granted seconds at a cent each, decided at START, that ends 200 seconds later by our clock. */
function world({ billableFrom = null, isAnswered = billableFrom !== null }: Partial<LiveCall> = {}) {
  const funds = new FakeFunds();
  funds.held.set('rd_1', 900);
  const call: LiveCall = {
    id: 'call_1',
    decisionId: 'rd_1',
    accountId: 'acc_1',
    direction: 'inbound',
    rating: aQuote(),
    routes: [
      { targetId: null, targetKind: 'sip_trunk', trunkId: 't', gatewayId: null, destination: 'gw', rating: null },
    ],
    maxDurationSeconds: 900,
    startedAt: START,
    billableFrom,
    isAnswered,
  };
  const store: Pick<LiveCallStore, 'end'> = {
    end: (_call, end) => Promise.resolve({ ...call, billableFrom: end.billableFrom ?? call.billableFrom }),
  };
  const calls = Object.assign(Object.create(LiveCallStore.prototype) as LiveCallStore, store);
  const follow = new FollowCalls(new NoTransactor(), calls, funds, new FakePrices(), new TestClock(after(200)));
  return async (end: Partial<CallEnd>) => {
    await follow.end({ switchId: 'sw1', decisionId: 'rd_1' }, { at: null, answeredAt: undefined, ...end });
    return funds.held.get('rd_1');
  };
}

describe('FollowCalls.end', () => {
  it('holds the price of the time between the reported answer and end', async () => {
    expect(await world()({ at: after(200), answeredAt: after(20) })).toBe(180);
    expect(await world({ billableFrom: after(20) })({ at: after(200) })).toBe(180);
    expect(await world()({ at: after(200.9), answeredAt: after(20.1) })).toBe(181);
    expect(await world()({ at: after(5_000), answeredAt: after(20) })).toBe(900);
  });

  it('holds no less when the clock of the switch is ahead', async () => {
    expect(await world({ billableFrom: after(75) })({ at: after(255) })).toBe(180);
    expect(await world()({ at: after(255), answeredAt: after(75) })).toBe(180);
    expect(await world()({ at: after(430), answeredAt: after(270) })).toBe(200);
  });

  it('holds no less when the clock of the switch is behind, or the end is implausible', async () => {
    expect(await world()({ at: after(-100) })).toBe(200);
    expect(await world()({ at: new Date(0) })).toBe(200);
    expect(await world({ billableFrom: after(20) })({ at: new Date(0) })).toBe(200);
    expect(await world()({ at: after(10), answeredAt: after(20) })).toBe(200);
  });

  it('holds the price of the whole time since the decision when answer or end is not reported', async () => {
    expect(await world()({ at: after(200) })).toBe(200);
    expect(await world({ isAnswered: true })({})).toBe(200);
    expect(await world()({ answeredAt: after(190) })).toBe(200);
  });

  it('holds nothing for an unanswered call, unless an answer was reported before', async () => {
    expect(await world()({ answeredAt: null })).toBe(0);
    expect(await world({ isAnswered: true })({ answeredAt: null })).toBe(200);
    expect(await world({ billableFrom: after(20) })({ at: after(200), answeredAt: null })).toBe(180);
  });
});
