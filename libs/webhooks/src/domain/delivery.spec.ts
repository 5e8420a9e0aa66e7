import { addSeconds } from '@trunkline/kernel';
import { type AttemptResult, isOverdue, settle } from './delivery';

const NOW = new Date('2026-01-01T00:00:00Z');
const DAY_S = 86_400;
const result = (statusCode: number | null, retryAfterSeconds: number | null = null): AttemptResult => ({
  at: NOW,
  statusCode,
  durationMs: 1,
  error: null,
  responseExcerpt: null,
  retryAfterSeconds,
});
const first = { attempts: 0, startedAt: null };

describe('settle', () => {
  it.each([200, 204, 299])('succeeds with %i', (status) => {
    expect(settle(result(status), first, NOW)).toEqual({ status: 'succeeded', nextAttemptAt: null });
  });

  it.each([null, 100, 199, 300, 302, 404, 429, 500, 503])('is repeated after %p', (status) => {
    expect(settle(result(status), first, NOW, 0.5)).toEqual({ status: 'pending', nextAttemptAt: addSeconds(NOW, 5) });
  });

  it('fails at once with 410', () => {
    expect(settle(result(410), first, NOW)).toEqual({ status: 'failed', nextAttemptAt: null });
  });

  it('is repeated ten times: after 5 s, 30 s, 2 m, 10 m, 30 m, 1 h, 2 h, 4 h, 6 h and 9 h', () => {
    const pauses: number[] = [];
    let at = NOW;
    for (let attempts = 0; ; attempts++) {
      const { nextAttemptAt } = settle(result(500), { attempts, startedAt: attempts ? NOW : null }, at, 0.5);
      if (!nextAttemptAt) break;
      pauses.push((nextAttemptAt.getTime() - at.getTime()) / 1000);
      at = nextAttemptAt;
    }
    expect(pauses).toEqual([5, 30, 120, 600, 1800, 3600, 7200, 14_400, 21_600, 32_400]);
  });

  it('begins no attempt later than 24 hours after the first, whatever jitter and Retry-After', () => {
    for (const random of [0, 0.5, 1]) {
      let at = NOW;
      for (let attempts = 0; ; attempts++) {
        const cycle = { attempts, startedAt: attempts ? NOW : null };
        const { nextAttemptAt } = settle(result(503, attempts === 4 ? 10 * DAY_S : null), cycle, at, random);
        if (!nextAttemptAt) break;
        at = nextAttemptAt;
      }
      expect(at.getTime() - NOW.getTime()).toBeLessThanOrEqual((DAY_S - 60) * 1000);
    }
  });

  it('honours Retry-After', () => {
    expect(settle(result(503, 3600), first, NOW).nextAttemptAt).toEqual(addSeconds(NOW, 3600));
  });
});

describe('isOverdue', () => {
  it('is true once 24 hours have passed since the first attempt', () => {
    expect(isOverdue(first, NOW)).toBe(false);
    expect(isOverdue({ attempts: 1, startedAt: NOW }, addSeconds(NOW, DAY_S))).toBe(false);
    expect(isOverdue({ attempts: 1, startedAt: NOW }, addSeconds(NOW, DAY_S + 1))).toBe(true);
  });
});
