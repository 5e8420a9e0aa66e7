import { buyNumber, signUpByHand } from '../support/account';
import { repeatNumber } from '../support/database';
import { Effort } from '../support/roles';
import { expect, test } from '../support/test';
import { createTrunk } from '../support/trunks';

test('routes and tags 300 numbers together, and finds one of them by its note', async ({ page, context }) => {
  await signUpByHand(page);
  const e164 = await buyNumber(page);
  await repeatNumber(e164, 299);
  await createTrunk(page, { name: 'Call centre' });
  await page.goto('/dashboard/');

  const effort = await Effort.of('an administrator of 300 numbers', context);
  await page.reload();
  await page.getByRole('link', { name: 'Numbers', exact: true }).click();
  const bar = page.getByRole('group', { name: 'With the selected numbers' });
  const dialog = page.getByRole('dialog');
  const list = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My numbers', exact: true });
  const selectAll = async (): Promise<void> => {
    await page
      .getByRole('checkbox', { name: /^Select \+/ })
      .first()
      .check();
    await bar.getByRole('button', { name: 'Select all that match' }).click();
    await expect(page.getByRole('status', { name: 'Selection' })).toHaveText('All 300 selected');
  };
  await selectAll();
  await bar.getByRole('button', { name: 'Route' }).click();
  await dialog.getByLabel('Incoming calls go to').selectOption({ label: 'Call centre' });
  await dialog.getByRole('button', { name: 'Route 300 numbers' }).click();
  await expect(page.getByText('All done: 300 numbers changed.')).toBeVisible({ timeout: 60_000 });

  await list.click();
  await selectAll();
  await bar.getByRole('button', { name: 'Tag' }).click();
  await dialog.getByLabel('Tags to add').fill('campaign 7');
  await dialog.getByRole('button', { name: 'Tag 300 numbers' }).click();
  await expect(page.getByText('All done: 300 numbers changed.')).toBeVisible({ timeout: 60_000 });

  await list.click();
  const numbers = page.getByRole('table', { name: 'Numbers' });
  await numbers.getByRole('link').first().click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Rename or tag…' }).click();
  await page.getByRole('textbox', { name: 'Notes' }).fill('Printed on the vans.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Notes' })).toHaveText(/Printed on the vans\./);
  await list.click();
  await page.getByLabel('Number, label, tag or note').fill('the vans');
  await expect(numbers.getByRole('row')).toHaveCount(2);
  await expect(numbers).toContainText('campaign 7');
  await expect(numbers).toContainText('Call centre');
  effort.end(18);
});
