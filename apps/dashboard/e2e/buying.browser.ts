import type { Page } from '@playwright/test';
import { addToCart, buyNumber, signUp, signUpByHand, topUp } from './support/account';
import { chooseFilter, typeFilter } from './support/filters';
import { openPage } from './support/navigation';
import { expect, expectAccessible, test } from './support/test';
import { createTrunk } from './support/trunks';

test('sells a new user the first number with fewer than twelve clicks', async ({ page }) => {
  await page.addInitScript(() => {
    window.addEventListener(
      'click',
      ({ isTrusted }) => {
        if (isTrusted) sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks') ?? 0) + 1));
      },
      true,
    );
  });
  await signUpByHand(page);
  await expectAccessible(page, 'home-empty');
  await page.getByRole('link', { name: 'Search all countries' }).click();
  await addToCart(page);
  await page.getByRole('link', { name: 'Review and buy' }).click();
  await page.getByRole('button', { name: /^Buy for/ }).click();
  await expect(page.getByRole('heading', { name: 'Your numbers are ready' })).toBeVisible();
  expect(await page.evaluate(() => Number(sessionStorage.getItem('clicks')))).toBeLessThan(12);
  await expectAccessible(page, 'checkout');
  await page.getByRole('link', { name: 'All checkouts' }).click();
  const checkouts = page.getByRole('table', { name: 'Checkouts' });
  await expect(checkouts.getByRole('row')).toHaveCount(2);
  await expect(checkouts).toContainText('1 of 1');
  await expectAccessible(page, 'checkouts');
  await checkouts.getByRole('link').click();
  await page.getByRole('link', { name: 'View your numbers' }).click();
  await expect(page.getByRole('table', { name: 'Numbers' }).getByRole('row')).toHaveCount(2);
  await expectAccessible(page, 'numbers');
});

test('warns of a balance below the alert that the user has set', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard/billing');
  const alert = page.getByLabel('Alert when the balance falls below, in dollars');
  await alert.fill('1000');
  await page.locator('form').filter({ has: alert }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expectAccessible(page, 'billing-alert');
  await page.goto('/dashboard/');
  await expect(page.getByText(/is below your alert threshold of \$1,000\.00\./)).toBeVisible();
});

test('buys three numbers in different countries after a top-up', async ({ page }) => {
  await signUp(page);
  await topUp(page, 50);
  await expect(page.getByRole('table', { name: 'Latest payments' })).toContainText('Top-up');
  await expect(page.getByRole('table', { name: 'Latest payments' }).getByRole('caption')).toHaveText(/^Times in /);
  await expectAccessible(page, 'billing');
  await openPage(page, 'Numbers', 'Get numbers');
  const cart = page.getByRole('complementary', { name: 'Cart' });
  for (const [country, code, prefix, count] of [
    ['United States', 'US', '1', '1 number'],
    ['United Kingdom', 'GB', '44', '2 numbers'],
    ['Canada', 'CA', '1', '3 numbers'],
  ] as const) {
    await chooseFilter(page, 'Country', country);
    if (code !== 'US') await expect(page).toHaveURL(new RegExp(`country=${code}`));
    await addToCart(page, prefix);
    await expect(cart).toContainText(count);
  }
  await expectAccessible(page, 'buy-numbers');
  await page.getByRole('link', { name: 'Review and buy' }).click();
  await expect(page.getByRole('button', { name: /^Buy for/ })).toBeVisible();
  await expectAccessible(page, 'cart');
  await page.getByRole('button', { name: /^Buy for/ }).click();
  await expect(page.getByRole('table', { name: 'Bought numbers' }).getByRole('row')).toHaveCount(4);
  await routeTogether(page);
});

/** Routes two of three numbers to a trunk, from the list. */
async function routeTogether(page: Page): Promise<void> {
  await createTrunk(page);
  await page.goto('/dashboard/numbers');
  await expect(page.getByLabel(/^Select \+44/)).toBeVisible();
  await page.getByLabel('Select all shown').check();
  await page.getByLabel(/^Select \+44/).uncheck();
  await expect(page.getByRole('status', { name: 'Selection' })).toHaveText('2 selected');
  await expectAccessible(page, 'numbers-selected');
  const bar = page.getByRole('group', { name: 'With the selected numbers' });
  await bar.getByRole('button', { name: 'Route' }).click();
  const dialog = page.getByRole('dialog', { name: 'Route 2 numbers' });
  await dialog.getByLabel('Incoming calls go to').selectOption({ label: 'Office' });
  await expectAccessible(page, 'route-together');
  await dialog.getByRole('button', { name: 'Route 2 numbers' }).click();
  await expect(page.getByRole('heading', { name: 'Route to Office', level: 1 })).toBeVisible();
  await expect(page.getByText('All done: 2 numbers changed.')).toBeVisible();
  await page.getByRole('link', { name: 'My numbers' }).first().click();
  const rows = page.getByRole('table', { name: 'Numbers' }).getByRole('row');
  await expect(rows.filter({ hasText: 'Office' })).toHaveCount(2);
  await expect(rows.filter({ hasText: 'Nowhere' })).toContainText('44');
  await expect(bar).toHaveCount(0);
}

