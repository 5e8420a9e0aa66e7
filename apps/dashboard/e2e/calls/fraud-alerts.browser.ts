import { signUp } from '../support/account';
import { raiseAlert } from '../support/database';
import { acknowledgeAlert } from '../support/internal';
import { expect, expectAccessible, settled, test } from '../support/test';

test('shows alerts about unusual calls on the home page until the operator acknowledges them', async ({ page }) => {
  await signUp(page);
  await expect(page.getByText('Your first call, step by step')).toBeVisible();
  const response = await page.request.get('/v1/accounts/me');
  const { data } = (await response.json()) as { data: { id: string } };
  const id = await raiseAlert(data.id);
  await page.reload();
  const attention = page.getByRole('region', { name: 'Needs attention' });
  await expect(attention).toContainText('Outbound calls are blocked until support has reviewed unusual calls.');
  await expect(attention).toContainText(
    /24 short calls to numbers that begin with \+3712070 since .* have cost \$4\.12\./,
  );
  await expectAccessible(page, 'home-fraud-alert');
  await attention.getByRole('link', { name: 'Check the call records' }).first().click();
  await expect(page.getByRole('heading', { name: 'Call log', level: 1 })).toBeVisible();
  await acknowledgeAlert(id);
  const loaded = page.waitForResponse(/\/v1\/billing\/alerts\b/);
  await page.goto('/dashboard/');
  await (await loaded).finished();
  await expect(page.getByText('Your first call, step by step')).toBeVisible();
  await settled(page);
  await expect(attention).toBeHidden();
});
