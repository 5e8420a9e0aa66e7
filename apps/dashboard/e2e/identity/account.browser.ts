import { PASSWORD, signUp } from '../support/account';
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
