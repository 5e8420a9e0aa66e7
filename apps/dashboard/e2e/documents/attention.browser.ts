import { signUp } from '../support/account';
import { refusal } from '../support/answers';
import { createDocument, submitBundle } from '../support/compliance';
import { expect, expectAccessible, settled, test } from '../support/test';

const DAY_MS = 86_400_000;
const dayIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

test('names rejected bundles and documents that expire on the home page, which is quiet without them', async ({
  page,
}) => {
  await signUp(page);
  await expect(page.getByText('Your first call, step by step')).toBeVisible();
  await expect(page.getByText('Needs attention')).toBeHidden();
  await createDocument(page, 'utility_bill', { expires_at: dayIn(60) });
  await createDocument(page, 'bank_statement', { expires_at: dayIn(-5) });
  const loaded = page.waitForResponse(/\/v1\/compliance\/documents\?/);
  await page.reload();
  await (await loaded).finished();
  await expect(page.getByText('Your first call, step by step')).toBeVisible();
  await settled(page);
  await expect(page.getByText('Needs attention')).toBeHidden();

  await createDocument(page, 'passport', { expires_at: dayIn(20) });
  await submitBundle(page, 'Berlin #reject');
  await page.goto('/dashboard/documents');
  await expect(page.getByRole('table', { name: 'Bundles' })).toContainText('Rejected');
  await page.route('**/v1/compliance/bundles?*', (route) => route.fulfill(refusal(403, 'forbidden')));
  await page.goto('/dashboard/');
  const failure = page.getByRole('alert').filter({ hasText: 'Rejected bundles could not be loaded' });
  await expect(failure).toBeVisible();
  await page.unroute('**/v1/compliance/bundles?*');
  await failure.getByRole('button', { name: 'Try again' }).click();
  const attention = page.getByRole('region', { name: 'Needs attention' });
  await expect(attention).toContainText("Berlin #reject was rejected. Reviewer's notes: Rejected by the sandbox.");
  await expect(attention).toContainText('Then submit the bundle again.');
  await expect(attention).toContainText(/passport\.pdf expires in (20|19) days\./);
  await expect(attention).not.toContainText('utility_bill');
  await expect(attention).not.toContainText('bank_statement');
  await expectAccessible(page, 'home-documents');
  await attention.getByRole('link', { name: 'Open the file' }).click();
  await expect(page.getByRole('heading', { name: 'passport.pdf', level: 1 })).toBeVisible();
  await page.goBack();
  await attention.getByRole('link', { name: 'Open the bundle' }).click();
  await expect(page.getByText('Correct what is wrong, then submit the bundle again.')).toBeVisible();
});
