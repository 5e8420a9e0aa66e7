import type { Browser, BrowserContextOptions } from '@playwright/test';
import { buyNumber, describeNumber, signIn, signUp } from '../support/account';
import { repeatNumber } from '../support/database';
import { call } from '../support/internal';
import { expect, test } from '../support/test';
import { createTrunk, routeToTrunk } from '../support/trunks';

const LARGEST_PAINT_MS = 1000;
/** Slow 4G. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const SKELETON_MS = 1500;
const SCRIPT_MAX = 205_000;
const REQUESTS_MAX = 20;
const NUMBERS = 150;
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
    const { paint, scripts, requests } = await openHome(browser, storageState);
    expect(requests.length).toBeLessThanOrEqual(REQUESTS_MAX);
    expect(scripts).toBeLessThanOrEqual(SCRIPT_MAX);
    paints.push(paint);
  }
  expect(Math.min(...paints)).toBeLessThanOrEqual(SKELETON_MS);
});

test('loads Home with at most 20 requests, and counts numbers instead of listing them, for an account with 150', async ({
  page,
  browser,
}) => {
  await signUp(page);
  const e164 = await buyNumber(page);
  await repeatNumber(e164, NUMBERS - 1);
  await routeToTrunk(page, e164, await createTrunk(page));
  await describeNumber(page, e164, { label: 'Front desk' });
  // Without an answered call, Home shows the first steps.
  await call(e164, 30);
  const fresh = await page.request.get('/v1/dashboard/summary?fresh=true');
  expect(fresh.ok(), await fresh.text()).toBe(true);
  const { requests } = await openHome(browser, await page.context().storageState());
  expect(requests.length).toBeLessThanOrEqual(REQUESTS_MAX);
  expect(requests.map((url) => new URL(url).pathname)).not.toContain('/v1/numbers');
  await page.goto('/dashboard/');
  await expect(page.getByRole('table', { name: 'Latest calls' })).toContainText('Front desk');
  const attention = page.getByRole('region', { name: 'Needs attention' });
  await expect(attention).toContainText(`${NUMBERS - 1} numbers route nowhere.`);
  await attention.getByRole('link', { name: 'Choose a route' }).click();
  await expect(page.getByRole('table', { name: 'Numbers' })).toBeVisible();
  await expect(page).toHaveURL(/routing=unrouted/);
});

/** Opens Home with an empty cache on slow 4G until its chart. What is loaded afterwards does not count: live calls, and what needs attention least. */
async function openHome(browser: Browser, storageState: BrowserContextOptions['storageState']) {
  const context = await browser.newContext({ storageState });
  const cold = await context.newPage();
  const requests: string[] = [];
  cold.on('request', (request) => {
    if (!request.url().includes(LAZY)) requests.push(request.url());
  });
  const network = await context.newCDPSession(cold);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', NETWORK);
  await cold.goto('/dashboard/', { waitUntil: 'commit' });
  await expect(cold.getByRole('img', { name: 'Loading' }).first()).toBeVisible();
  await expect(cold.getByRole('img', { name: 'Calls per day by result' })).toBeVisible({ timeout: 30_000 });
  const shown = [...requests];
  const { paint, scripts } = await cold.evaluate((lazy) => {
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const loaded = resources.filter(({ name }) => name.endsWith('.js') && !name.includes(lazy));
    return {
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
      scripts: loaded.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    };
  }, LAZY);
  await context.close();
  return { paint, scripts, requests: shown };
}
