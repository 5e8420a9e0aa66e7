import { signIn } from './support/account';
import { expect, expectAccessible, test } from './support/test';

test('goes to a number by its digits, to a page by its name, and to a search by a slash', async ({ page }) => {
  await signIn(page, process.env['DEMO_EMAIL'] ?? '', process.env['DEMO_PASSWORD'] ?? '');
  await expect(page.getByRole('heading', { name: 'Home', exact: true })).toBeVisible();
  await page.keyboard.press('Control+k');
  // At once: what is typed while the search is loaded counts.
  await page.keyboard.type('1212');
  const search = page.getByRole('combobox', { name: 'Page, number or ID' });
  await expect(search).toHaveValue('1212');
  await expect(page.getByRole('option', { name: /^\+1 212 .*Main line$/ })).toBeVisible();
  await expectAccessible(page, 'go-to');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '+1 212' })).toBeFocused();
  await expect(page.getByRole('table', { name: 'Latest calls' }).getByRole('row')).toHaveCount(6);
  await expectAccessible(page, 'number-with-calls');
  await search.fill('num');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Numbers', exact: true })).toBeFocused();
  await page.keyboard.press('/');
  await page.keyboard.type('416');
  await expect(page.getByRole('table', { name: 'Numbers' }).getByRole('row')).toHaveCount(2);
  await page.getByLabel('Status').selectOption({ label: 'Suspended' });
  await page.getByRole('link', { name: 'Clear the filters' }).click();
  await expect(page.getByRole('table', { name: 'Numbers' }).getByRole('row')).toHaveCount(7);
});
