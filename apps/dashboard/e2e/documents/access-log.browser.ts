import { signUp } from '../support/account';
import { refusal, withoutPermissions } from '../support/answers';
import { createDocument, createPerson } from '../support/compliance';
import { openPage } from '../support/navigation';
import { expect, expectAccessible, test } from '../support/test';

/** More than a page of the list. */
const READS = 30;

test('lists who has read an end user or a document, and when', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard/documents');
  await openPage(page, 'Documents', 'Access log');
  await expect(page.getByRole('heading', { name: 'Access log', level: 1 })).toBeFocused();
  await expect(page.getByText('Entries are never changed or deleted.')).toBeVisible();
  await expectAccessible(page, 'access-log-empty');
  const end_user_id = await createPerson(page);
  const documentId = await createDocument(page, 'passport', { end_user_id });
  await page.goto(`/dashboard/documents/files/${documentId}`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  await download;
  await page.getByRole('link', { name: 'Who has read this' }).click();
  const table = page.getByRole('table', { name: 'Access log' });
  await expect(page.getByLabel('ID of an end user or document')).toHaveValue(documentId);
  const read = table.getByRole('row').filter({ hasText: 'Document content read' });
  await expect(read).toContainText('Grace Hopper (you)');
  await expect(read.getByTitle(documentId)).toBeVisible();
  await expect(read.getByRole('button', { name: `Copy ${documentId}` })).toBeVisible();
  await expect(table).not.toContainText('End user read');
  await page.getByLabel('ID of an end user or document').fill('doc_unknown');
  await expect(page.getByText('No access to a record with this ID is listed.')).toBeVisible();
  await page.getByRole('link', { name: 'Clear the filter' }).click();
  await expect(table).toContainText('End user read');
  await expectAccessible(page, 'access-log');
  await table.getByRole('row').filter({ hasText: 'End user read' }).first().getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Ada Lovelace', level: 1 })).toBeVisible();
});

test('keeps the listed accesses when a later page or the names of members cannot be loaded', async ({ page }) => {
  await signUp(page);
  const id = await createPerson(page);
  for (let read = 0; read < READS; read += 1) {
    expect((await page.request.get(`/v1/compliance/end-users/${id}`)).ok()).toBe(true);
  }
  await page.route('**/v1/accounts/me/members?*', (route) => route.fulfill(refusal(403, 'forbidden')));
  await page.route('**/v1/compliance/access-log*', (route) => route.fulfill(refusal(403, 'forbidden')));
  await page.goto('/dashboard/documents/access-log');
  const failure = page.getByRole('alert').filter({ hasText: 'The list could not be loaded' });
  const names = page.getByRole('alert').filter({ hasText: 'The names of members could not be loaded' });
  await expect(failure).toContainText('Your role does not permit this.');
  await expect(names).toBeVisible();
  await expectAccessible(page, 'access-log-failed');
  await page.unroute('**/v1/compliance/access-log*');
  await failure.getByRole('button', { name: 'Try again' }).click();
  const rows = page.getByRole('table', { name: 'Access log' }).getByRole('row').filter({ hasText: 'End user read' });
  await expect(rows.first()).toContainText('User');
  const shown = await rows.count();
  expect(shown).toBeLessThan(READS);
  await page.route('**/v1/compliance/access-log?*cursor=*', (route) => route.fulfill(refusal(403, 'forbidden')));
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(failure).toBeVisible();
  await expect(rows).toHaveCount(shown);
  await expectAccessible(page, 'access-log-partial');
  await page.unroute('**/v1/compliance/access-log?*cursor=*');
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(rows).toHaveCount(READS);
  await page.unroute('**/v1/accounts/me/members?*');
  await names.getByRole('button', { name: 'Try again' }).click();
  await expect(rows.first()).toContainText('Grace Hopper (you)');
});

test('names members beyond the first page of them', async ({ page }) => {
  await signUp(page);
  const id = await createPerson(page);
  await page.request.get(`/v1/compliance/end-users/${id}`);
  const members = '/v1/accounts/me/members';
  // As of an account with more than 100 members.
  await page.route(`**${members}?limit=100`, (route) =>
    route.fulfill({ json: { ok: true, data: { items: [], next_cursor: 'of-more' } } }),
  );
  await page.route(`**${members}?*cursor=of-more`, async (route) =>
    route.fulfill({ response: await page.request.get(members) }),
  );
  await page.goto('/dashboard/documents/access-log');
  const row = page.getByRole('table', { name: 'Access log' }).getByRole('row').filter({ hasText: 'End user read' });
  await expect(row.first()).toContainText('Grace Hopper (you)');
});

test('hides the access log from members who may not change members', async ({ page }) => {
  await signUp(page);
  await withoutPermissions(page, (each) => each === 'members:write');
  await page.goto('/dashboard/documents/access-log');
  await expect(page.getByText('cannot see the access log')).toBeVisible();
  await expect(page.getByRole('link', { name: 'End users' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Access log' })).toHaveCount(0);
  await expectAccessible(page, 'access-log-restricted');
});
