import { addToCart, signUp, topUp } from '../support/account';
import { attachAll, createPerson, submitBundle } from '../support/compliance';
import { complete, createBundle, requirement } from '../support/bundles';
import { expect, expectAccessible, test } from '../support/test';

test('completes a bundle by its checklist and gets the reasons of a rejection', async ({ page }) => {
  await signUp(page);
  await createBundle(page, 'Berlin #reject');
  await expect(page.getByText('4 requirements are not met.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit for review' })).toBeDisabled();
  await expectAccessible(page, 'bundle-draft');
  await requirement(page, 'Proof of identity').getByRole('button', { name: 'Attach' }).click();
  await expect(page.getByRole('dialog', { name: 'Attach: proof of identity' })).toBeVisible();
  await expectAccessible(page, 'bundle-attach');
  await page.keyboard.press('Escape');
  await complete(page);
  const documents = page.getByRole('table', { name: 'Documents of the bundle' });
  await documents.getByRole('button', { name: 'Remove form.pdf' }).click();
  await expect(page.getByText('1 requirement is not met.')).toBeVisible();
  await page.getByRole('button', { name: 'Attach a document' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Attach form.pdf' }).click();
  await expect(page.getByText('All requirements are met.')).toBeVisible();
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByText("Reviewer's notes: Rejected by the sandbox.")).toBeVisible();
  await expect(page.getByText("See the reviewer's notes.")).toBeVisible();
  await expectAccessible(page, 'bundle-rejected');
  await page.getByLabel('Name', { exact: true }).fill('Berlin');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Berlin', level: 1, exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByText('You get an email with the decision.')).toBeVisible();
});

test('names what an address cannot fill in, and sends none of it', async ({ page }) => {
  await signUp(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/v1\/.*zz/.test(request.url())) asked.push(request.url());
  });
  await page.goto('/dashboard/documents/bundles/new?country=zz&type=zz&end_user_id=zz');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Country: “zz” is not a country code, such as DE.');
  await expect(alert).toContainText('Number type: “zz” is not one of the choices.');
  await expect(alert).toContainText('End user: “zz” is not the ID of an end user.');
  await expect(page.getByLabel('Country of the numbers')).toHaveValue('');
  await expectAccessible(page, 'bundle-unknown-address');
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: 'Clear these values' }).click();
  await expect(alert).toHaveCount(0);
  await expect(page).toHaveURL(/\/bundles\/new$/);
});

test('withdraws, copies and deletes a bundle', async ({ page }) => {
  await signUp(page);
  const { id } = await submitBundle(page, 'Berlin');
  await page.goto(`/dashboard/documents/bundles/${id}`);
  await expect(page.getByText('You get an email with the decision.')).toBeVisible();
  const documents = page.getByRole('table', { name: 'Documents of the bundle' });
  await expect(documents.getByRole('link', { name: 'passport.pdf' })).toBeVisible();
  await expect(documents.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  await expectAccessible(page, 'bundle-submitted');
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Berlin again');
  await page.getByRole('dialog').getByRole('button', { name: 'Create the copy' }).click();
  await expect(page.getByRole('heading', { name: 'Berlin again', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  const bundles = page.getByRole('table', { name: 'Bundles' });
  await expect(bundles).toContainText('Germany, geographic');
  await expect(bundles).not.toContainText('Berlin again');
  await expectAccessible(page, 'bundles');
});

test('leads from the cart to a bundle that is approved, and back to buy the number with it', async ({ page }) => {
  await signUp(page);
  await topUp(page, 50);
  await page.goto('/dashboard/numbers/buy?country=DE&type=geographic');
  await expect(
    page.getByRole('table', { name: 'Numbers for sale' }).getByRole('link', { name: 'Needed' }).first(),
  ).toBeVisible();
  await addToCart(page, '49');
  await page.getByRole('link', { name: 'Review and buy' }).click();
  await expect(page.getByText('This number needs documents')).toBeVisible();
  await expectAccessible(page, 'cart-documents');
  await page.getByRole('link', { name: 'Prepare the documents' }).click();
  await expect(page.getByLabel('Country of the numbers')).toHaveValue('DE');
  await expect(page.getByLabel('Number type')).toHaveValue('geographic');
  await expectAccessible(page, 'bundle-new');
  const endUserId = await createPerson(page);
  await page.reload();
  await page.getByLabel('End user', { exact: true }).selectOption(endUserId);
  await page.getByLabel('Name', { exact: true }).fill('Berlin #approve');
  await page.getByRole('button', { name: 'Create the draft' }).click();
  await expect(page.getByRole('heading', { name: 'Berlin #approve', level: 1 })).toBeVisible();
  await attachAll(page, new URL(page.url()).pathname.split('/').at(-1) ?? '', endUserId);
  await page.reload();
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByText('Numbers can be bought with this bundle.')).toBeVisible();
  await expectAccessible(page, 'bundle-approved');
  await page.getByRole('link', { name: 'Back to the cart' }).click();
  const bundle = page.getByLabel('Bundle of documents');
  await expect(bundle).toHaveValue(/^cb_/);
  await expectAccessible(page, 'cart-bundle');
  await page.getByRole('button', { name: /^Buy for/ }).click();
  await expect(page.getByRole('heading', { name: 'Your numbers are ready' })).toBeVisible();
  await page.getByRole('table', { name: 'Bought numbers' }).getByRole('link').first().click();
  await expect(page.getByRole('link', { name: 'Berlin #approve' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose a bundle' })).toBeHidden();
});

test('attaches a bundle to a number that was bought without one', async ({ page }) => {
  await signUp(page);
  await topUp(page, 50);
  await submitBundle(page, 'Berlin #approve');
  await page.goto('/dashboard/documents');
  await expect(page.getByRole('table', { name: 'Bundles' })).toContainText('Approved');
  await page.goto('/dashboard/numbers/buy?country=DE&type=geographic');
  await expect(page.getByText('Approved bundle fits').first()).toBeVisible();
  await addToCart(page, '49');
  await page.getByRole('link', { name: 'Review and buy' }).click();
  await page.getByLabel('Bundle of documents').selectOption({ label: 'None yet' });
  await page.getByRole('button', { name: /^Buy for/ }).click();
  await expect(page.getByRole('heading', { name: 'Your numbers are bought' })).toBeVisible();
  await expect(page.getByText('Waiting for documents')).toBeVisible();
  await expectAccessible(page, 'checkout-documents');
  await page.getByRole('link', { name: 'Attach a bundle' }).click();
  await expect(page.getByText('The number works once an approved bundle is attached to it.')).toBeVisible();
  await expectAccessible(page, 'number-waiting');
  await page.getByRole('button', { name: 'Choose a bundle' }).click();
  await page.getByLabel('Bundle', { exact: true }).selectOption({ label: 'Berlin #approve (approved)' });
  await page.getByRole('button', { name: 'Save the bundle' }).click();
  await expect(page.getByText('The number works once')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Berlin #approve' })).toBeVisible();
});
