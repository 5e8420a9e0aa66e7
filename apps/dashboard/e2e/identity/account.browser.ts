import { buyNumber, PASSWORD, signUp } from '../support/account';
import { expect, expectAccessible, test } from '../support/test';

test('requests the closure of the account, and keeps it', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard/settings/profile');
  await page.getByRole('link', { name: 'Close the account' }).click();
  await page.getByLabel('Type Grace Hopper to confirm').fill('Grace Hopper');
  await page.getByRole('textbox', { name: 'Password' }).fill('a-wrong-passphrase');
  await page.getByRole('button', { name: 'Close the account' }).click();
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAccessibleDescription(/.+/);
  await expectAccessible(page, 'closure');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Close the account' }).click();
  await expect(page.getByText('30 days remain.')).toBeVisible();
  await expectAccessible(page, 'closure-requested');
  await page.getByRole('button', { name: 'Keep the account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep the account' }).click();
  await expect(page.getByLabel('Type Grace Hopper to confirm')).toBeVisible();
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
});
