import { signUp } from '../support/account';
import { changeMeanwhile, createDraft, createPerson } from '../support/compliance';
import { expect, expectAccessible, test } from '../support/test';

test('keeps what was entered when another user changed the bundle', async ({ page }) => {
  await signUp(page);
  const id = await createDraft(page, 'Berlin', await createPerson(page));
  await page.goto(`/dashboard/documents/bundles/${id}`);
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Berlin office');
  await changeMeanwhile(page, `bundles/${id}`, { number_type: null });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Changed in the meantime' });
  await expect(alert).toContainText('by you in another tab: Number type. Your entries are kept.');
  await expect(name).toHaveValue('Berlin office');
  await expect(page.getByLabel('Number type')).toHaveValue('');
  await expectAccessible(page, 'bundle-conflict');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Berlin office', level: 1 })).toBeVisible();
  await expect(page.getByText('Germany, all types').first()).toBeVisible();
  await expect(alert).toBeHidden();
});

test('keeps what was entered when another user changed the end user', async ({ page }) => {
  await signUp(page);
  const id = await createPerson(page);
  await page.goto(`/dashboard/documents/end-users/${id}`);
  const city = page.getByLabel('City');
  await city.fill('Potsdam');
  await changeMeanwhile(page, `end-users/${id}`, { city: 'Hamburg', last_name: 'King' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Changed in the meantime' });
  await expect(alert).toContainText('by you in another tab:');
  await expect(alert).toContainText('City');
  await expect(alert).toContainText('Last name');
  await expect(city).toHaveValue('Potsdam');
  await expect(page.getByLabel('Last name')).toHaveValue('King');
  await expectAccessible(page, 'end-user-conflict');
  await alert.getByRole('button', { name: 'Show the current values' }).click();
  await expect(city).toHaveValue('Hamburg');
  await expect(alert).toBeHidden();
  await city.fill('Potsdam');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Ada King', level: 1 })).toBeVisible();
  await page.reload();
  await expect(city).toHaveValue('Potsdam');
});
