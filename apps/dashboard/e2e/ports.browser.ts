import type { Page } from '@playwright/test';
import { buyNumber, signUp, topUp } from './support/account';
import { aPdf, chooseFiles } from './support/files';
import { chooseFilter } from './support/filters';
import { advanceClock, operate } from './support/internal';
import { expect, expectAccessible, test } from './support/test';

const DAY_S = 86_400;
/** Longer than what is looked at before it, and shorter than a recent sign-in of another journey. */
const LEAVES_IN_S = 240;
const inDays = (days: number): number => Math.floor(Date.now() / 1000) + days * DAY_S;

let used = 0;
/** A number of Berlin that no other journey has, and that the sandbox leaves to the operator. */
const freshNumber = (): string => {
  used += 1;
  return `+493058${String((Date.now() % 10_000) * 10 + used).padStart(5, '0')}11`;
};

const idOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';

async function addDocument(page: Page, title: string, file: string): Promise<void> {
  const row = page.getByRole('heading', { name: title, level: 3 }).locator('xpath=../..');
  await row.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await chooseFiles(dialog, await aPdf(file));
  await dialog.getByRole('button', { name: `Upload ${file}` }).click();
  await expect(dialog).toBeHidden();
  await expect(row.getByRole('link', { name: file })).toBeVisible();
}

async function completeAndSubmit(page: Page): Promise<void> {
  await page.getByLabel('Losing carrier', { exact: true }).fill('Old Telecom');
  await page.getByLabel('Account number at the carrier').fill('A-4711');
  await page.getByLabel('Authorized person', { exact: true }).fill('Ada Lovelace');
  await page.getByLabel('Email of the authorized person').fill('ada@example.com');
  await page.getByRole('button', { name: 'Save the details' }).click();
  await expect(page.getByText('Signed letter of authorization').first()).toBeVisible();
  const letter = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the letter' }).click();
  expect((await letter).suggestedFilename()).toMatch(/^letter-port_.*\.pdf$/);
  await addDocument(page, 'Signed letter of authorization', 'letter.pdf');
  await addDocument(page, 'Recent invoice of the losing carrier', 'invoice.pdf');
  await page.getByRole('button', { name: 'Submit the port' }).click();
  await expect(page.getByText('Us: we check it and submit it to the losing carrier').first()).toBeVisible();
}

/** Pastes numbers, checks them, and creates the draft. Ends on its page. */
async function paste(page: Page, text: string): Promise<void> {
  await page.goto('/dashboard/numbers/ports/new');
  await page.getByLabel('Numbers at the other carrier').fill(text);
  await page.getByRole('button', { name: /^Check \d/ }).click();
  await expect(page.getByRole('table', { name: 'Checks' })).toBeVisible();
}

