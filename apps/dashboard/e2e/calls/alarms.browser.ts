import { buyNumber, signUp } from '../support/account';
import { recoverAlarm } from '../support/database';
import { call, failedCall } from '../support/internal';
import { mailedLink } from '../support/mail';
import { openPage } from '../support/navigation';
import { expect, expectAccessible, test } from '../support/test';
import { createTrunk, routeToTrunk } from '../support/trunks';

/** Alarms are evaluated once a minute. */
const EVALUATED = { timeout: 150_000, intervals: [5_000] };

test('raises an alarm when calls fail, says so on Home and by mail, and clears it', async ({ page }) => {
  test.setTimeout(600_000);
  const email = await signUp(page);
  const e164 = await buyNumber(page);
  await routeToTrunk(page, e164, await createTrunk(page));

  await page.goto('/dashboard/alarms');
  await expect(page.getByText('An account has at most 50 alarms.')).toBeVisible();
  await expectAccessible(page, 'alarms-empty');
  await page.getByRole('button', { name: 'Create an alarm' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Calls to the office fail');
  await dialog.getByLabel('What to measure').selectOption({ label: 'Rate of failed calls' });
  await dialog.getByLabel('Raise the alarm when it is').selectOption({ label: 'Above the threshold' });
  await dialog.getByLabel('Threshold, in percent').fill('many');
  await dialog.getByLabel('Window, in minutes').fill('2');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('Enter a number in percent.')).toBeVisible();
  await expect(dialog.getByText('Enter 5 to 1440 minutes.')).toBeVisible();
  await expect(dialog.getByLabel('Threshold, in percent')).toBeFocused();
  await dialog.getByLabel('Threshold, in percent').fill('50 %');
  await dialog.getByLabel('Window, in minutes').fill('15');
  await dialog.getByLabel('Calls at least').fill('2');
  await dialog.getByLabel('SIP trunk').selectOption({ label: 'Office' });
  await expectAccessible(page, 'alarm-form');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { name: 'Calls to the office fail' })).toBeVisible();
  await expect(page.getByText('OK', { exact: true })).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  for (let index = 0; index < 3; index += 1) await failedCall(e164, 503);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('Raised', { exact: true })).toBeVisible({ timeout: 2_000 });
  }).toPass(EVALUATED);
  await expect(page.getByText('100%, alarm above 50%')).toBeVisible();
  await expectAccessible(page, 'alarm-raised');
  expect(await mailedLink(email, 'alarms')).toMatch(/\/dashboard\/alarms$/);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('link', { name: 'Alarm “Calls to the office fail”' }).click();
  await openPage(page, 'Calls', 'Alarms');
  const alarms = page.getByRole('table', { name: 'Alarms' });
  await expect(alarms.getByRole('row').nth(1)).toContainText('Raised');
  await expectAccessible(page, 'alarms');
  await page.getByLabel('State').selectOption({ label: 'Raised' });
  await expect(alarms.getByRole('row')).toHaveCount(2);

  for (let index = 0; index < 5; index += 1) await call(e164, 30);
  // The condition must not hold for five minutes.
  await expect(async () => recoverAlarm(id)).toPass(EVALUATED);
  await alarms.getByRole('link', { name: 'Calls to the office fail' }).click();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('OK', { exact: true })).toBeVisible({ timeout: 2_000 });
  }).toPass(EVALUATED);

  // A change sends what was changed, so that the trunk and the calls it has counted stay.
  await page.getByLabel('Threshold, in percent').fill('60');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('alarm above 60%').first()).toBeVisible();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('Off', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('OK', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('An account has at most 50 alarms.')).toBeVisible();
});
