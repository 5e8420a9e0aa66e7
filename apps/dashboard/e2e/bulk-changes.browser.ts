import type { Locator, Page } from '@playwright/test';
import { buyNumber, signUp } from './support/account';
import { repeatNumber } from './support/database';
import { expect, expectAccessible, test } from './support/test';

/** An account with numbers that are alike. */
async function withNumbers(page: Page, count: number): Promise<string> {
  await signUp(page);
  const e164 = await buyNumber(page);
  await repeatNumber(e164, count - 1);
  return e164;
}

async function openNumbers(page: Page, search = ''): Promise<Locator> {
  await page.goto(`/dashboard/numbers${search}`);
  const boxes = page.getByRole('checkbox', { name: /^Select \+/ });
  await expect(boxes.first()).toBeVisible();
  return boxes;
}

const bar = (page: Page): Locator => page.getByRole('group', { name: 'With the selected numbers' });
const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });

/** Expects that one tab is marked as the current one, and no other. */
const expectCurrent = (page: Page, tabs: string, tab: string): Promise<void> =>
  expect(page.getByRole('navigation', { name: tabs }).locator('[aria-current]')).toHaveText([new RegExp(`^${tab}`)]);

async function choose(page: Page, action: string): Promise<Locator> {
  await bar(page).getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: action }).click();
  return page.getByRole('dialog');
}

