import { buyNumber, signUp } from '../support/account';
import { chooseFilter } from '../support/filters';
import { call } from '../support/internal';
import { openPage } from '../support/navigation';
import { expect, expectAccessible, test } from '../support/test';
import { createTrunk, routeToTrunk } from '../support/trunks';

test('routes a number to a trunk, then shows its call with attempts and price', async ({ page }) => {
  await signUp(page);
  const e164 = await buyNumber(page);
  await createTrunk(page);
  await page.goto(`/dashboard/numbers/${e164}`);
  await page.getByRole('button', { name: 'Change route' }).click();
  await page.getByLabel('Incoming calls go to').selectOption({ label: 'Office' });
  await page.getByRole('button', { name: 'Save the route' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('link', { name: 'History', exact: true }).click();
  await expect(page.getByRole('table', { name: 'History of the number' })).toContainText('Routing changed');
  await call(e164, 95);
  await call(e164, 5, { privacy: 'id', attestation: 'A', verification: 'passed' });
  await page.getByRole('link', { name: 'Calls', exact: true }).click();
  const calls = page.getByRole('table', { name: 'Calls' });
  await expect(calls).toContainText('1:35');
  await expect(calls).toContainText('+44 20 7946 0000');
  await expectAccessible(page, 'calls');
  await calls.getByRole('row', { name: '1:35' }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: '+44 20 7946 0000' })).toBeVisible();
  await expect(page.getByText('Answered').first()).toBeVisible();
  await expect(page.getByText(/per minute, at least/)).toBeVisible();
  await expectAccessible(page, 'call');
  await page.getByRole('link', { name: 'Calls', exact: true }).click();
  await calls.getByRole('row', { name: 'Withheld' }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Withheld' })).toBeVisible();
  await expect(page.getByText('Entitled to the number (attestation A)')).toBeVisible();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Latest calls' })).toContainText('Withheld');
  await page.getByRole('img', { name: 'Calls per day by result' }).focus();
  await page.keyboard.press('End');
  await expect(page.getByText(/, until .*: Failed \d+, Answered \d+, Not answered \d+$/)).toBeVisible();
  await expectAccessible(page, 'home');
  await openPage(page, 'Calls', 'Reports');
  const figures = page.getByRole('table', { name: 'Figures' });
  await expect(figures.getByRole('row').nth(1)).toContainText('1:40');
  const results = page.getByRole('list', { name: 'Calls per day by result, sums' });
  await expect(results.getByRole('listitem')).toHaveText(['Answered 2', 'Today so far']);
  await expectAccessible(page, 'reports');
  await chooseFilter(page, 'Group by', 'Country');
  await expect(figures).toContainText('United Kingdom');
  await expect(figures).toContainText('Unknown');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV of the report' }).click();
  expect((await download).suggestedFilename()).toBe('calls-by-country.csv');
  await chooseFilter(page, 'Group by', 'Number');
  // The whole row opens: its link lies over the other cells.
  await figures.getByRole('row').nth(1).getByRole('cell').last().click({ force: true });
  // The list has the time of the report.
  await expect(page).toHaveURL(/\/calls\?from=\d{4}-\d\d-\d\d&number=/);
  await expect(calls).toContainText('1:35');
  await page.goto(`/dashboard/calls/reports?to=${new Date().toISOString().slice(0, 'YYYY-MM-DD'.length)}`);
  await expect(figures.getByRole('row').nth(1)).toContainText('1:40');
  await page.goto('/dashboard/calls/reports?by=hour&time=90d');
  await expect(page.getByText('A chart shows at most 1,000 hours')).toBeVisible();
  await expect(figures.getByRole('row').nth(1)).toContainText('1:40');
});

test('simulates a call from a number over its trunk, and a call to it by its routing profile', async ({ page }) => {
  await signUp(page);
  const e164 = await buyNumber(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-variant-numeric', 'tabular-nums');
  await expect(page.getByRole('button', { name: 'Simulate a call' })).toHaveCount(0);
  await routeToTrunk(page, e164, await createTrunk(page, { inbound_cidrs: ['203.0.113.141'] }));
  await page.reload();
  await page.getByRole('button', { name: 'Simulate a call' }).click();
  const dialog = page.getByRole('dialog', { name: /^Simulate a call from \+1 \d{3} / });
  await expect(dialog.getByLabel('Caller')).toHaveValue(e164);
  await dialog.getByLabel('Number to call').fill('+442079460000');
  await dialog.getByRole('button', { name: 'Simulate', exact: true }).click();
  await expect(dialog.getByRole('table', { name: 'Checks of the call' })).toContainText('Passed');
  await expectAccessible(page, 'number-simulation');
  await dialog.getByRole('button', { name: 'Close' }).click();

  const headers = { origin: process.env['ROOT_URL'] ?? '' };
  const created = await page.request.post('/v1/routing-profiles', { headers, data: { name: 'Night' } });
  const { data } = (await created.json()) as { data: { profile: { id: string } } };
  await page.reload();
  await page.getByRole('button', { name: 'Change route' }).click();
  await page.getByLabel('Incoming calls go to').selectOption(data.profile.id);
  await page.getByRole('button', { name: 'Save the route' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Simulate a call' }).click();
  await expect(page.getByRole('dialog', { name: /^Simulate a call to \+1 \d{3} / })).toContainText(
    'The call would be rejected: no target takes it.',
  );
});

test('lists transactions, the days of usage and the invoice of the month', async ({ page }) => {
  await signUp(page);
  await buyNumber(page);
  await page.goto('/dashboard/billing');
  await page.getByLabel('Legal name').fill('شركة Łódź 株式会社');
  await page.getByLabel('City').fill('กรุงเทพมหานคร');
  await page.getByLabel('Country').selectOption({ label: 'Thailand' });
  await page.getByLabel('Email invoices to').fill('not an address');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect(page.getByLabel('Email invoices to')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Email invoices to').fill('bills@example.com');
  await save.click();
  await expect(save).toBeHidden();
  // A button that is half under the bar would be too small a target.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectAccessible(page, 'billing details');
  await page.goto('/dashboard/billing/transactions');
  await expect(page.getByRole('table', { name: 'Transactions' })).toContainText('Trial credit');
  await expectAccessible(page, 'transactions');
  await page.getByRole('link', { name: /trial credit/i }).click();
  // The list has these too.
  await expect(page.getByRole('table', { name: 'Transactions' })).toHaveCount(0);
  await expect(page.getByText('$5.00').first()).toBeVisible();
  await expectAccessible(page, 'transaction');
  await page.goto('/dashboard/billing/usage');
  await page.getByRole('button', { name: 'Day', exact: true }).click();
  const days = page.getByRole('table', { name: 'Usage by day' });
  await expect(days.getByRole('row').nth(1).getByRole('cell')).toHaveText([/, 20\d\d$/, '–', '–', '100%', '$1.00']);
  await expectAccessible(page, 'usage');
  await page.goto('/dashboard/billing/invoices');
  const download = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /^PDF of/ })
    .first()
    .click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
  await expectAccessible(page, 'invoices');
  await page.getByRole('link', { name: 'Current month' }).click();
  await expect(page.getByRole('heading', { name: /^Invoice, \w+ \d{4}$/ })).toBeVisible();
  await expect(page.getByText('شركة Łódź 株式会社')).toBeVisible();
  await expect(page.getByText('Thailand')).toBeVisible();
  const lines = page.getByRole('table', { name: 'Lines' });
  await expect(lines.getByRole('row', { name: /^Total/ })).toContainText('$1.00');
  await expect(page.getByRole('button', { name: /^Download PDF of/ })).toHaveAttribute('data-variant', 'filled');
  await expectAccessible(page, 'invoice');
});
