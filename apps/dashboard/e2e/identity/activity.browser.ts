import { buyNumber, signUp } from '../support/account';
import { chooseFilter } from '../support/filters';
import { openPage } from '../support/navigation';
import { expect, expectAccessible, test } from '../support/test';
import { createTrunk } from '../support/trunks';

test('lists who has changed what, with links and filters in the address', async ({ page }) => {
  await signUp(page);
  const e164 = await buyNumber(page);
  const trunkId = await createTrunk(page);
  const headers = { origin: process.env['ROOT_URL'] ?? '' };
  const number = `/v1/numbers/${encodeURIComponent(e164)}`;
  await page.request.patch(number, { headers, data: { label: 'Front desk', notes: 'Ask for Ada' } });
  await page.request.patch(`${number}/routing`, { headers, data: { trunk_id: trunkId } });
  const limits = { max_concurrent_calls: 7, codec_preference: ['g722'] };
  await page.request.patch(`/v1/sip-trunks/${trunkId}`, { headers, data: limits });
  await openPage(page, 'Settings', 'Activity');
  await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeFocused();
  // The names of trunks were loaded before this one was created.
  await page.reload();
  const table = page.getByRole('table', { name: 'Activity' });
  const limit = table.getByRole('row').filter({ hasText: 'Maximum concurrent calls' }).first();
  await expect(limit).toContainText('– → 7');
  await expect(limit).toContainText('→ G.722');
  await expect(limit).toContainText('SIP trunk changed');
  await expect(limit).toContainText('Grace Hopper (you)');
  const label = table.getByRole('row').filter({ hasText: 'Front desk' });
  await expect(label).toContainText('Number changed');
  await expect(label).toContainText('Notes: changed (value hidden)');
  const route = table.getByRole('row').filter({ hasText: 'Trunk: – → Office' });
  await expect(route.getByRole('link', { name: 'Office' })).toHaveAttribute('href', `/dashboard/trunks/${trunkId}`);
  await expect(page.getByText('Times in')).toBeVisible();
  await expectAccessible(page, 'activity');

  await chooseFilter(page, 'Resource', 'Number');
  await expect(page).toHaveURL(/resource=number/);
  await expect(table).not.toContainText('SIP trunk');
  await chooseFilter(page, 'Action', 'Number changed');
  await expect(label).toBeVisible();
  await chooseFilter(page, 'By', 'Us');
  await expect(page.getByText('No change of the last 400 days matches the filters.')).toBeVisible();
  await page.getByRole('link', { name: 'Clear the filters' }).click();
  await limit.getByRole('link', { name: 'Office' }).click();
  await expect(page.getByRole('heading', { name: 'Office', level: 1 })).toBeFocused();
  await page.goto('/dashboard/settings/activity?resource=nothing');
  await expect(page.getByText('is not an ID or kind of resource')).toBeVisible();
});