/** Sets a new PIN on the page of a number, and returns it. */
async function newPin(page: Page, label: string): Promise<string> {
  await page.getByRole('button', { name: label }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Show a new PIN' }).click();
  const pin = await dialog.getByRole('textbox', { name: 'Port-out PIN' }).inputValue();
  await dialog.getByRole('checkbox', { name: 'I have stored it' }).check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  return pin;
}

test('ports numbers from paste to ported', async ({ page }) => {
  await signUp(page);
  await topUp(page, 50);
  await page.goto('/dashboard/numbers/ports');
  await expect(page.getByText('Bring the numbers that you have at another carrier.')).toBeVisible();
  await expectAccessible(page, 'ports-empty');
  await page.getByRole('main').getByRole('link', { name: 'Port numbers in' }).first().click();
  await expect(page.getByRole('heading', { name: 'Port numbers in', level: 1 })).toBeFocused();
  const e164 = freshNumber();
  await paste(page, `${e164.slice(0, 3)} ${e164.slice(3, 5)} ${e164.slice(5)}\n+883510000000091\n030 1234`);
  await expect(page.getByText('Not a number in international form: 030 1234')).toBeVisible();
  const checks = page.getByRole('table', { name: 'Checks' });
  await expect(checks.getByRole('row').filter({ hasText: 'Germany' })).toContainText('Portable');
  await expect(checks).toContainText('Numbers of this country and type cannot be ported to us.');
  await expect(page.getByText('1 of 2 can be ported.')).toBeVisible();
  await expectAccessible(page, 'port-checks');
  await page.getByRole('button', { name: 'Create the draft' }).click();
  await expect(page.getByRole('heading', { name: /^Port of \+49/, level: 1 })).toBeFocused();
  await expect(page.getByText('Still missing:')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit the port' })).toBeDisabled();
  await expectAccessible(page, 'port-draft');
  await completeAndSubmit(page);
  const path = `/operator/porting/requests/${idOf(page)}/transition`;
  await operate('POST', path, { status: 'in_process' });
  await page.reload();
  await expect(page.getByText('With the losing carrier').first()).toBeVisible();
  await operate('POST', path, { status: 'foc_confirmed', foc_at: inDays(3) });
  await page.reload();
  await expect(page.getByText('Date confirmed').first()).toBeVisible();
  await expectAccessible(page, 'port-confirmed');
  await operate('POST', path, { status: 'ported' });
  await page.reload();
  const numbers = page.getByRole('table', { name: 'Numbers of the port' });
  await expect(async () => {
    await page.reload();
    await expect(numbers.getByRole('link')).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 60_000 });
  const history = page.getByRole('table', { name: 'History of the port' });
  await expect(history).toContainText('Ported');
  await expect(history).toContainText('Grace Hopper (you)');
  await expectAccessible(page, 'port-ported');
  await numbers.getByRole('link').click();
  await expect(page.getByRole('button', { name: 'Change route' })).toBeVisible();
  await expect(page.getByText(e164).first()).toBeVisible();
});

test('mends a port that the losing carrier objects to, and answers messages', async ({ page }) => {
  await signUp(page);
  await topUp(page, 50);
  await paste(page, freshNumber());
  await page.getByRole('button', { name: 'Create the draft' }).click();
  await expect(page.getByRole('button', { name: 'Submit the port' })).toBeVisible();
  await completeAndSubmit(page);
  const request = `/operator/porting/requests/${idOf(page)}`;
  await operate('POST', `${request}/transition`, {
    status: 'exception',
    exception_code: 'account_number_mismatch',
    message: 'The number on the invoice ends with 12.',
  });
  await operate('POST', `${request}/comments`, { body: 'Please check the account number.' });
  await page.reload();
  const note = page.getByRole('note', { name: 'Needs your correction' });
  await expect(note).toContainText('The account number does not match the carrier’s records.');
  await expect(note).toContainText('The number on the invoice ends with 12.');
  await expect(page.getByRole('table', { name: 'Messages about the port' })).toContainText('Please check');
  await expectAccessible(page, 'port-exception');
  await page.getByLabel('Account number at the carrier').fill('A-4712');
  await page.getByRole('button', { name: 'Save the details' }).click();
  await page.getByLabel('Message to us').fill('It is A-4712.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Messages about the port' })).toContainText('It is A-4712.');
  await page.getByRole('button', { name: 'Submit it again' }).click();
  await expect(page.getByText('Us: we check it and submit it to the losing carrier').first()).toBeVisible();
  await page.getByRole('button', { name: 'Cancel the port' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the port' }).click();
  await expect(page.getByText('The port was cancelled. The numbers stay at their carrier.')).toBeVisible();
  await page.goto('/dashboard/numbers/ports');
  await expect(page.getByRole('table', { name: 'Ports' })).toContainText('Cancelled');
  await expectAccessible(page, 'ports');
});

test('imports the export of another carrier', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard/numbers/ports/new');
  const lines = ['Phone Number,Friendly Name,SID', `${freshNumber()},Berlin,PN1`, 'abc,none,PN2'];
  const buffer = Buffer.from(lines.join('\n'));
  await page.locator('input[type=file]').setInputFiles({ name: 'numbers.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByText('1 line was left out')).toBeVisible();
  await expect(page.getByText('Line 3:')).toBeVisible();
  await expectAccessible(page, 'port-import');
  await page.getByRole('link', { name: 'Germany: 1 number' }).click();
  await expect(page.getByLabel('Losing carrier', { exact: true })).toHaveValue('Twilio');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Bring the numbers that you have at another carrier.')).toBeVisible();
});

test('keeps a number by its lock and its PIN, and lets it leave to the carrier that has the PIN', async ({ page }) => {
  await signUp(page);
  await topUp(page, 20);
  const e164 = await buyNumber(page);
  const request = (given: object = {}): Promise<unknown> =>
    operate('POST', '/operator/porting/port-outs', { e164, gaining_carrier: 'New Telecom', ...given });
  const lock = page.getByRole('switch', { name: 'Lock against porting out' });
  await page.getByRole('link', { name: 'Porting out' }).click();
  await expect(lock).toBeChecked();
  await request();

  await lock.click();
  await page.getByRole('button', { name: 'Save the lock' }).click();
  await expect(page.getByRole('button', { name: 'Save the lock' })).toBeHidden();
  await page.reload();
  await expect(lock).not.toBeChecked();
  await request();
  await expect(page.getByText('No port-out PIN is set.')).toBeVisible();
  const pin = await newPin(page, 'Set a port-out PIN');
  await expect(page.getByText('A port-out PIN is set.')).toBeVisible();
  await expectAccessible(page, 'number-porting-out');
  const replaced = pin;
  const current = await newPin(page, 'New port-out PIN');
  expect(current).not.toBe(replaced);
  await request({ pin: replaced });

  const now = Math.floor((await advanceClock(1)) / 1000);
  await request({ pin: current, release_at: now + LEAVES_IN_S });
  await page.reload();
  await expect(page.getByText('The number moves to another carrier on')).toBeVisible();
  await page.getByRole('link', { name: 'Port-outs' }).click();
  await expect(page.getByRole('heading', { name: 'Port-outs', level: 1 })).toBeFocused();
  const rows = page.getByRole('table', { name: 'Port-outs' }).getByRole('row');
  await expect(rows).toHaveCount(5);
  await expect(rows.nth(1)).toContainText('Pending');
  await expect(rows.nth(2)).toContainText('The port-out PIN was wrong.');
  await expect(rows.nth(3)).toContainText('The number had no port-out PIN.');
  await expect(rows.nth(4)).toContainText('The number was locked against porting out.');
  await expectAccessible(page, 'port-outs');
  await chooseFilter(page, 'Status', 'Refused');
  await expect(rows).toHaveCount(4);

  await advanceClock(LEAVES_IN_S);
  await chooseFilter(page, 'Status', 'Ported out');
  await expect(async () => {
    await page.reload();
    await expect(rows.nth(1)).toContainText('New Telecom', { timeout: 2000 });
  }).toPass({ timeout: 60_000 });
  await rows.nth(1).getByRole('link').click();
  await expect(page.getByText('Released').first()).toBeVisible();
  await page.getByRole('link', { name: 'Porting out' }).click();
  await expect(lock).toBeDisabled();
});
