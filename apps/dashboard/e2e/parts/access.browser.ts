import type { Locator, Page } from '@playwright/test';
import { addCard, buyNumber, homeHeading, newAddress, PASSWORD, signOut, signUp } from '../support/account';
import { call, failedCall } from '../support/internal';
import { expect, test } from '../support/test';
import { createTrunk, routeToTrunk } from '../support/trunks';

const STOPS_MAX = 200;

/** Presses Tab until the element has the focus, as a user without a pointer does. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeVisible();
  for (let stops = 0; stops < STOPS_MAX; stops += 1) {
    if (await element.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The focus did not reach ${String(element)}.`);
}

async function press(page: Page, element: Locator): Promise<void> {
  await tabTo(page, element);
  await page.keyboard.press('Enter');
}

async function type(page: Page, element: Locator, text: string): Promise<void> {
  await tabTo(page, element);
  await page.keyboard.type(text);
}

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name }).first();

for (const { offer, ...size } of [
  { width: 1440, height: 900, offer: 5 },
  { width: 390, height: 844, offer: 7 },
])
  test(`lets a user without a pointer get, connect and route a number, pay, and find why a call failed at ${String(size.width)} px`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    const email = await signUp(page, newAddress());
    await addCard(page);
    await signOut(page);

    await page.goto('/dashboard/sign-in');
    await type(page, page.getByLabel('Email'), email);
    await type(page, page.getByRole('textbox', { name: 'Password' }), PASSWORD);
    await page.keyboard.press('Enter');
    await expect(homeHeading(page)).toBeVisible();

    await page.goto('/dashboard/numbers/buy');
    // Another journey may reserve the first of them.
    await press(page, page.getByRole('button', { name: /^Add \+1/ }).nth(offer));
    await press(page, page.getByRole('link', { name: 'Review and buy' }));
    await press(page, button(page, /^Buy for/));
    const bought = page.getByRole('table', { name: 'Bought numbers' }).getByRole('link');
    await expect(bought).toBeVisible();
    const e164 = decodeURIComponent((await bought.getAttribute('href'))?.split('/').at(-1) ?? '');

    await page.goto('/dashboard/trunks');
    await press(page, button(page, 'Create a trunk'));
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
    await page.keyboard.type('Office');
    await type(page, dialog.getByLabel('Host of your system'), '127.0.0.1');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Office', level: 1 })).toBeVisible();

    await page.goto(`/dashboard/numbers/${e164}`);
    await press(page, button(page, 'Change route'));
    const target = page.getByLabel('Incoming calls go to');
    await tabTo(page, target);
    await page.keyboard.type('Office');
    await press(page, button(page, 'Save the route'));
    await expect(dialog).toHaveCount(0);
    await expect(button(page, 'Change route')).toBeFocused();
    await expect(page.getByRole('list', { name: 'Where calls to this number go' })).toContainText('Office');

    await page.goto('/dashboard/billing');
    await press(page, button(page, 'Add $50.00'));
    await expect(page.getByText('was added.')).toBeVisible();

    await failedCall(e164, 503);
    await page.goto('/dashboard/calls');
    await type(page, page.getByLabel('Caller, callee or Call-ID'), '+44 20 7946');
    const calls = page.getByRole('table', { name: 'Calls', exact: true });
    await expect(calls.getByRole('row').filter({ has: page.getByRole('link') })).toHaveCount(1);
    await press(page, button(page, 'Result'));
    await page.keyboard.press('Escape');
    await expect(button(page, 'Result')).toBeFocused();
    await press(page, calls.getByRole('link').first());
    await expect(
      page.getByRole('status').filter({ hasText: 'The system that was called is overloaded' }),
    ).toBeVisible();
  });

test('scrolls no page sideways at 200 %', async ({ browser }) => {
  // 1280 × 800 at 200 %.
  const context = await browser.newContext({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });
  const page = await context.newPage();
  await signUp(page);
  const e164 = await buyNumber(page);
  const trunkId = await createTrunk(page);
  await routeToTrunk(page, e164, trunkId);
  await call(e164, 30);
  const wide: string[] = [];
  for (const path of [
    '/',
    '/numbers',
    `/numbers/${e164}`,
    '/numbers/buy',
    '/numbers/jobs',
    '/trunks',
    `/trunks/${trunkId}`,
    `/trunks/${trunkId}?show=numbers`,
    `/trunks/${trunkId}?show=calls`,
    `/trunks/${trunkId}?show=settings`,
    '/routing',
    '/calls',
    '/calls/reports',
    '/calls/rejected',
    '/documents',
    '/billing',
    '/billing/usage',
    '/billing/transactions',
    '/developers/keys',
    '/developers/webhooks',
    '/settings/profile',
    '/settings/security',
    '/settings/members',
    '/settings/activity',
  ]) {
    await page.goto(`/dashboard${path}`);
    await page.locator('h1').first().waitFor();
    await expect(page.getByLabel('Loading', { exact: true })).toHaveCount(0);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (overflow > 0) wide.push(`${path}: ${String(overflow)} px`);
  }
  expect(wide).toEqual([]);
  await context.close();
});
