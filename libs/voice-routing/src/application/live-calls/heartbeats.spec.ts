import { NoTransactor, TestClock } from '@trunkline/kernel/testing';
import { FakeAccounts, FakeCaps, FakeFunds, FakePrices } from '../../testing';
import { AccountStanding } from '../calls/account-standing';
import { Heartbeats } from './heartbeats';
import { type HeartbeatPart, LiveCallStore } from './ports';

const NOW = new Date('2026-03-02T10:00:00Z');
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

function world() {
  const received: HeartbeatPart[] = [];
  const store: Pick<LiveCallStore, 'receive' | 'accountsToExtend' | 'extended'> = {
    receive: (part) => Promise.resolve(void received.push(part)),
    accountsToExtend: () => Promise.resolve([]),
    extended: () => Promise.resolve([]),
  };
  const calls = Object.assign(Object.create(LiveCallStore.prototype) as LiveCallStore, store);
  const clock = new TestClock(NOW);
  const funds = new FakeFunds();
  const standings = new AccountStanding(new FakeAccounts(), funds, new FakeCaps());
  const heartbeats = new Heartbeats(new NoTransactor(), calls, funds, standings, new FakePrices(), clock);
  const receive = (at: Date | null, part = 1) =>
    heartbeats.receive({ switchId: 'sw1', node: '', count: null, bootId: null, at, part, parts: 2, decisionIds: [] });
  return { clock, receive, times: () => received.map(({ at }) => at) };
}

describe('Heartbeats', () => {
  it('matches parts by their time when the clock of the switch is slightly ahead', async () => {
    const { clock, receive, times } = world();
    await receive(after(3), 1);
    clock.advance(1);
    await receive(after(3), 2);
    expect(times()).toEqual([after(3), after(3)]);
  });

  it('treats a time far in the future and a missing time as now', async () => {
    const { receive, times } = world();
    await receive(after(61));
    await receive(new Date('9999-12-31T23:59:59Z'));
    await receive(null);
    expect(times()).toEqual([NOW, NOW, NOW]);
  });
});
