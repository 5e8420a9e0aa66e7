import { signIn } from '../support/account';
import { expect, test } from '../support/test';

const LARGEST_PAINT_MS = 1000;
/** Slow 4G. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const SKELETON_MS = 1500;
const SCRIPT_MAX = 205_000;
const REQUESTS_MAX = 20;
/** Numbering plans, which only group digits, are loaded when the page is shown. */
const LAZY = '/assets/min-';

test('paints the largest part of the sign-in within a second from a cold cache', async ({ browser }) => {
  const times: number[] = [];
  // The best of at most ten, because other programs may run on the same machine.
  while (times.length < 10 && Math.min(...times) > LARGEST_PAINT_MS) {
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

test('shows lines within 1.5 seconds on slow 4G, and Home with at most 20 requests and 205 kB of scripts', async ({
  page,
  browser,
}) => {
  await signIn(page, process.env['DEMO_EMAIL'] ?? '', process.env['DEMO_PASSWORD'] ?? '');
  await expect(page.getByText('Calls today')).toBeVisible();
  const storageState = await page.context().storageState();
  const paints: number[] = [];
  // The best of at most five, because other programs may run on the same machine.
  while (paints.length < 5 && Math.min(...paints) > SKELETON_MS) {
    const context = await browser.newContext({ storageState });
    const cold = await context.newPage();
    let requests = 0;
    cold.on('request', (request) => {
      if (!request.url().includes(LAZY)) requests += 1;
    });
    const network = await context.newCDPSession(cold);
    await network.send('Network.enable');
    await network.send('Network.emulateNetworkConditions', NETWORK);
    await cold.goto('/dashboard/', { waitUntil: 'commit' });
    await expect(cold.getByRole('img', { name: 'Loading' }).first()).toBeVisible();
    await expect(cold.getByRole('img', { name: 'Calls per day by result' })).toBeVisible({ timeout: 30_000 });
    const { paint, scripts } = await cold.evaluate((lazy) => {
      const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const loaded = resources.filter(({ name }) => name.endsWith('.js') && !name.includes(lazy));
      return {
        paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
        scripts: loaded.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      };
    }, LAZY);
    // What is loaded afterwards does not count: live calls, and what needs attention least.
    expect(requests).toBeLessThanOrEqual(REQUESTS_MAX);
    expect(scripts).toBeLessThanOrEqual(SCRIPT_MAX);
    paints.push(paint);
    await context.close();
  }
  expect(Math.min(...paints)).toBeLessThanOrEqual(SKELETON_MS);
});
