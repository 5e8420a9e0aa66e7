import { buyNumber, signUp } from './support/account';
import { expect, test } from './support/test';

test('says what a number costs, and nothing of what is zero', async ({ page }) => {
  await signUp(page);
  const e164 = await buyNumber(page);
  await page.goto(`/dashboard/numbers/${e164}`);
  await expect(page.getByText('Per month', { exact: true })).toBeVisible();
  await expect(page.getByText('Next charge', { exact: true })).toBeVisible();
  await expect(page.getByText(/^(Setup|Failed charges)$/)).toHaveCount(0);
});