test('tags all numbers that match, and finds them by the tag and by a note', async ({ page }) => {
  const e164 = await withNumbers(page, 130);
  const boxes = await openNumbers(page);
  await boxes.nth(1).check();
  await bar(page).getByRole('button', { name: 'Select all that match' }).click();
  await expect(page.getByRole('status', { name: 'Selection' })).toHaveText('All 130 selected');
  await expectAccessible(page, 'bulk-bar');
  await bar(page).getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('button', { name: 'Release…' })).toBeVisible();
  await expectAccessible(page, 'bulk-menu');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('status', { name: 'Selection' })).toHaveText('All 130 selected');
  await bar(page).getByRole('button', { name: 'Tag' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Tag 130 numbers' });
  await dialog.getByRole('button', { name: 'Tag 130 numbers' }).click();
  await expect(dialog.getByText('Enter a tag to add or to remove.')).toBeVisible();
  await dialog.getByLabel('Tags to add').fill('sales, cost 4100');
  await expectAccessible(page, 'bulk-tags');
  await dialog.getByRole('button', { name: 'Tag 130 numbers' }).click();
  await expect(heading(page)).toHaveText('Add the tags sales, cost 4100');
  await expect(page.getByText('All done: 130 numbers changed.')).toBeVisible();
  await expect(page.getByText('No number failed.')).toBeVisible();
  await page.getByRole('link', { name: 'Changed', exact: true }).click();
  await page.reload();
  await expect(page.getByRole('table', { name: 'Numbers of the bulk change' })).toContainText('Changed');
  await expectCurrent(page, 'Outcomes', 'Changed');
  await expectAccessible(page, 'bulk-job-done');

  await openNumbers(page);
  await page.getByRole('button', { name: 'Tag', exact: true }).click();
  await page.getByLabel('Tags', { exact: true }).fill('cost 4100, sales');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/tag=cost/);
  const numbers = page.getByRole('table', { name: 'Numbers' });
  await expect(numbers.getByRole('row').nth(1)).toContainText('cost 4100');
  await expectAccessible(page, 'numbers-tagged');

  await page.goto(`/dashboard/numbers/${e164}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Rename or tag…' }).click();
  await page.getByRole('textbox', { name: 'Label' }).fill('x'.repeat(65));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Use at most 64 characters.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Label' }).fill('Vans');
  await page.getByRole('textbox', { name: 'Notes' }).fill('Printed on the vans.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Notes' })).toHaveText(/Printed on the vans\./);
  await page.getByRole('link', { name: 'History', exact: true }).click();
  const change = page.getByRole('table', { name: 'History of the number' }).getByRole('row').nth(1);
  await expect(change).toContainText('Notes changed');
  await expect(change).toContainText('Notes: – → Printed on the vans.');
  await expect(change).toContainText('Grace Hopper (you)');
  await expectCurrent(page, 'Parts of the number', 'History');
  await expectAccessible(page, 'number-described');
  await page.goto('/dashboard/numbers');
  await page.getByLabel('Number, label, tag or note').fill('the vans');
  await expect(numbers.getByRole('row')).toHaveCount(2);
  // The account's counts are not those of the numbers that are found.
  const all = page.getByRole('link', { name: /^All( \d+)?$/ });
  await expect(all).toHaveText('All');
  await page.getByRole('link', { name: /^Active/ }).click();
  await expect(page).toHaveURL(/q=the(\+|%20)vans&status=active|status=active&q=the(\+|%20)vans/);
  await expectCurrent(page, 'States', 'Active');
  await page.getByLabel('Number, label, tag or note').fill('');
  await expect(all).toHaveText('All 130');
});

test('leaves the selection when a dialog is closed, and returns the focus', async ({ page }) => {
  await withNumbers(page, 2);
  await (await openNumbers(page)).first().check();
  const dialog = page.getByRole('dialog');
  for (const name of ['Label', 'Tag']) {
    const action = bar(page).getByRole('button', { name });
    await action.press('Enter');
    await dialog.getByRole('button', { name: 'Close' }).press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('status', { name: 'Selection' })).toHaveText('1 selected');
    await expect(action).toBeFocused();
  }
  await bar(page).getByRole('button', { name: 'Bundle' }).click();
  await expect(dialog.getByRole('link', { name: 'Create a bundle' })).toBeVisible();
  await expectAccessible(page, 'bulk-bundle');
});

test('releases numbers after their count is typed, and lists those that were protected', async ({ page }) => {
  await withNumbers(page, 4);
  await page.goto('/dashboard/numbers/jobs');
  await expect(page.getByText('Changes of many numbers are listed here for 30 days.')).toBeVisible();
  await expectAccessible(page, 'bulk-jobs-empty');
  const boxes = await openNumbers(page);
  await boxes.first().check();
  const protect = await choose(page, 'Protect against release');
  await protect.getByRole('button', { name: 'Protect 1 number' }).click();
  await expect(page.getByText('All done: 1 number changed.')).toBeVisible();

  await openNumbers(page);
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  const release = await choose(page, 'Release…');
  await release.getByLabel('Type 4 to confirm').fill('3');
  await release.getByRole('button', { name: 'Release 4 numbers' }).click();
  await expect(release.getByText('Type 4, the count of the numbers.')).toBeVisible();
  await expectAccessible(page, 'bulk-release');
  await release.getByLabel('Type 4 to confirm').fill('4');
  await release.getByRole('button', { name: 'Release 4 numbers' }).click();
  await expect(heading(page)).toHaveText('Release at the end of the paid month');
  await expect(page.getByText('3 numbers changed, 1 could not be changed.')).toBeVisible();
  const failed = page.getByRole('table', { name: 'Numbers of the bulk change' });
  await expect(failed.getByRole('row').nth(1)).toContainText('The number is protected against release.');
  await expectAccessible(page, 'bulk-job-failures');
  await failed.getByRole('link').click();
  await expect(page.getByText('Protected against release')).toBeVisible();

  await page.goto('/dashboard/numbers/jobs');
  const changes = page.getByRole('table', { name: 'Bulk changes' }).getByRole('row');
  await expect(changes).toHaveCount(3);
  await expect(changes.nth(1)).toContainText('Grace Hopper (you)');
  await expectAccessible(page, 'bulk-jobs');
});

test('tries again what could not be changed, once what kept it is put right', async ({ page }) => {
  await withNumbers(page, 2);
  const tag = async (field: string, tags: string, select: Locator) => {
    await select.check();
    await bar(page).getByRole('button', { name: 'Tag' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(field).fill(tags);
    await dialog.getByRole('button', { name: /^Tag \d numbers?$/ }).click();
    await expect(page.getByText(/^All done|could not be changed/)).toBeVisible();
  };
  const twenty = Array.from({ length: 20 }, (_, index) => `tag ${index + 1}`).join(', ');
  await tag('Tags to add', twenty, (await openNumbers(page)).first());
  await openNumbers(page);
  await tag('Tags to add', 'sales', page.getByRole('checkbox', { name: 'Select all shown' }));
  await expect(page.getByText('1 number changed, 1 could not be changed.')).toBeVisible();
  await expectAccessible(page, 'bulk-job-retry');
  const failed = page.url();
  await page.getByRole('button', { name: 'Try 1 number again' }).click();
  await expect(page).not.toHaveURL(failed);
  await expect(page.getByText('0 numbers changed, 1 could not be changed.')).toBeVisible();
  const failedAgain = page.url();

  await openNumbers(page);
  await tag('Tags to remove', 'tag 1', page.getByRole('checkbox', { name: 'Select all shown' }));
  await page.goto(failedAgain);
  await page.getByRole('button', { name: 'Try 1 number again' }).click();
  await expect(page.getByText('All done: 1 number changed.')).toBeVisible();
  await expect(page.getByRole('button', { name: /again$/ })).toHaveCount(0);
});

test('cancels a change while it runs', async ({ page }) => {
  await withNumbers(page, 4_000);
  const boxes = await openNumbers(page);
  await boxes.first().check();
  await bar(page).getByRole('button', { name: 'Select all that match' }).click();
  const dialog = await choose(page, 'Protect against release');
  await dialog.getByRole('button', { name: 'Protect 4,000 numbers' }).click();
  await expect(heading(page)).toHaveText('Protect against release');
  await expect(page.getByRole('progressbar', { name: 'Progress of the bulk change' })).toBeVisible();
  await expect(page.getByText('Created', { exact: true })).toBeVisible();
  await expect(page.getByText('Ended', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Cancel the change' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the change' }).click();
  await expect(page.getByText(/^Cancelled\. [\d,]+ numbers stayed as they were\./)).toBeVisible();
  await expect(page.getByText('Ended', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel the change' })).toHaveCount(0);
  await expect(heading(page)).toBeFocused();
  await expectAccessible(page, 'bulk-job-cancelled');
});

test('draws the edge of the bar and what is current in forced colours', async ({ page }) => {
  await withNumbers(page, 2);
  await page.emulateMedia({ forcedColors: 'active' });
  const boxes = await openNumbers(page);
  await boxes.first().check();
  await expect(bar(page)).toHaveCSS('border-top-width', '1px');
  const current = page.locator('main nav a[aria-current]').first();
  await expect(current).toHaveCSS('border-bottom-width', '2px');
  const place = page.getByRole('navigation', { name: 'Main' }).locator('a[data-current]', { hasText: 'My numbers' });
  await expect(place).toHaveCSS('border-top-width', '1px');
});

test('lists no number by a filter of the address that it cannot use or does not know', async ({ page }) => {
  await withNumbers(page, 2);
  const listed: string[] = [];
  page.on('request', (request) => {
    if (/\/v1\/numbers(\?|\/count\?(?!states=))/.test(request.url())) listed.push(request.url());
  });
  const alert = page.getByRole('alert');
  for (const [search, said] of [
    ['q=ab', 'Number, label, tag or note: “ab” must have 3 to 100 characters.'],
    ['q=%2B49', 'Number, label, tag or note: “+49” must have 3 to 15 digits.'],
    ['q=true&q=false&status=active&status=lost', 'Status: “active,lost” is not one of the choices.'],
    ['colour=blue', 'colour: “blue” belongs to no filter of this page.'],
  ] as const) {
    await page.goto(`/dashboard/numbers?${search}`);
    await expect(alert).toContainText(said);
    await expect(page.getByRole('checkbox')).toHaveCount(0);
  }
  expect(listed).toEqual([]);
  await expectAccessible(page, 'numbers-unknown-filter');
  await page.getByRole('button', { name: 'Clear this filter' }).click();
  await expect(page).toHaveURL(/\/numbers$/);
  await expect(page.getByRole('checkbox', { name: /^Select \+/ })).toHaveCount(2);

  await page.getByLabel('Number, label, tag or note').fill('ab');
  await expect(alert).toContainText('“ab” must have 3 to 100 characters');
  await expect(page.getByRole('checkbox')).toHaveCount(0);

  // Numbers can be found by where they are, and since when.
  await page.goto('/dashboard/numbers?city=Atlantis&from=2020-01-01');
  await expect(page.getByText('No number matches the filters.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Filters that are set' })).toContainText('City “Atlantis”');
  await page.getByRole('button', { name: 'Clear the filter Area' }).click();
  await expect(page.getByRole('checkbox', { name: /^Select \+/ })).toHaveCount(2);
  await page.getByRole('button', { name: /^Since/ }).click();
  await page.getByLabel('From', { exact: true }).fill('2099-01-01');
  await expect(page.getByText('No number matches the filters.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expectAccessible(page, 'numbers-since');

  // The router reads this one as a boolean.
  await page.goto('/dashboard/numbers?tag=true');
  await expect(page.getByText('No number matches the filters.')).toBeVisible();
});

test('leaves nothing selected when a link or the browser changes the filters', async ({ page }) => {
  await withNumbers(page, 2);
  await openNumbers(page, '?status=active');
  const selection = page.getByRole('status', { name: 'Selection' });
  const chooseBoth = async (): Promise<void> => {
    await page.getByRole('checkbox', { name: 'Select all shown' }).check();
    await expect(selection).toHaveText('2 selected');
  };
  await page.getByRole('button', { name: 'Area', exact: true }).click();
  await page.getByLabel('Country', { exact: true }).selectOption('US');
  await page.keyboard.press('Escape');
  await chooseBoth();
  await page.getByRole('link', { name: 'Clear all' }).click();
  await expect(page).toHaveURL(/\/numbers$/);
  await expect(page.getByRole('checkbox', { name: /^Select \+/ })).toHaveCount(2);
  await expect(selection).toHaveText('');
  await chooseBoth();
  await page.goBack();
  await expect(page).toHaveURL(/country=US/);
  await expect(page.getByRole('checkbox', { name: /^Select \+/ })).toHaveCount(2);
  await expect(selection).toHaveText('');
});
