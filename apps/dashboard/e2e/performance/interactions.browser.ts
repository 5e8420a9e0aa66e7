import type { Locator, Page } from '@playwright/test';
import { buyNumber, signUp } from '../support/account';
import { repeatCall } from '../support/database';
import { longestInteraction } from './longest-interaction';
import { call } from '../support/internal';
import { expect, test } from '../support/test';
import { createTrunk, routeToTrunk } from '../support/trunks';

const CALLS = 100_000;
const ROWS = 500;
const INTERACTION_MS = 200;

/** Other programs may run on the same machine, so the best of three counts. */
const TRIES = 3;

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Calls', exact: true }).getByRole('row');

/** Loads the list, and its next pages by "Show more". Of a long list, only the rows around those in view are in the document. */
async function showRows(page: Page): Promise<void> {
  await page.goto('/dashboard/calls');
  const shown = page.getByRole('status').filter({ hasText: 'shown' });
  await expect(rowsOf(page).nth(1)).toBeVisible();
  for (let count = await countIn(shown); count < ROWS; count = await countIn(shown)) {
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => countIn(shown)).toBeGreaterThan(count);
  }
}

const countIn = async (shown: Locator): Promise<number> => Number.parseInt((await shown.textContent()) ?? '', 10);

test('answers each interaction with 100,000 calls within 200 ms', async ({ page }) => {
  test.setTimeout(600_000);
  await signUp(page);
  const e164 = await buyNumber(page);
  await routeToTrunk(page, e164, await createTrunk(page));
  await call(e164, 95);
  const recorded = await page.request.get('/v1/cdrs');
  const { data } = (await recorded.json()) as { data: { items: { id: string }[] } };
  await repeatCall(data.items[0]?.id ?? '', CALLS - 1);

  const interactions: Readonly<Record<string, () => Promise<unknown>>> = {
    'show more rows': () => page.getByRole('button', { name: 'Show more' }).click(),
    'scroll by keyboard': async () => {
      await page.locator('h1').click();
      for (const key of ['End', 'PageUp', 'PageUp', 'Home']) await page.keyboard.press(key);
    },
    'sort by cost': () => page.getByRole('button', { name: 'Cost', exact: true }).click(),
    'choose a time': async () => {
      await page.getByRole('button', { name: 'Time', exact: true }).click();
      await page.getByRole('button', { name: 'Last 24 hours' }).click();
    },
    'choose a result': async () => {
      await page.getByRole('button', { name: 'Result', exact: true }).click();
      // Chromium counts no choice from a list that a script made.
      await page.getByLabel('Result', { exact: true }).press('ArrowDown');
    },
    'type a search': () => page.getByLabel('Caller, callee or Call-ID').pressSequentially('+44 20', { delay: 40 }),
    'group by day': async () => {
      await page.getByRole('button', { name: 'Group by', exact: true }).click();
      await page.getByLabel('Group by', { exact: true }).press('d');
    },
    'read the bars': async () => {
      const chart = page.getByRole('img', { name: /by result$/ });
      await chart.focus();
      for (const key of ['End', 'ArrowLeft', 'Enter']) await chart.press(key);
    },
  };
  const longest: Record<string, number> = {};
  for (const [name, action] of Object.entries(interactions)) {
    for (let tries = 0; tries < TRIES && (longest[name] ?? Infinity) > INTERACTION_MS; tries += 1) {
      await showRows(page);
      longest[name] = Math.min(longest[name] ?? Infinity, await longestInteraction(page, action));
    }
  }
  process.stdout.write(`Longest interactions in milliseconds: ${JSON.stringify(longest)}\n`);
  for (const [name, duration] of Object.entries(longest)) {
    expect(duration, name).toBeGreaterThan(0);
    expect(duration, name).toBeLessThanOrEqual(INTERACTION_MS);
  }
});
