import { readFileSync } from 'node:fs';
import { signUp } from '../support/account';
import { createDocument, createPerson } from '../support/compliance';
import { expect, expectAccessible, test } from '../support/test';

test('exports what is stored about an end user as a ZIP file', async ({ page }) => {
  await signUp(page);
  const id = await createPerson(page);
  const documentId = await createDocument(page, 'passport', { end_user_id: id });
  await page.goto(`/dashboard/documents/end-users/${id}`);
  await expect(page.getByRole('table', { name: 'Documents of the end user' })).toContainText('passport.pdf');
  await expectAccessible(page, 'end-user-documents');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`${id}.zip`);
  // A ZIP file names its entries in plain text.
  const bytes = readFileSync(await file.path());
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  for (const entry of ['end-user.json', `documents/${documentId}-passport.pdf`]) {
    expect(bytes.includes(entry), entry).toBe(true);
  }
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('erases an end user after the name was typed, and keeps the access log', async ({ page }) => {
  await signUp(page);
  const id = await createPerson(page);
  await createDocument(page, 'passport', { end_user_id: id });
  await page.goto(`/dashboard/documents/end-users/${id}`);
  await page.getByRole('button', { name: 'Erase' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase Ada Lovelace' });
  const erase = dialog.getByRole('button', { name: 'Erase' });
  const typed = dialog.getByLabel('Type Ada Lovelace to confirm');
  await expect(erase).toBeDisabled();
  await typed.fill('Ada');
  await expect(erase).toBeDisabled();
  await expectAccessible(page, 'end-user-erase');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Ada Lovelace', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Erase' }).click();
  await expect(typed).toHaveValue('');
  await typed.fill('Ada Lovelace');
  await erase.click();
  await expect(page.getByRole('heading', { name: 'End users', level: 1 })).toBeVisible();
  await expect(page.getByText('An end user is the person or business')).toBeVisible();
  await page.goto('/dashboard/documents/files');
  await expect(page.getByText('Scans that prove who uses a number')).toBeVisible();
  await page.goto(`/dashboard/documents/access-log?resource_id=${id}`);
  const erasure = page
    .getByRole('table', { name: 'Access log' })
    .getByRole('row')
    .filter({ hasText: 'End user erased' });
  await expect(erasure).toContainText('Grace Hopper (you)');
  await erasure.getByRole('link').click();
  await expect(page.getByText('This does not exist, or it belongs to another account.')).toBeVisible();
  await expectAccessible(page, 'end-user-erased');
});
