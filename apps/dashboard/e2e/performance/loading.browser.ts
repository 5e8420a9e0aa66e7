import type { Page } from '@playwright/test';
import { signUp } from '../support/account';
import { expect, expectAccessible, test } from '../support/test';

const NUMBERS_SCRIPT = /\/assets\/numbers-[\w-]+\.js$/;

/** Answers as a server without the script, which a deploy has replaced. */
const withoutScript = (page: Page) => page.route(NUMBERS_SCRIPT, (route) => route.fulfill({ status: 404 }));

/** Serves the page of a new build. A reload asks for the address of the page, not for this one. */
const deployed = (page: Page) =>
  page.route(/\/dashboard\/$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: (await response.text()).replace(/assets\/index-[\w-]+\.js/, 'assets/index-new.js'),
    });
  });

const openNumbers = (page: Page): Promise<void> =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Numbers', exact: true }).click();

/** React prints what a boundary has caught. */
function expectOnlyLostScripts(faults: string[]): void {
  expect(faults.filter((fault) => !/script could not be loaded|dynamically imported module/.test(fault))).toEqual([]);
  faults.length = 0;
}

test('says that a page could not be loaded, and imports it anew', async ({ page, faults }) => {
  await signUp(page);
  await withoutScript(page);
  await openNumbers(page);
  const alert = page.getByRole('alert').filter({ hasText: 'The page could not be loaded' });
  await expect(alert).toContainText('Check your connection, then try again.');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.unroute(NUMBERS_SCRIPT);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Numbers', level: 1 })).toBeVisible();
  expectOnlyLostScripts(faults);
});

test('reloads once after a deploy that has replaced the scripts', async ({ page, faults }) => {
  await signUp(page);
  await withoutScript(page);
  await deployed(page);
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await openNumbers(page);
  await expect.poll(() => loads).toBe(1);
  await expect(page.getByRole('alert')).toContainText('The page could not be loaded');
  await page.waitForTimeout(1_000);
  expect(loads).toBe(1);
  await page.unroute(NUMBERS_SCRIPT);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Numbers', level: 1 })).toBeVisible();
  expectOnlyLostScripts(faults);
});

test('keeps the page when a dialog could not be loaded', async ({ page, faults }) => {
  await signUp(page);
  await page.goto('/dashboard/settings/members');
  const script = /\/assets\/dialog-box-[\w-]+\.js$/;
  await page.route(script, (route) => route.fulfill({ status: 404 }));
  await page.getByRole('button', { name: 'Invite a member' }).first().click();
  const alert = page.getByRole('alert').filter({ hasText: 'A part of the dashboard could not be loaded.' });
  await expect(alert).toBeVisible();
  await expectAccessible(page, 'part-failed');
  await page.unroute(script);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog', { name: 'Invite a member' })).toBeVisible();
  expectOnlyLostScripts(faults);
});

test('asks before it reloads a page for a dialog that a deploy has replaced', async ({ page, faults }) => {
  await signUp(page);
  await page.goto('/dashboard/settings/members');
  await page.route(/\/assets\/dialog-box-[\w-]+\.js$/, (route) => route.fulfill({ status: 404 }));
  await deployed(page);
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.getByRole('button', { name: 'Invite a member' }).first().click();
  await page.getByRole('button', { name: 'Try again' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'The dashboard was updated.' });
  await expect(alert).toContainText('entries that you have not saved are lost');
  await expectAccessible(page, 'part-updated');
  expect(loads).toBe(0);
  await alert.getByRole('button', { name: 'Reload the page' }).click();
  await expect.poll(() => loads).toBe(1);
  expectOnlyLostScripts(faults);
});

test('shows a line while a page takes long to load', async ({ page }) => {
  await signUp(page);
  let answer: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(NUMBERS_SCRIPT, async (route) => {
    await held;
    await route.continue();
  });
  await openNumbers(page);
  const line = page.getByRole('progressbar', { name: 'Loading the page' });
  await expect(line).toBeVisible();
  await page.screenshot({ path: 'dist/e2e/screenshots/progress-light.png' });
  answer?.();
  await expect(page.getByRole('heading', { name: 'Numbers', level: 1 })).toBeVisible();
  await expect(line).toHaveCount(0);
});
