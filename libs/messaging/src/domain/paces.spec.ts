import { Paces } from './paces';

const NUMBER = '+12125550123';

/** Sends or delays as a worker does. */
function ask(paces: Paces, key: string, perSecond: number, nowMs: number): number {
  if (!paces.isFree(key, perSecond, nowMs)) return paces.delayMs(key, perSecond, nowMs);
  paces.count(key, nowMs);
  return 0;
}

describe('Paces', () => {
  it('lets the first message through, and gives those behind it times an interval apart', () => {
    const paces = new Paces();
    expect([0, 0, 0, 0].map((at) => ask(paces, NUMBER, 1, at))).toEqual([0, 1000, 2000, 3000]);
  });

  it('lets each message through at the time that it was given', () => {
    const paces = new Paces();
    const delays = [0, 0, 0].map((at) => ask(paces, NUMBER, 1, at));
    expect(delays.slice(1).map((at) => ask(paces, NUMBER, 1, at))).toEqual([0, 0]);
  });

  it('sends a message that comes meanwhile after all that wait', () => {
    const paces = new Paces();
    for (const at of [0, 0, 0]) ask(paces, NUMBER, 1, at);
    expect(ask(paces, NUMBER, 1, 500)).toBe(2500);
  });

  it('paces each number by itself, at its own rate', () => {
    const paces = new Paces();
    expect([NUMBER, '+12125550124', NUMBER].map((number) => ask(paces, number, 10, 0))).toEqual([0, 0, 100]);
  });

  it('never lets more than the rate through, and tries each message few times, however many wait', () => {
    const paces = new Paces();
    const waiting = Array.from({ length: 200 }, () => 0);
    const sent: number[] = [];
    let tries = 0;
    for (let now = 0; waiting.length > 0 && now < 60_000; now += 7) {
      for (let index = waiting.length - 1; index >= 0; index -= 1) {
        if ((waiting[index] ?? 0) > now) continue;
        tries += 1;
        const delay = ask(paces, NUMBER, 10, now);
        if (delay > 0) waiting[index] = now + delay;
        else sent.push(...waiting.splice(index, 1).map(() => now));
      }
    }
    expect(sent).toHaveLength(200);
    const gaps = sent.slice(1).map((at, index) => at - (sent[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(95);
    expect(sent.at(-1)).toBeLessThan(24_000);
    expect(tries).toBeLessThan(800);
  });

  it('keeps no more numbers than have sent lately', () => {
    const paces = new Paces();
    for (let number = 0; number < 30_000; number += 1) ask(paces, String(number), 1, number * 10);
    expect(paces['paces'].size).toBeLessThanOrEqual(10_001);
  });
});
