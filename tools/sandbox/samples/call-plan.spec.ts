import { planCalls, planRejected } from './call-plan';

const DAY_S = 86_400;
const NOW = Date.UTC(2026, 10, 20, 12) / 1000;

describe('the sample calls', () => {
  const calls = planCalls(5, NOW);

  it('fill forty days up to now in the order of time', () => {
    const days = new Set(calls.map(({ startedAt }) => Math.floor(startedAt / DAY_S)));
    expect(days.size).toBe(40);
    expect(calls.every(({ startedAt, ringS, talkS }) => startedAt + ringS + (talkS ?? 0) < NOW)).toBe(true);
    expect(calls.map(({ startedAt }) => startedAt)).toEqual(
      calls.map(({ startedAt }) => startedAt).sort((one, other) => one - other),
    );
  });

  it('are the same for the same time', () => {
    expect(planCalls(5, NOW)).toEqual(calls);
  });

  it('include each direction, result and number, and calls that fail over', () => {
    const values = (name: 'direction' | 'result' | 'number') => new Set(calls.map((call) => call[name]));
    expect(values('direction').size).toBe(2);
    expect(values('result').size).toBe(4);
    expect(values('number').size).toBe(5);
    expect(calls.some(({ failsOver }) => failsOver)).toBe(true);
  });

  it('fail for several reasons, and are fewer on weekends', () => {
    const failed = calls.filter(({ result }) => result === 'failed');
    expect(new Set(failed.map(({ failureCode }) => failureCode)).size).toBeGreaterThan(1);
    const isWeekend = ({ startedAt }: (typeof calls)[number]) =>
      [0, 6].includes(new Date(startedAt * 1000).getUTCDay());
    const weekend = calls.filter(isWeekend).length / 12;
    const working = calls.filter((call) => !isWeekend(call)).length / 28;
    expect(working).toBeGreaterThan(2 * weekend);
  });

  it('are with valid numbers', () => {
    expect(calls.filter(({ party }) => !/^\+[1-9]\d{10,12}$/.test(party))).toEqual([]);
  });
});

it('plans rejected calls of the days that are listed, inbound ones to the number without a route', () => {
  const rejected = planRejected(5, NOW);
  expect(rejected.every(({ startedAt }) => startedAt < NOW && startedAt > NOW - 30 * DAY_S)).toBe(true);
  expect(rejected.every(({ direction, number }) => number === (direction === 'inbound' ? 5 : 0))).toBe(true);
  expect(new Set(rejected.map(({ party }) => party)).size).toBe(rejected.length);
});
