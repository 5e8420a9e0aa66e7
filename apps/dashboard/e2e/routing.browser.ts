import type { Locator, Page } from '@playwright/test';
import { signUp } from './support/account';
import { openPage } from './support/navigation';
import { expect, expectAccessible, test } from './support/test';
import { createTrunk } from './support/trunks';

const HEADERS = { origin: process.env['ROOT_URL'] ?? '' };

/** Adds days on which a target takes calls, and takes none, after a day that is wrong. */
async function chooseDates(dialog: Locator): Promise<void> {
  const dates = dialog.getByRole('group', { name: 'Only on dates' });
  await dates.getByRole('button', { name: 'Add dates' }).click();
  await expect(dates.getByLabel('First day')).toBeFocused();
  await dates.getByLabel('First day').fill('2026-11-23');
  await dates.getByLabel('Last day').fill('2026-11-20');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dates.getByRole('alert')).toHaveText('The last day is before the first.');
  await expect(dates).toBeFocused();
  await dates.getByLabel('Last day').fill('2026-11-27');
  const others = dialog.getByRole('group', { name: 'Not on dates' });
  await others.getByRole('button', { name: 'Add a date' }).click();
  await others.getByLabel('Day').fill('2026-11-26');
}

/** Changes the targets of the open profile as another user would. */
async function weighTargets(page: Page, weight: number): Promise<void> {
  const path = `/v1/routing-profiles/${page.url().split('/').at(-1) ?? ''}`;
  const { data } = (await (await page.request.get(path)).json()) as { data: { targets: { id: string }[] } };
  for (const { id } of data.targets) {
    const response = await page.request.patch(`${path}/targets/${id}`, { headers: HEADERS, data: { weight } });
    expect(response.ok(), await response.text()).toBe(true);
  }
}

test('sends calls to two targets, orders them, and tries a call at every change', async ({ page }) => {
  await signUp(page);
  await createTrunk(page, { name: 'Office' });
  await createTrunk(page, { name: 'Night desk' });
  await openPage(page, 'Connections', 'Routing');
  await expect(page.getByRole('link', { name: 'About routing profiles' })).toHaveAttribute(
    'href',
    '/docs/guides/routing#by-a-profile',
  );
  await expectAccessible(page, 'profiles-empty');
  await page.getByRole('button', { name: 'Create a profile' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Main line');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { name: 'Main line', level: 1 })).toBeVisible();
  const simulation = page.getByRole('status').filter({ hasText: /rejected|allows/ });
  await expect(simulation).toContainText('no target takes it');
  for (const trunk of ['Office', 'Night desk']) {
    await page.getByRole('button', { name: 'Add a target' }).click();
    await dialog.getByLabel('Trunk', { exact: true }).selectOption({ label: trunk });
    if (trunk === 'Office') {
      await dialog.getByRole('button', { name: 'Add hours of the week' }).click();
      await expect(dialog.getByLabel('From', { exact: true })).toBeVisible();
      for (const country of ['Germany', 'United States', 'United Kingdom'])
        await dialog.getByLabel('Only callers from countries').selectOption({ label: country });
      await dialog.getByRole('button', { name: 'Remove United States' }).click();
      await expect(dialog.getByRole('button', { name: 'Remove United Kingdom' })).toBeFocused();
      await chooseDates(dialog);
      await expectAccessible(page, 'target');
    }
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog).toBeHidden();
  }
  const rows = page.getByRole('table', { name: 'Targets' }).getByRole('row');
  await expect(rows.nth(1)).toContainText(
    'Mon to Fri 09:00 to 17:00 (UTC); on 2026-11-23 to 2026-11-27 (UTC); not on 2026-11-26 (UTC); from callers in Germany, United Kingdom',
  );
  const attempts = page.getByRole('table', { name: 'Attempts of the simulated call' }).getByRole('row');
  // A Monday, in and out of office hours.
  await page.getByLabel('Time (UTC)').fill('2026-11-23T10:00');
  await expect(attempts.nth(1)).toContainText('Office');
  await expect(attempts.nth(2)).toContainText('Night desk');
  const simulated = page.waitForRequest('**/simulate');
  await page.getByLabel('Caller', { exact: true }).fill('sip:front-desk@pbx-1.example.com');
  expect((await simulated).postDataJSON()).toMatchObject({ from: 'sip:front-desk@pbx-1.example.com' });
  await expect(page.getByText('Office is skipped: conditions (caller countries)')).toBeVisible();
  await page.getByLabel('Caller', { exact: true }).fill('+44 20 7946 0000');
  await expect(attempts.nth(1)).toContainText('Office');
  await page.getByRole('button', { name: 'Move Night desk up' }).click();
  await expect(rows.nth(1)).toContainText('Night desk');
  await expect(attempts.nth(1)).toContainText('Night desk');
  await page.getByLabel('Time (UTC)').fill('2026-11-23T20:00');
  await expect(page.getByText('Office is skipped: conditions (time windows)')).toBeVisible();
  await page.getByRole('button', { name: 'Edit Night desk' }).click();
  await dialog.getByLabel('Receives calls').click();
  await weighTargets(page, 30);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('by you in another tab: Weight.');
  await expect(dialog.getByLabel('Weight')).toHaveValue('30');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Night desk is skipped: disabled')).toBeVisible();
  await expectAccessible(page, 'profile');
  await page.getByLabel('Ringing time, in seconds').fill('30');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await dialog.getByRole('button', { name: 'Duplicate' }).click();
  await expect(page.getByRole('heading', { name: 'Copy of Main line', level: 1 })).toBeVisible();
  await expect(rows).toHaveCount(3);
});
