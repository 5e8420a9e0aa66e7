import { signUp } from '../support/account';
import { refusal, withoutPermissions } from '../support/answers';
import { fillPerson } from '../support/compliance';
import { aPdf, chooseFiles, dropFile } from '../support/files';
import { openPage } from '../support/navigation';
import { expect, expectAccessible, test } from '../support/test';

const TWO_MB = 2 * 1024 * 1024;

test('lists what a country requires of a person and of a business', async ({ page }) => {
  await signUp(page);
  await page.getByRole('link', { name: 'Documents' }).click();
  await expect(page.getByRole('link', { name: 'About bundles' })).toHaveAttribute(
    'href',
    '/docs/guides/numbers-and-documents#create-a-bundle',
  );
  await expectAccessible(page, 'bundles-empty');
  await openPage(page, 'Documents', 'Requirements');
  await expect(page.getByText('Choose a country to see')).toBeVisible();
  await page.getByLabel('Country').selectOption({ label: 'Germany' });
  await expect(page.getByText('The review typically takes 3 days.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Proof of identity' })).toContainText('(person)');
  await expect(page.getByText('An address in the area of the number')).toBeVisible();
  await expectAccessible(page, 'requirements');
  await page.getByLabel('End user').selectOption('business');
  await expect(page.getByRole('listitem').filter({ hasText: 'Proof of the business' })).toBeVisible();
  await expect(page.getByText('Proof of identity')).toBeHidden();
  await page.getByLabel('Country').selectOption({ label: 'United States' });
  await expect(page.getByText('No documents are required.')).toBeVisible();
  await page.route('**/v1/catalog/requirements?*', (route) => route.fulfill(refusal(403, 'forbidden')));
  await page.getByLabel('Country').selectOption({ label: 'France' });
  await expect(page.getByRole('alert')).toContainText('The requirements could not be loaded');
  await page.unroute('**/v1/catalog/requirements?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The review typically takes')).toBeVisible();
});

test('creates an end user, finds it, and edits it', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard/documents/end-users');
  await expectAccessible(page, 'end-users-empty');
  await page.getByRole('button', { name: 'Create an end user' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByLabel('Registered name')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'end-user-create');
  await fillPerson(page);
  await dialog.getByLabel('Phone number').fill('+49 30 1');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByLabel('Phone number')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Phone number').fill('+49 30 901820');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { name: 'Ada Lovelace', level: 1 })).toBeVisible();
  await expect(page.getByText('No documents yet.')).toBeVisible();
  await expectAccessible(page, 'end-user');
  await page.getByLabel('City').fill('Potsdam');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
  await openPage(page, 'Documents', 'End users');
  const table = page.getByRole('table', { name: 'End users' });
  await expect(table).toContainText('Potsdam, Germany');
  await page.getByLabel('Name, email or number').fill('turing');
  await expect(page.getByText('No end user matches the filters.')).toBeVisible();
  await page.getByLabel('Name, email or number').fill('lovelace');
  await expect(table).toContainText('Ada Lovelace');
  await expectAccessible(page, 'end-users');
  await table.getByRole('link').click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('An end user is the person or business')).toBeVisible();
});

test('needs no postal code of an end user in a country that has none', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard/documents/end-users');
  await page.getByRole('button', { name: 'Create an end user' }).first().click();
  const dialog = page.getByRole('dialog');
  await fillPerson(page);
  await dialog.getByLabel('Postal code').clear();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByLabel('Postal code')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Country', { exact: true }).selectOption('HK');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { name: 'Ada Lovelace', level: 1 })).toBeVisible();
  await expect(page.getByLabel('Postal code')).toHaveValue('');
  await page.getByLabel('City').fill('Kowloon');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
});

test('uploads files by button and by drop, and says at the file why it is refused', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard/documents/files');
  await expect(page.getByText('PDF, JPEG or PNG, at most 2 MB each.')).toBeVisible();
  await expectAccessible(page, 'files-empty');
  const rows = page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem');
  await chooseFiles(page, [
    await aPdf('large.pdf', TWO_MB),
    { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<p>') },
    { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nbroken') },
  ]);
  await expect(rows.filter({ hasText: 'large.pdf' })).toContainText('The file is larger than 2 MB.');
  await expect(rows.filter({ hasText: 'page.html' })).toContainText('Only PDF, JPEG and PNG files are accepted.');
  const broken = rows.filter({ hasText: 'broken.pdf' });
  await expect(broken.getByRole('button', { name: 'Upload broken.pdf' })).toBeDisabled();
  await broken.getByLabel('Document type').selectOption('passport');
  await broken.getByRole('button', { name: 'Upload broken.pdf' }).click();
  await expect(broken.getByRole('alert')).toContainText('The PDF is truncated');
  await expectAccessible(page, 'files-refused');
  for (const name of ['large.pdf', 'page.html', 'broken.pdf']) {
    await rows.filter({ hasText: name }).getByRole('button', { name: 'Remove' }).click();
  }
  await dropFile(page, await aPdf('passport.pdf', TWO_MB - 4096));
  const passport = rows.filter({ hasText: 'passport.pdf' });
  await passport.getByLabel('Document type').selectOption('passport');
  await passport.getByLabel('Valid until').fill('2020-01-01');
  await passport.getByLabel('Issued').fill('2020-02-01');
  await passport.getByRole('button', { name: 'Upload passport.pdf' }).click();
  await expect(passport.getByRole('alert')).toContainText('Valid until: must be after “Issued”');
  await passport.getByLabel('Issued').fill('2010-02-01');
  await passport.getByRole('button', { name: 'Try again: passport.pdf' }).click();
  await expect(passport).toContainText('Uploaded');
  const table = page.getByRole('table', { name: 'Files' });
  await expect(table).toContainText('Expired Jan 1, 2020');
  await expectAccessible(page, 'files');
  await table.getByRole('link', { name: 'passport.pdf' }).click();
  await expect(page.getByRole('heading', { name: 'passport.pdf', level: 1 })).toBeVisible();
  await page.getByLabel('Valid until').fill('2099-01-01');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Valid until Jan 1, 2099')).toBeVisible();
  await expectAccessible(page, 'document');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('passport.pdf');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Scans that prove who uses a number')).toBeVisible();
});

test('shows the progress of an upload, and sends the same key again after a failure', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard/documents/files');
  await chooseFiles(page, await aPdf('bill.pdf'));
  await page.getByLabel('Document type').selectOption('utility_bill');
  let answer: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const keys: (string | undefined)[] = [];
  await page.route('**/v1/compliance/documents', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    await held;
    return route.fulfill(refusal(429, 'rate_limited'));
  });
  await page.getByRole('button', { name: 'Upload bill.pdf' }).click();
  await expect(page.getByText(/% sent|being checked/)).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Progress of bill.pdf' })).toBeAttached();
  await page.screenshot({ path: 'dist/e2e/screenshots/upload-progress-light.png' });
  answer?.();
  await expect(page.getByRole('alert')).toContainText('The test refuses the call.');
  await page.getByRole('button', { name: 'Try again: bill.pdf' }).click();
  await expect(page.getByRole('list', { name: 'Chosen files' })).toContainText('Uploaded');
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});

test('hides documents from roles that may not read them', async ({ page }) => {
  await signUp(page);
  await withoutPermissions(page, (each) => /^(compliance|documents):/.test(each));
  await page.goto('/dashboard/documents');
  await expect(page.getByText('cannot see documents of end users')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Documents' })).toHaveCount(0);
  await expectAccessible(page, 'documents-restricted');
});
