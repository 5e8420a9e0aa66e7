import { expect, test } from './support/test';

const LARGEST_PAINT_MS = 1000;

test('paints the largest part of the sign-in within a second from a cold cache', async ({ browser }) => {
  const times: number[] = [];
  // The best of three, because other programs may run on the same machine.
  for (let run = 0; run < 3; run += 1) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto('/dashboard/sign-in');
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    times.push(
      await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            new PerformanceObserver((list) => {
              resolve(list.getEntries().at(-1)?.startTime ?? Infinity);
            }).observe({ type: 'largest-contentful-paint', buffered: true });
          }),
      ),
    );
    await context.close();
  }
  expect(Math.min(...times)).toBeLessThanOrEqual(LARGEST_PAINT_MS);
});
