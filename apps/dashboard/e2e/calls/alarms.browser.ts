import { buyNumber, signUp } from '../support/account';
import { recoverAlarm } from '../support/database';
import { chooseFilter } from '../support/filters';
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
  const attention = page.getByRole('region', { name: 'Needs attention' });
  const raised = attention.getByRole('listitem').filter({ hasText: 'Alarm “Calls to the office fail”' });
  await raised.getByRole('link', { name: 'Open the alarm' }).click();
  await openPage(page, 'Calls', 'Alarms');
  const alarms = page.getByRole('table', { name: 'Alarms' });
  await expect(alarms.getByRole('row').nth(1)).toContainText('Raised');
  await expectAccessible(page, 'alarms');
  await chooseFilter(page, 'State', 'Raised');
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

test('keeps the trunk and the number of an alarm that no list holds', async ({ page }) => {
  await signUp(page);
  const e164 = await buyNumber(page);
  const headers = { origin: process.env['ROOT_URL'] ?? '' };
  const trunkId = await createTrunk(page);
  const number = (await (await page.request.get(`/v1/numbers/${encodeURIComponent(e164)}`)).json()) as {
    data: { id: string };
  };
  const scope = { sip_trunk_id: trunkId, number_id: number.data.id };
  const rule = { metric: 'asr_pct', comparison: 'below', threshold: 40, window_s: 900, min_calls: 2 };
  const created = await page.request.post('/v1/alarms', { headers, data: { name: 'Office', ...rule, scope } });
  expect(created.ok(), await created.text()).toBe(true);
  const { id } = ((await created.json()) as { data: { id: string } }).data;
  // As of an account with more than 100 trunks.
  await page.route('**/v1/sip-trunks?status=active&limit=100', (route) =>
    route.fulfill({ json: { ok: true, data: { items: [], next_cursor: 'of-more' } } }),
  );
  await page.goto(`/dashboard/alarms/${id}`);
  await expect(page.getByLabel('SIP trunk').locator('option:checked')).toHaveText('Office');
  await page.request.patch(`/v1/sip-trunks/${trunkId}`, { headers, data: { status: 'disabled' } });
  // As of an account with more than 100 numbers.
  await page.route('**/v1/numbers?status=active&limit=100', (route) =>
    route.fulfill({ json: { ok: true, data: { items: [], next_cursor: 'of-more' } } }),
  );
  await page.goto('/dashboard/alarms');
  await page.getByRole('link', { name: 'Office' }).click();
  await expect(page.getByLabel('SIP trunk').locator('option:checked')).toHaveText('Office (disabled)');
  await expect(page.getByLabel('Number', { exact: true }).locator('option:checked')).toHaveText(/^\+1/);
  await expectAccessible(page, 'alarm-kept');
  await expect(page.getByRole('link', { name: 'Calls of the last hour' })).toHaveAttribute(
    'href',
    new RegExp(`number=${encodeURIComponent(e164)}`),
  );
  // The country is new in the scope. The others stay.
  await page.getByLabel('Country of the other party').selectOption({ label: 'Germany' });
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect((await sent).postDataJSON()).toEqual({ scope: { ...scope, country: 'DE' } });
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  // The list was loaded a moment ago, with the alarm.
  await expect(page.getByText('An account has at most 50 alarms.')).toBeVisible();
  const read = await page.request.get(`/v1/alarms/${id}`);
  expect(read.status()).toBe(404);
});