test('shows a number, saves a label, and releases it', async ({ page }) => {
  await signUp(page);
  await buyNumber(page);
  const menu = page.getByRole('button', { name: 'More actions' });
  const dialog = page.getByRole('dialog');
  await menu.click();
  await page.getByRole('button', { name: 'Rename or tag…' }).click();
  await dialog.getByLabel('Label').fill('Front desk');
  await expectAccessible(page, 'number-labels');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('main').getByText('Front desk').first()).toBeVisible();
  await expectAccessible(page, 'number');
  await menu.click();
  await page.getByRole('button', { name: 'Protect against release…' }).click();
  await dialog.getByRole('button', { name: 'Protect against release' }).click();
  await expect(page.getByText('Protected against release')).toBeVisible();
  await menu.click();
  await expect(page.getByRole('button', { name: 'Release now…' })).toBeDisabled();
  await expectAccessible(page, 'number-menu');
  await page.getByRole('button', { name: 'Allow release…' }).click();
  await dialog.getByRole('button', { name: 'Allow release' }).click();
  await expect(page.getByText('Protected against release')).toHaveCount(0);
  await menu.click();
  await page.getByRole('button', { name: 'See it in the API…' }).click();
  await expect(dialog.getByRole('region', { name: 'Response' })).toContainText('"label": "Front desk"');
  await expectAccessible(page, 'number-api');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'History', exact: true }).click();
  await expect(page.getByRole('table', { name: 'History of the number' })).toContainText('Label changed');
  await expectAccessible(page, 'number-history');
  await menu.click();
  await page.getByRole('button', { name: 'Release at the end of the month…' }).click();
  await dialog.getByRole('button', { name: 'Release at the end of the month' }).click();
  await expect(page.getByRole('button', { name: 'Keep the number' })).toBeVisible();
});

test('lists orders, and the price of a call', async ({ page }) => {
  await signUp(page);
  const e164 = await buyNumber(page);
  await page.goto('/dashboard/numbers/orders');
  await expect(page.getByRole('table', { name: 'Orders' })).toContainText('Bought');
  await expectAccessible(page, 'orders');
  await page.goto('/dashboard/billing/rates');
  await expect(page.getByText('Enter a number, or its first digits')).toBeVisible();
  await page.getByLabel('Number or its first digits').fill(e164);
  await expect(page).toHaveURL(/called=1/);
  await expect(page.getByRole('table', { name: 'Prices' }).getByRole('row')).not.toHaveCount(1);
  await expectAccessible(page, 'rates');
  // A link may hold the number as it is written, and anything else.
  await page.goto('/dashboard/billing/rates?called=%2B1212');
  await expect(page.getByRole('table', { name: 'Prices' }).getByRole('row').nth(1)).toContainText('$');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.goto('/dashboard/billing/rates?called=Berlin');
  await expect(page.getByRole('alert')).toContainText('“Berlin” has no digits');
});

test('finds numbers of a city, and names what cannot be searched for', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard/numbers/buy');
  const rows = page.getByRole('table', { name: 'Numbers for sale' }).getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  const searched = page.waitForRequest(
    (request) => request.url().includes('city=New+Y') || request.url().includes('city=New%20Y'),
  );
  await typeFilter(page, 'City', 'New Y');
  await searched;
  await expect(rows.nth(1)).toContainText('New York');
  await expectAccessible(page, 'buy-city');
  const alert = page.getByRole('alert');
  await page.goto('/dashboard/numbers/buy?country=XX&feature=x&city=N&digits=1');
  await expect(alert).toContainText('Country: “XX” is not a country code, such as DE.');
  await expect(alert).toContainText('Feature: “x” is not one of the choices.');
  await expect(alert).toContainText('City: “N” must have 2 to 100 characters.');
  await expect(alert).toContainText('Contains digits: “1” must be 2 to 10 digits.');
  await page.goto('/dashboard/numbers/buy?country=usa&type=fixed&area=12x');
  await expect(alert).toContainText('“usa” is not a country code');
  await expect(alert).toContainText('“fixed” is not one of the types');
  await page.getByRole('button', { name: 'Clear these filters' }).click();
  await expect(rows.nth(1)).toBeVisible();
});

test('says in the cart of an account without a trunk where its calls can go', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard/numbers/buy');
  await addToCart(page);
  await addToCart(page);
  await page.getByRole('link', { name: 'Review and buy' }).click();
  await expect(page.getByText('There is no SIP trunk and no routing profile yet.')).toBeVisible();
  await expect(page.getByLabel('Route the numbers to')).toHaveCount(0);
  const removes = page.getByRole('table', { name: 'Cart' }).getByRole('button', { name: /^Remove/ });
  await removes.first().focus();
  await page.keyboard.press('Enter');
  await expect(removes).toHaveCount(1);
  // The focus goes to the row in its place, and without rows to the heading.
  await expect(removes.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The cart is empty.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Cart', level: 1 })).toBeFocused();
});
