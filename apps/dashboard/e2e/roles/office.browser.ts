import {
  addToCart,
  buyNumber,
  homeHeading,
  newAddress,
  PASSWORD,
  signUp,
  signUpByHand,
  topUp,
} from '../support/account';
import { complete, createBundle } from '../support/bundles';
import { call } from '../support/internal';
import { mailedLink } from '../support/mail';
import { openPage } from '../support/navigation';
import { Effort } from '../support/roles';
import { expect, test } from '../support/test';
import { createTrunk, routeToTrunk } from '../support/trunks';

test('takes an accountant from the invitation to the export of a month and its invoice', async ({ page, browser }) => {
  await signUp(page);
  await topUp(page, 50);
  const e164 = await buyNumber(page);
  await routeToTrunk(page, e164, await createTrunk(page));
  await call(e164, 95);
  await openPage(page, 'Settings', 'Members');
  await page.getByRole('button', { name: 'Invite a member' }).first().click();
  const email = newAddress();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Role', { exact: true }).selectOption('Billing');
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(page.getByRole('table', { name: 'Invitations' })).toContainText('Pending');

  const context = await browser.newContext();
  const effort = await Effort.of('an accountant', context);
  const accountant = await context.newPage();
  await accountant.goto(await mailedLink(email, 'invitation'));
  await accountant.getByLabel('Name').fill('Ada Lovelace');
  await accountant.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await accountant.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(homeHeading(accountant)).toBeVisible();
  await openPage(accountant, 'Billing', 'Usage');
  const usage = accountant.getByRole('table', { name: 'Usage by kind' });
  const cellsOf = (kind: string) => usage.getByRole('row', { name: kind }).getByRole('cell');
  await expect(cellsOf('Monthly charges of numbers')).toHaveText([/numbers/, '–', '1', 'number', /%$/, /^\$/]);
  await expect(cellsOf('Inbound calls')).toHaveText([/calls/, '1', '2', 'minutes', /%$/, /^\$/]);
  const perDay = accountant.getByRole('list', { name: 'Spent per day, sums' });
  await expect(perDay.getByRole('listitem')).toHaveText([/Numbers \$/, /Inbound calls \$/, /Today so far/]);
  await expect(usage.getByRole('row').last()).toContainText('Total');
  await accountant.getByRole('button', { name: 'Export', exact: true }).click();
  await accountant.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
  await accountant.getByRole('dialog').getByRole('link', { name: 'Go to exports' }).click();
  await expect(accountant.getByRole('table', { name: 'Exports' })).toContainText('Completed', { timeout: 30_000 });
  await openPage(accountant, 'Billing', 'Transactions');
  await expect(accountant.getByRole('table', { name: 'Transactions' })).toContainText('Card top-up');
  await openPage(accountant, 'Billing', 'Invoices');
  await accountant.getByRole('table', { name: 'Invoices' }).getByRole('link').first().click();
  const lines = accountant.getByRole('table', { name: 'Lines' });
  await expect(lines.getByRole('row', { name: 'Numbers: monthly $1.00' })).toBeVisible();
  await expect(lines.getByRole('row', { name: /^Inbound calls \$/ })).toBeVisible();
  await expect(lines).toContainText('Total');
  effort.end(12);
  await context.close();
});

test('takes a compliance officer from sign-up to a number whose documents are approved', async ({ page, context }) => {
  const effort = await Effort.of('a compliance officer', context);
  await signUpByHand(page);
  await topUp(page, 50);
  await createBundle(page, 'Berlin #approve');
  await complete(page);
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByText('Numbers can be bought with this bundle.')).toBeVisible();
  await page.goto('/dashboard/numbers/buy?country=DE&type=geographic');
  await addToCart(page, '49');
  await page.getByRole('link', { name: 'Review and buy' }).click();
  await expect(page.getByLabel('Bundle of documents')).toHaveValue(/^cb_/);
  await page.getByRole('button', { name: /^Buy for/ }).click();
  await expect(page.getByRole('heading', { name: 'Your numbers are ready' })).toBeVisible();
  effort.end(23);
});

test('takes a team lead from sign-up to a team that is reached by its hours', async ({ page, context }) => {
  const effort = await Effort.of('a team lead', context);
  await signUpByHand(page);
  const e164 = await buyNumber(page);
  await createTrunk(page, { name: 'Sales desk' });
  await openPage(page, 'Connections', 'Routing');
  await page.getByRole('button', { name: 'Create a profile' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Sales');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Add a target' }).click();
  await dialog.getByLabel('Trunk', { exact: true }).selectOption({ label: 'Sales desk' });
  await dialog.getByRole('button', { name: 'Add hours of the week' }).click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Targets' })).toContainText('Sales desk');
  await page.goto(`/dashboard/numbers/${e164}`);
  await page.getByRole('button', { name: 'Change route' }).click();
  await page.getByLabel('Incoming calls go to').selectOption({ label: 'Sales' });
  await page.getByRole('button', { name: 'Save the route' }).click();
  await expect(dialog).toHaveCount(0);
  await openPage(page, 'Settings', 'Members');
  await page.getByRole('button', { name: 'Invite a member' }).first().click();
  await page.getByRole('textbox', { name: 'Email' }).fill(newAddress());
  await page.getByLabel('Role', { exact: true }).selectOption('Member');
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(page.getByRole('table', { name: 'Invitations' })).toContainText('Pending');
  await call(e164, 60);
  await openPage(page, 'Calls', 'Reports');
  await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible();
  effort.end(23);
});
