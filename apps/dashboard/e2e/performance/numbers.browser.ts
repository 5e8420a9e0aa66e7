import type { Page } from '@playwright/test';
import { buyNumber, signUp } from '../support/account';
import { repeatNumber } from '../support/database';
import { longestInteraction } from './longest-interaction';
import { expect, test } from '../support/test';

const NUMBERS = 10_000;
const INTERACTION_MS = 200;
/** Other programs may run on the same machine, so the best of three counts. */
const TRIES = 3;

/** Loads all numbers of the account by "Show more". */
async function showAll(page: Page): Promise<void> {
  await page.goto('/dashboard/numbers');
  const more = page.getByRole('button', { name: 'Show more' });
  const shown = page.getByRole('status').filter({ hasText: 'shown' });
  await expect(shown).toHaveText('100 shown');
  for (let count = 100; count < NUMBERS; count += 100) {
    await more.click();
    await expect(shown).toHaveText(`${(count + 100).toLocaleString('en-US')} shown`);
  }
}

test('answers each interaction with 10,000 loaded numbers within 200 ms', async ({ page }) => {
  test.setTimeout(600_000);
  await signUp(page);
  await repeatNumber(await buyNumber(page), NUMBERS - 1);
  await showAll(page);
  const table = page.getByRole('table', { name: 'Numbers' });
  expect(await table.getByRole('row').count()).toBeLessThan(100);
  await expect(table).toHaveAttribute('aria-rowcount', String(NUMBERS + 1));

  const box = page.getByRole('checkbox', { name: /^Select \+/ });
  const interactions: Readonly<Record<string, () => Promise<unknown>>> = {
    'tick a box': () => box.nth(3).click(),
    'tick another box': () => box.nth(5).press('Space'),
    'scroll by keyboard': async () => {
      await page.locator('h1').click();
      for (const key of ['End', 'PageUp', 'PageUp', 'Home']) await page.keyboard.press(key);
    },
    'select all shown': () => page.getByRole('checkbox', { name: 'Select all shown' }).click(),
    'untick one of all': () => box.nth(4).click(),
    'select all that match': () => page.getByRole('button', { name: 'Select all 10,000' }).click(),
    'clear by Escape': () => page.keyboard.press('Escape'),
    'change the density': () => page.getByRole('button', { name: 'Compact' }).click(),
  };
  const longest: Record<string, number> = {};
  for (let tries = 0; tries < TRIES; tries += 1) {
    for (const [name, action] of Object.entries(interactions)) {
      longest[name] = Math.min(longest[name] ?? Infinity, await longestInteraction(page, action));
    }
  }
  process.stdout.write(`Longest interactions with 10,000 numbers in milliseconds: ${JSON.stringify(longest)}\n`);
  for (const [name, duration] of Object.entries(longest)) {
    expect(duration, name).toBeLessThanOrEqual(INTERACTION_MS);
  }
});
