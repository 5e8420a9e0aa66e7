import type { Page } from '@playwright/test';
import { addToCart, signUp, topUp } from '../support/account';
import { submitBundle } from '../support/compliance';
import { expireDocument } from '../support/database';
import { aPdf, chooseFiles } from '../support/files';
import { expect, expectAccessible, test } from '../support/test';

/** Buys a geographic number of Germany with the approved bundle of the account. Ends on its page. */
async function buyWithBundle(page: Page): Promise<void> {
  await page.goto('/dashboard/numbers/buy?country=DE&type=geographic');
  await addToCart(page, '49');
  await page.getByRole('link', { name: 'Review and buy' }).click();
  await expect(page.getByLabel('Bundle of documents')).toHaveValue(/^cb_/);
  await page.getByRole('button', { name: /^Buy for/ }).click();
  await page.getByRole('table', { name: 'Bought numbers' }).getByRole('link').first().click();
  await expect(page.getByRole('link', { name: 'Berlin #approve' })).toBeVisible();
}

test('flags a bundle whose required document expired, and leads to its replacement', async ({ page }) => {
  await signUp(page);
  await topUp(page, 50);
  const { id, endUserId, passportId } = await submitBundle(page, 'Berlin #approve');
  await page.goto('/dashboard/documents');
  const bundles = page.getByRole('table', { name: 'Bundles' });
  await expect(bundles).toContainText('Approved');
  await buyWithBundle(page);
  const number = new URL(page.url()).pathname;
  await expireDocument(passportId, id);

  await page.goto('/dashboard/documents');
  await expect(bundles).toContainText('Approval ended');
  await bundles.getByRole('link', { name: 'Berlin #approve' }).click();
  const note = page.getByRole('note', { name: 'The approval has ended' });
  await expect(note).toContainText('Copy the bundle, replace what has expired');
  await expect(page.getByRole('table', { name: 'Documents of the bundle' })).toContainText(/Expired \w+ \d+, \d{4}/);
  await expectAccessible(page, 'bundle-lapsed');
  await page.goto(number);
  await expect(page.getByRole('note', { name: 'The approval of the bundle has ended' })).toBeVisible();
  await expectAccessible(page, 'number-lapsed');
  await page.goto(`/dashboard/documents/end-users/${endUserId}`);
  await page.getByRole('button', { name: 'Erase' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Type Ada Lovelace to confirm').fill('Ada Lovelace');
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await expect(dialog.getByRole('alert')).toContainText('attach another bundle to them. Numbers: 1.');

  await page.goto(`/dashboard/documents/bundles/${id}`);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await dialog.getByRole('button', { name: 'Create the copy' }).click();
  await expect(page.getByRole('heading', { name: 'Copy of Berlin #approve', level: 1 })).toBeVisible();
  const proof = page.getByRole('list', { name: 'Checklist' }).getByRole('listitem').filter({ hasText: 'identity' });
  await expect(proof).toContainText('not met');
  await expectAccessible(page, 'bundle-replacement');
  await proof.getByRole('button', { name: 'Attach' }).click();
  await chooseFiles(dialog, await aPdf('new-passport.pdf'));
  await dialog.getByLabel('Valid until').fill('2099-01-01');
  await dialog.getByRole('button', { name: 'Upload new-passport.pdf' }).click();
  await expect(page.getByText('All requirements are met.')).toBeVisible();
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByText('Numbers can be bought with this bundle.')).toBeVisible();
  await page.goto(number);
  await page.getByRole('button', { name: 'Choose a bundle' }).click();
  await page.getByLabel('Bundle', { exact: true }).selectOption({ label: 'Copy of Berlin #approve (approved)' });
  await page.getByRole('button', { name: 'Save the bundle' }).click();
  await expect(page.getByRole('link', { name: 'Copy of Berlin #approve' })).toBeVisible();
  await expect(page.getByText('The approval of the bundle has ended')).toBeHidden();
});
