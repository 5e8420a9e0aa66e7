import { randomInt } from 'node:crypto';
import { signUp } from '../support/account';
import { expect, expectAccessible, test } from '../support/test';
import { codeTo } from '../support/text-messages';

/** A number of a range of its own. */
const newPhone = () => `+4474${String(randomInt(1_000_000)).padStart(6, '0')}00`;

/** As people read it: `+44 7400 123456`. */
const groupedOf = (phone: string): string => phone.replace(/^(\+44)(\d{4})/, '$1 $2 ');

test('verifies a phone number by a code, and removes it', async ({ page }) => {
  const phone = newPhone();
  await signUp(page);
  await page.goto('/dashboard/settings/profile');
  const number = page.getByLabel('Mobile number');
  await number.fill('+442071838750');
  await page.getByRole('button', { name: 'Send a code' }).click();
  await expect(page.getByText('must be the number of a mobile phone')).toBeVisible();
  await number.fill(phone);
  await page.getByRole('button', { name: 'Send a code' }).click();
  await expect(page.getByText(`We sent a code to ${groupedOf(phone)}.`)).toBeVisible();
  const code = page.getByLabel('Code from the text message');
  const sent = await codeTo(phone);
  await code.fill(sent === '111111' ? '222222' : '111111');
  await page.getByRole('button', { name: 'Verify the number' }).click();
  await expect(page.getByText('is wrong; 4 more tries')).toBeVisible();
  await expectAccessible(page, 'phone-code');
  await code.fill(sent);
  await page.getByRole('button', { name: 'Verify the number' }).click();
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  await expect(page.getByText(groupedOf(phone), { exact: true })).toBeVisible();
  await expectAccessible(page, 'phone-verified');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText(groupedOf(phone))).toBeHidden();
});

test('sends a new code, which voids the first', async ({ page }) => {
  const phone = newPhone();
  await signUp(page);
  await page.goto('/dashboard/settings/profile');
  await page.getByLabel('Mobile number').fill(phone);
  await page.getByRole('button', { name: 'Send a code' }).click();
  await codeTo(phone);
  await page.getByRole('button', { name: 'Use another number, or send a new code' }).click();
  await page.getByLabel('Mobile number').fill(phone);
  await page.getByRole('button', { name: 'Send a code' }).click();
  await page.getByLabel('Code from the text message').fill(await codeTo(phone, 2));
  await page.getByRole('button', { name: 'Verify the number' }).click();
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
});
