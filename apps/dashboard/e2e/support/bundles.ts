import { expect, type Locator, type Page } from '@playwright/test';
import { fillPerson } from './compliance';
import { aPdf, chooseFiles } from './files';

/** Creates a draft for geographic numbers of Germany with a new end user. Ends on its page. */
export async function createBundle(page: Page, name: string): Promise<void> {
  await page.goto('/dashboard/documents/bundles/new');
  await page.getByLabel('Country of the numbers').selectOption({ label: 'Germany' });
  await page.getByLabel('Number type').selectOption('geographic');
  await expect(page.getByText('The review typically takes 3 days.')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Germany, geographic');
  await page.getByRole('button', { name: 'New end user' }).click();
  await fillPerson(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await expect(page.getByLabel('End user', { exact: true })).toHaveValue(/^eu_/);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create the draft' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

export const requirement = (page: Page, title: string): Locator =>
  page.getByRole('list', { name: 'Checklist' }).getByRole('listitem').filter({ hasText: title });

/** Uploads a file for a requirement of the checklist. */
async function attach(page: Page, title: string, name: string, issued?: string): Promise<void> {
  await requirement(page, title).getByRole('button', { name: 'Attach' }).click();
  const dialog = page.getByRole('dialog');
  await chooseFiles(dialog, await aPdf(name));
  if (issued) await dialog.getByLabel('Issued').fill(issued);
  await dialog.getByRole('button', { name: `Upload ${name}` }).click();
  await expect(dialog).toBeHidden();
  await expect(requirement(page, title)).toContainText('met');
}

/** Meets what Germany requires of a person. */
export async function complete(page: Page): Promise<void> {
  await requirement(page, 'Phone number').getByRole('button', { name: 'Complete the end user' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Phone number').fill('+4930901820');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await attach(page, 'Proof of identity', 'passport.pdf');
  await attach(page, 'Other document', 'form.pdf');
  await attach(page, 'Proof of address', 'bill.pdf', new Date().toISOString().slice(0, 10));
  await expect(page.getByText('All requirements are met.')).toBeVisible();
}
