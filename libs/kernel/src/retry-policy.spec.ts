import { addSeconds } from './time/clock';
import { nextAttemptAt } from './retry-policy';

const NOW = new Date('2026-01-01T00:00:00Z');
const policy = { pausesSeconds: [5, 30, 3600], jitter: 0.2, windowSeconds: 1000 };
const failed = { attempt: 1, firstAt: NOW, now: NOW };

describe('nextAttemptAt', () => {
  it.each([
    [0, 4],
    [0.5, 5],
    [1, 6],
  ])('varies the pause by the jitter: %d', (random, seconds) => {
    expect(nextAttemptAt(policy, failed, random)).toEqual(addSeconds(NOW, seconds));
  });

  it('returns null after the last pause', () => {
    expect(nextAttemptAt(policy, { ...failed, attempt: 4 })).toBeNull();
  });

  it('ends long pauses with the window, and returns null once it is over', () => {
    expect(nextAttemptAt(policy, { ...failed, attempt: 3 })).toEqual(addSeconds(NOW, 1000));
    expect(nextAttemptAt(policy, { ...failed, now: addSeconds(NOW, 1000) })).toBeNull();
  });

  it('has no end without a window', () => {
    const endless = { ...policy, windowSeconds: null };
    const late = { attempt: 3, firstAt: NOW, now: addSeconds(NOW, 1_000_000) };
    expect(nextAttemptAt(endless, late, 0.5)).toEqual(addSeconds(NOW, 1_003_600));
  });

  it('waits at least as long as it was asked to, within the window', () => {
    expect(nextAttemptAt(policy, { ...failed, retryAfterSeconds: 60 }, 1)).toEqual(addSeconds(NOW, 60));
    expect(nextAttemptAt(policy, { ...failed, retryAfterSeconds: 1 }, 0)).toEqual(addSeconds(NOW, 4));
    expect(nextAttemptAt(policy, { ...failed, retryAfterSeconds: 90_000 })).toEqual(addSeconds(NOW, 1000));
  });
});
