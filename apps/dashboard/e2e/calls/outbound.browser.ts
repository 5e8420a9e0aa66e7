import { signUp } from '../support/account';
import { openPage } from '../support/navigation';
import { expect, expectAccessible, test } from '../support/test';

test('opens and closes countries, and says what needs a verified account', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard/');
  await openPage(page, 'Settings', 'Outbound calls');
  await expect(page.getByRole('heading', { name: 'Outbound calls', level: 1 })).toBeFocused();
  const countries = page.getByRole('table', { name: 'Countries' });
  const rowOf = (name: string) => countries.getByRole('row').filter({ hasText: name });
  await expect(rowOf('France')).toContainText('Open by default');
  await expect(page.getByText('The default list applies.')).toBeVisible();
  await expectAccessible(page, 'outbound');
  const search = page.getByLabel('Find a country');
  await search.fill('Kenya');
  await expect(rowOf('Kenya')).toContainText('Closed needs a verified account');
  await expect(page.getByRole('button', { name: 'Open Kenya' })).toBeHidden();
  await expect(page.getByRole('note', { name: 'Some countries need a verified account' })).toBeVisible();
  await search.fill('France');
  await page.getByRole('button', { name: 'Close France' }).click();
  await expect(rowOf('France')).toContainText('Closed');
  await expect(page.getByText('Your own list applies')).toBeVisible();
  await page.getByRole('button', { name: 'Open France' }).click();
  await expect(rowOf('France')).toContainText('Open on your list');
  await expectAccessible(page, 'outbound-listed');
  await page.getByRole('button', { name: 'Use the default list' }).click();
  await expect(page.getByText('The default list applies.')).toBeVisible();
  await search.fill('');
  // A slow answer, so that the second change comes while the first is under way.
  await page.route('**/v1/accounts/me', async (route) => {
    if (route.request().method() === 'PATCH') await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.getByRole('button', { name: 'Close France' }).click();
  await page.getByRole('button', { name: 'Close Germany' }).click();
  for (const name of ['Germany', 'France']) {
    await search.fill(name);
    await expect(rowOf(name)).toContainText('Closed');
  }
  await search.fill('Atlantis');
  await expect(page.getByText('No country matches “Atlantis”.')).toBeVisible();
});

test('sets the limits of outbound calls, and shows which are in force', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard/settings/outbound');
  const cap = page.getByLabel('Daily cap, in dollars (optional)');
  await expect(page.getByText(/of your tier/).first()).toBeVisible();
  await page.getByLabel('Highest price per minute, in dollars (optional)').fill('0.5');
  await cap.fill('two');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter an amount, or leave it empty.')).toBeVisible();
  await cap.fill('2');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('$2.00, set by you; $0.00 used or held')).toBeVisible();
  await expect(page.getByText('$0.5000', { exact: true })).toBeVisible();
  await expectAccessible(page, 'outbound-limits');
});
