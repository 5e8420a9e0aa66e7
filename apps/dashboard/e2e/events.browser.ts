import { buyNumber, signUp, topUp } from './support/account';
import { chooseFilter } from './support/filters';
import { openPage } from './support/navigation';
import { expect, expectAccessible, test } from './support/test';

test('lists a new event without a reload, pauses, and catches up', async ({ page, context }) => {
  await signUp(page);
  await openPage(page, 'Developers', 'Events');
  const updates = page.getByRole('status', { name: 'Updates' });
  await expect(updates).toHaveText('Live');
  await expect(page.getByText('What happens in the account')).toBeVisible();
  await expectAccessible(page, 'events-empty');
  const other = await context.newPage();
  await topUp(other, 20);
  const rows = page.getByRole('table', { name: 'Events' }).getByRole('row');
  await expect(rows.filter({ hasText: 'billing.topup.succeeded' })).toHaveCount(1);
  await page.bringToFront();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(updates).toHaveText('Paused');
  const number = await buyNumber(other);
  await expect(page.getByRole('table', { name: 'Events' })).not.toContainText(number);
  await page.bringToFront();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(rows.filter({ hasText: 'number.provisioned' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'order.completed' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'billing.topup.succeeded' })).toHaveCount(1);
  await expectAccessible(page, 'events');
  await chooseFilter(page, 'Type', 'order.completed');
  await expect(rows).toHaveCount(2);
  await page.getByRole('link', { name: 'order.completed' }).click();
  await expect(page.getByRole('region', { name: 'Payload' })).toContainText(number);
  await expectAccessible(page, 'event');
  await page.goBack();
  await expect(rows).toHaveCount(2);
  await chooseFilter(page, 'Type', 'api_key.expiring');
  await expect(page.getByText('No event of the last 30 days matches the filters.')).toBeVisible();
});

test('reconnects after a lost connection, and says what refuses it', async ({ page }) => {
  await signUp(page);
  const answers: { status: number; headers?: Record<string, string> }[] = [
    { status: 429, headers: { 'retry-after': '0' } },
    { status: 403 },
  ];
  await page.route('**/v1/events/stream*', async (route) => {
    const answer = answers.shift();
    if (!answer) return route.continue();
    return route.fulfill({
      ...answer,
      json: { ok: false, error: { code: 'forbidden', message: 'The stream is not available.' } },
    });
  });
  await page.goto('/dashboard/developers/events');
  const updates = page.getByRole('status', { name: 'Updates' });
  await expect(updates).toHaveText('Reconnecting');
  await expect(page.getByRole('alert')).toContainText('Your role does not permit this.');
  await expectAccessible(page, 'events-refused');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(updates).toHaveText('Live');
  await expect(page.getByRole('alert')).toHaveCount(0);
});
