import fc from 'fast-check';
import { RateWindow } from './rate-window';

const SECOND = 1000;

describe('RateWindow', () => {
  it('lets no second have more parts than the limit, whenever it begins and however late a sender is', () => {
    const step = fc.record({ parts: fc.integer({ min: 1, max: 4 }), lateMs: fc.integer({ min: 0, max: 700 }) });
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 9 }), fc.array(step, { maxLength: 60 }), (perSecond, steps) => {
        const window = new RateWindow(perSecond);
        const sent: number[] = [];
        let nowMs = 0;
        for (const { parts, lateMs } of steps) {
          nowMs += window.untilFree(parts, nowMs) + (lateMs > 500 ? lateMs : 0);
          window.count(parts, nowMs);
          for (let part = 0; part < parts; part++) sent.push(nowMs);
        }
        for (const from of sent)
          expect(sent.filter((at) => at >= from && at < from + SECOND).length).toBeLessThanOrEqual(perSecond);
      }),
    );
  });

  it('sends as many parts as the limit at once, and the next a second later', () => {
    const window = new RateWindow(3);
    window.count(3, 10);
    expect([window.untilFree(1, 10), window.untilFree(1, 1009), window.untilFree(3, 1010)]).toEqual([1000, 1, 0]);
  });

  it('sends a message of more parts than the limit in an empty second', () => {
    const window = new RateWindow(2);
    expect(window.untilFree(5, 0)).toBe(0);
    window.count(5, 0);
    expect(window.untilFree(5, 400)).toBe(600);
  });

  it('sends nothing before it may', () => {
    const window = new RateWindow(2, 1500);
    expect([window.untilFree(1, 600), window.untilFree(2, 1500)]).toEqual([900, 0]);
  });
});
