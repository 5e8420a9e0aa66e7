import type { Locator, Page } from '@playwright/test';
import { signIn } from '../support/account';
import { expect, expectAccessible, settled, test } from '../support/test';

/** The demo account has numbers of several kinds. */
async function openNumbers(page: Page): Promise<Locator> {
  await signIn(page, process.env['DEMO_EMAIL'] ?? '', process.env['DEMO_PASSWORD'] ?? '');
  await page.getByRole('link', { name: 'Numbers', exact: true }).click();
  const rows = page.getByRole('table', { name: 'Numbers' }).locator('tbody tr');
  // Grouped by the numbering plans, which are loaded later.
  await expect(rows.first().getByRole('link')).toHaveText(/\s/);
  return rows;
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('opens a row by a click anywhere, by keyboard, and in a new tab with Ctrl', async ({ page, context }) => {
  const rows = await openNumbers(page);
  const number = await rows.first().getByRole('link').textContent();
  const position = { x: 600, y: 18 };
  const opened = context.waitForEvent('page');
  await rows.first().click({ position, modifiers: ['ControlOrMeta'] });
  const tab = await opened;
  await expect(heading(tab)).toHaveText(number ?? '');
  await tab.close();
  await expect(heading(page)).toHaveText('Numbers');
  await rows.first().click({ position });
  await expect(heading(page)).toHaveText(number ?? '');
  await page.goBack();
  await rows.first().getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText(number ?? '');
});

test('has one link in each row, and what else can be pressed works by itself', async ({ page }) => {
  const rows = await openNumbers(page);
  await expect(rows.first().getByRole('link')).toHaveCount(1);
  await rows.first().getByRole('checkbox').click();
  await expect(page.getByRole('status', { name: 'Selection' })).toHaveText('1 selected');
  await expect(heading(page)).toHaveText('Numbers');
  await expectAccessible(page, 'table-selected');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('group', { name: 'With the selected numbers' })).toHaveCount(0);
  await expect(rows.first().getByRole('checkbox')).not.toBeChecked();
});

test('keeps the height of rows and the columns that the user wants', async ({ page }) => {
  const rows = await openNumbers(page);
  const height = expect.poll(async () => Math.round((await rows.first().boundingBox())?.height ?? 0));
  await height.toBe(36);
  await page.getByRole('button', { name: 'Compact' }).click();
  await height.toBe(44);
  await page.getByRole('button', { name: 'Columns' }).click();
  // The identity is no choice.
  await expect(page.getByRole('checkbox', { name: 'Number', exact: true })).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Routes to' }).uncheck();
  await expect(page.getByRole('columnheader', { name: 'Routes to' })).toHaveCount(0);
  await expectAccessible(page, 'table-columns');
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Number' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Routes to' })).toHaveCount(0);
  await expect(rows.first().getByRole('link')).toBeVisible();
  await height.toBe(44);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Show the usual columns' }).click();
  await expect(page.getByRole('columnheader', { name: 'Routes to' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Compact' }).click();
});

test('has all filters of numbers and the tools of the table in one line at 1280 px', async ({ page }) => {
  await openNumbers(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  const filters = page.getByRole('group', { name: 'Filters' });
  await expect(page.getByRole('button', { name: 'Columns' })).toBeVisible();
  await expect.poll(async () => (await filters.boundingBox())?.height ?? Infinity).toBeLessThan(40);
});

test('is a card on a phone, with labels and without sideways scrolling', async ({ page }) => {
  const rows = await openNumbers(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const card = rows.first();
  await expect(card.getByRole('cell').nth(1)).toBeVisible();
  await settled(page);
  const [identity, state] = [await card.getByRole('link').boundingBox(), await card.getByText('Active').boundingBox()];
  expect(Math.abs((identity?.y ?? 0) - (state?.y ?? 99))).toBeLessThan(8);
  const label = await card
    .locator('[data-l="Routes to"]')
    .evaluate((cell) => getComputedStyle(cell, '::before').content);
  expect(label).toBe('"Routes to"');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
