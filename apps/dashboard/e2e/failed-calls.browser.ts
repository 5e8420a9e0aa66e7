import type { Page } from '@playwright/test';
import { buyNumber, signUp } from './support/account';
import { call, routeCall } from './support/internal';
import { expect, expectAccessible, test } from './support/test';

const KENYA = '+254712123456';

/** A trunk that calls from an address of its own. */
async function aTrunk(page: Page, source: string): Promise<string> {
  const trunk = await page.request.post('/v1/sip-trunks', {
    headers: { origin: process.env['ROOT_URL'] ?? '' },
    data: { name: 'Office', inbound_cidrs: [source], gateways: [{ name: 'first', host: '127.0.0.1', port: 5082 }] },
  });
  expect(trunk.status()).toBe(201);
  return ((await trunk.json()) as { data: { id: string } }).data.id;
}

test('lists rejected calls with the reason, what to do, and the page that mends it', async ({ page }) => {
  await signUp(page);
  const e164 = await buyNumber(page);
  await page.goto('/dashboard/calls/rejected');
  await expect(page.getByText('Calls of the last 30 days that were rejected')).toBeVisible();
  const source_ip = '198.51.100.201';
  const trunkId = await aTrunk(page, source_ip);
  await routeCall({ from: e164, to: KENYA, source_ip });
  await routeCall({ from: 'anonymous', to: e164, source_ip: '127.0.0.1' });
  await routeCall({ from: '+442079460000', to: '+493012345', source_ip });
  await routeCall({ from: e164, to: 'reception', source_ip });
  await page.reload();
  const calls = page.getByRole('table', { name: 'Rejected calls' });
  const rowOf = (text: string) => calls.getByRole('row').filter({ hasText: text });
  await expect(rowOf('Country not allowed')).toContainText('The account does not allow calls to the country');
  await expect(rowOf('Country not allowed')).toContainText('Open the country on the page Outbound calls');
  await expect(rowOf('No route')).toContainText('Withheld');
  await expect(rowOf('Number malformed')).toContainText('484');
  await expectAccessible(page, 'rejected-calls');
  await rowOf('Caller id not allowed').getByRole('link', { name: 'Fix it: settings of the trunk' }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/trunks/${trunkId}`));
  await page.getByRole('link', { name: 'Rejected calls' }).click();
  await rowOf('No route').getByRole('link', { name: 'Fix it: routing of the number' }).click();
  await expect(page.getByRole('heading', { name: 'Routing', level: 2 })).toBeVisible();
  await page.getByRole('link', { name: 'Rejected calls' }).click();
  await page.getByLabel('Reason').selectOption('country_not_allowed');
  await expect(calls.getByRole('row')).toHaveCount(2);
  await rowOf('Country not allowed').getByRole('link', { name: 'Fix it: outbound calls' }).click();
  await expect(page.getByRole('heading', { name: 'Outbound calls', level: 1 })).toBeVisible();
});

test('simulates a call of a trunk, and shows every check', async ({ page }) => {
  await signUp(page);
  await buyNumber(page);
  const trunkId = await aTrunk(page, '198.51.100.202');
  await page.goto(`/dashboard/trunks/${trunkId}`);
  await page.getByLabel('Number to call').fill(KENYA);
  const simulate = page.getByRole('button', { name: 'Simulate' });
  await expect(simulate).toBeEnabled();
  await simulate.click();
  await expect(page.getByText('The call would be rejected with 403')).toBeVisible();
  const checks = page.getByRole('table', { name: 'Checks of the call' });
  await expect(checks.getByRole('row').filter({ hasText: 'Country' })).toContainText('Failed');
  await expect(checks.getByRole('row').filter({ hasText: 'Caller id' })).toContainText('Passed');
  await expect(checks.getByRole('row').filter({ hasText: 'Balance' })).toContainText('Not reached');
  await expect(page.getByRole('link', { name: 'Fix it: outbound calls' })).toBeVisible();
  await expectAccessible(page, 'trunk-simulation');
  await page.getByLabel('Address (optional)').fill('home');
  await simulate.click();
  await expect(page.getByRole('alert')).toContainText('The call could not be simulated');
});

test('finds calls by a party, and shows a call as a ladder with the parts of its price', async ({ page }) => {
  await signUp(page);
  const e164 = await buyNumber(page);
  await aTrunk(page, '198.51.100.203');
  await page.goto(`/dashboard/numbers/${e164}`);
  await page.getByLabel('Incoming calls go to').selectOption({ label: 'Office' });
  await page.getByRole('button', { name: 'Save the route' }).click();
  await expect(page.getByRole('table', { name: 'History of the number' })).toContainText('Routing changed');
  await call(e164, 95);
  await call(e164, 5, { from: '+33123456789' });
  await page.getByRole('link', { name: 'Calls', exact: true }).click();
  const calls = page.getByRole('table', { name: 'Calls' });
  await expect(calls.getByRole('row')).toHaveCount(3);
  const search = page.getByLabel('Caller, callee or Call-ID');
  await search.fill('+44 20 7946');
  await expect(calls.getByRole('row')).toHaveCount(2);
  await expect(calls).toContainText('1:35');
  await expectAccessible(page, 'calls-search');
  await search.fill('no-such-call');
  await expect(page.getByText('No call matches the filters.')).toBeVisible();
  await search.fill('33123');
  await calls.getByRole('link').first().click();
  await expect(page.getByText('The call was answered, and ended normally.')).toBeVisible();
  await expect(page.getByRole('img', { name: /Ladder of the call/ })).toHaveAccessibleName(
    /Decision: 1 route.*Ended by caller/,
  );
  const parts = page.getByRole('table', { name: 'Parts of the price' });
  await expect(parts).toContainText('Time, 0:05');
  await expect(parts).toContainText('Rounding up to a cent');
  await expectAccessible(page, 'call-price-parts');
});
