import type { Page } from '@playwright/test';
import { buyNumber, signUp, topUp } from './support/account';
import { expect, expectAccessible, test } from './support/test';

async function upload(page: Page, ...lines: readonly string[]): Promise<void> {
  const buffer = Buffer.from(lines.join('\n'));
  await page.locator('input[type=file]').setInputFiles({ name: 'numbers.csv', mimeType: 'text/csv', buffer });
}

test('imports labels and tags from a file that is checked first', async ({ page }) => {
  await signUp(page);
  await topUp(page, 20);
  const e164 = await buyNumber(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Name, number, page or ID' }).fill('Import numbers');
  await page.getByRole('option', { name: 'Import numbers' }).click();
  await expect(page.getByRole('heading', { name: 'Import numbers', level: 1 })).toBeVisible();

  await upload(page, 'e164,label,trunk', `${e164},Reception,`, '+12125559999,Other,', `${e164},Again,`);
  await expect(page.getByText('2 lines must be corrected first')).toBeVisible();
  await expect(page.getByText('Line 3: “e164” is not a number of this account.')).toBeVisible();
  await expect(page.getByText('Line 4: “e164” repeats line 2.')).toBeVisible();
  await expectAccessible(page, 'number-import-faults');

  await upload(page, 'e164,lable', `${e164},Reception`);
  await expect(page.getByText('Line 1: “lable” is not an import column. The columns are e164, label,')).toBeVisible();
  await expect(page.getByText('Nothing is imported from a file with faults.')).toHaveText(/^Nothing is imported/);
  await upload(page, 'e164,label');
  await expect(page.getByRole('alert')).toContainText('The file has no numbers: add a line for each');

  await upload(page, '');
  await expect(page.getByRole('alert')).toContainText('The file is empty.');
  const latin1 = {
    name: 'numbers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('e164,label\n+12125559999,Büro', 'latin1'),
  };
  await page.locator('input[type=file]').setInputFiles(latin1);
  await expect(page.getByRole('alert')).toContainText('The file is not in UTF-8. Save it as “CSV UTF-8”');

  await upload(page, 'e164,label,tags', `${e164},Reception,"sales,vip"`);
  await expect(page.getByText('1 line. 1 number will change.')).toBeVisible();
  await page.getByRole('button', { name: 'Change 1 number' }).click();
  await expect(page.getByRole('heading', { name: 'Import of numbers', level: 1 })).toBeVisible();
  await expect(page.getByText('All done: 1 number changed.')).toBeVisible({ timeout: 30_000 });

  await page.getByRole('link', { name: 'All bulk changes' }).click();
  await page.getByRole('link', { name: 'Import a file' }).click();
  await upload(page, 'e164,label,tags', `${e164},Reception,"sales,vip"`);
  await expect(page.getByText('All numbers are as the file has them.')).toBeVisible();
  await page.goto('/dashboard/numbers');
  await expect(page.getByRole('table', { name: 'Numbers' })).toContainText('Reception');
});
