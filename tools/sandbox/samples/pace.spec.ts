import { paceOf } from './pace';

async function secondsOf(starts: number, perSecond: number): Promise<number> {
  const wait = paceOf(perSecond);
  const begun = performance.now();
  await Promise.all(Array.from({ length: starts }, wait));
  return (performance.now() - begun) / 1000;
}

it('spreads starts over the time that they take', async () => {
  expect(await secondsOf(11, 50)).toBeGreaterThanOrEqual(0.19);
});

it('waits for nothing without a limit', async () => {
  expect(await secondsOf(1_000, Infinity)).toBeLessThan(0.5);
});
