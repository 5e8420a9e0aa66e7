import type { Page } from '@playwright/test';
import { buyNumber, signUp } from './support/account';
import { multiplyCalls } from './support/database';
import { call, failedCall } from './support/internal';
import { expect, test } from './support/test';

const CALLS = 100_000;
const INTERACTION_MS = 200;
const LAYOUT_SHIFT = 0.05;
const ROUNDS = 3;

interface Measured {
  /** The longest interaction, from the key or click to the next paint. */
  interaction: number;
  /** The sum of what moved without the user's doing. */
  shift: number;
}

type Measuring = typeof globalThis & { measured: Measured };

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
}

/** Measures every page that is loaded from now on. */
async function measure(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const measured: Measured = { interaction: 0, shift: 0 };
    (globalThis as Measuring).measured = measured;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[])
        if (entry.interactionId > 0) measured.interaction = Math.max(measured.interaction, entry.duration);
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) if (!entry.hadRecentInput) measured.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

const measuredOn = (page: Page): Promise<Measured> => page.evaluate(() => (globalThis as Measuring).measured);

/** What a person does with a list of calls. */
async function useTheList(page: Page): Promise<void> {
  const rows = page.getByRole('table', { name: 'Calls', exact: true }).getByRole('row');
  await page.goto('/dashboard/calls');
  await expect(rows).toHaveCount(51);
  await page.getByRole('img', { name: 'Calls per day by result' }).hover();
  await page.getByRole('img', { name: 'Calls per day by result' }).focus();
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rows).toHaveCount(101);
  await page.getByRole('button', { name: 'Result', exact: true }).click();
  await page.getByLabel('Result', { exact: true }).selectOption({ label: 'Failed' });
  await expect(page.getByRole('button', { name: 'Result Failed' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByLabel('Caller, callee or Call-ID').pressSequentially('+44 20', { delay: 60 });
  await expect(page).toHaveURL(/q=/);
  await expect(rows).toHaveCount(51);
  await page.getByRole('link', { name: 'Clear all' }).click();
  await page.getByRole('button', { name: 'Talked' }).click();
  await expect(page.getByRole('columnheader', { name: 'Talked' })).toHaveAttribute('aria-sort', 'descending');
  await page.getByLabel('Group by').selectOption({ label: 'Day' });
  const days = page.getByRole('table', { name: 'Calls by Day' });
  await days.getByRole('button').first().click();
  await expect(page.getByRole('table', { name: /^Calls of 2/ })).toBeVisible();
}

test('answers within 200 ms and moves nothing in an account with 100,000 calls', async ({ page }) => {
  await signUp(page);
  const e164 = await buyNumber(page);
  const trunk = await page.request.post('/v1/sip-trunks', {
    headers: { origin: process.env['ROOT_URL'] ?? '' },
    data: { name: 'Office', gateways: [{ name: 'first', host: '127.0.0.1', port: 5081 }] },
  });
  const { id } = ((await trunk.json()) as { data: { id: string } }).data;
  await page.request.patch(`/v1/numbers/${encodeURIComponent(e164)}/routing`, {
    headers: { origin: process.env['ROOT_URL'] ?? '' },
    data: { trunk_id: id, routing_profile_id: null },
  });
  await call(e164, 95);
  await failedCall(e164, 486);
  await failedCall(e164, 503);
  const account = (await (await page.request.get('/v1/accounts/me')).json()) as { data: { id: string } };
  expect(await multiplyCalls(account.data.id, Math.ceil(CALLS / 3))).toBeGreaterThanOrEqual(CALLS);
  await measure(page);
  // The best of some rounds, because other programs may run on the same machine.
  const rounds: Measured[] = [];
  while (rounds.length < ROUNDS && !rounds.some(isGood)) {
    await useTheList(page);
    rounds.push(await measuredOn(page));
  }
  expect(rounds.some(isGood), JSON.stringify(rounds)).toBe(true);
});

const isGood = ({ interaction, shift }: Measured): boolean => interaction <= INTERACTION_MS && shift <= LAYOUT_SHIFT;
