import { RestartPauses } from './restart-pauses';

describe('the pauses between restarts', () => {
  it('double up to a minute, and start again at one second after a minute without a failure', () => {
    let now = 0;
    const pauses = new RestartPauses(() => now);
    const ended = (livedMs: number): number => {
      pauses.started();
      now += livedMs;
      return pauses.next();
    };
    expect(Array.from({ length: 8 }, () => ended(100))).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    expect(ended(59_999)).toBe(60);
    expect(ended(60_000)).toBe(1);
    expect(ended(100)).toBe(2);
  });
});
