import { CheckedClock, DatabaseTime, SKEW_MAX_MS } from './database-time';

const NOW = Date.UTC(2026, 10, 28);
const TWO_YEARS = 2 * 365 * 86_400_000;

describe('the time of a process', () => {
  let own: number;
  let timer: number;
  let time: DatabaseTime;

  beforeEach(() => {
    [own, timer] = [NOW, 5_000];
    time = new DatabaseTime(
      () => own,
      () => timer,
    );
    time.compare(NOW, timer - 4, timer + 4);
  });
  const pass = (ms: number): void => {
    own += ms;
    timer += ms;
  };

  it('is its own clock, also before the first comparison', () => {
    pass(1_000);
    expect([time.nowMs(), new DatabaseTime(() => 7).nowMs()]).toEqual([NOW + 1_000, 7]);
  });

  it.each([
    [SKEW_MAX_MS - 1, true],
    [SKEW_MAX_MS, false],
    [1 - SKEW_MAX_MS, true],
    [-SKEW_MAX_MS, false],
  ])('%d ms ahead of the database is right: %p', (aheadMs, isRight) => {
    own += aheadMs;
    expect([time.skewMs, time.isRight, time.nowMs()]).toEqual([aheadMs, isRight, isRight ? own : NOW]);
  });

  it('is the time of the database at the first wrong moment, and its own again after it', () => {
    const clock = new CheckedClock(time);
    pass(2_000);
    own += TWO_YEARS;
    expect(clock.now()).toEqual(new Date(NOW + 2_000));
    own -= TWO_YEARS;
    pass(10);
    expect(clock.now()).toEqual(new Date(NOW + 2_010));
  });

  it('is its own again once the database agrees', () => {
    own += TWO_YEARS;
    time.compare(own, timer, timer);
    expect([time.isRight, time.nowMs()]).toEqual([true, own]);
  });
});
