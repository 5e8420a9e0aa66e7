import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { homeHeading, signIn, signUp } from './support/account';
import { chooseFilter } from './support/filters';
import { openPage } from './support/navigation';
import { expect, expectAccessible, test } from './support/test';

const PATHS = {
  numbers: '/numbers',
  messages: '/messages/log',
  transactions: '/billing/transactions',
  usage: '/billing/usage',
  'invoice lines': '/billing/invoices',
  events: '/developers/events',
};
const SECOND = Math.floor(Date.now() / 1000);
const DAY = 86_400;

const exportsOf = (page: Page) => page.getByRole('table', { name: 'Exports' });

/** Opens the dialog, which the page of numbers has in a menu. */
async function openExport(page: Page): Promise<void> {
  if (!page.url().endsWith(PATHS.numbers)) {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    return;
  }
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Export…' }).click();
}

/** Exports what the page shows, and follows the link to the exports. */
async function exportView(page: Page, format: 'CSV' | 'NDJSON'): Promise<void> {
  await openExport(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Format').selectOption({ label: format });
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await dialog.getByRole('link', { name: 'Go to exports' }).click();
  await expect(page.getByRole('heading', { name: 'Exports', level: 1 })).toBeVisible();
}

test('exports the calls of a filtered list, and downloads the file that its digest describes', async ({ page }) => {
  await signIn(page, process.env['DEMO_EMAIL'] ?? '', process.env['DEMO_PASSWORD'] ?? '');
  await expect(homeHeading(page)).toBeVisible();
  await page.goto('/dashboard/calls?direction=inbound');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('Direction: inbound');
  await expectAccessible(page, 'export-of-view');
  await page.getByRole('button', { name: 'Close' }).click();
  // It fades, and has a button of the same name as the page.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await exportView(page, 'CSV');
  // Other journeys export from this account, too.
  const row = exportsOf(page).getByRole('row').filter({ hasText: 'Direction: inbound' }).first();
  await expect(row).toContainText('Calls');
  await expect(row).toContainText('Completed', { timeout: 30_000 });
  await expectAccessible(page, 'exports');

  const downloading = page.waitForEvent('download');
  await row.getByRole('button', { name: /^Download cdrs-exp_/ }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^cdrs-exp_\w+\.csv\.gz$/);
  const bytes = readFileSync(await download.path());
  const [header = '', ...lines] = gunzipSync(bytes).toString().trimEnd().split('\r\n');
  const direction = header.split(',').indexOf('direction');
  expect(new Set(lines.map((line) => line.split(',')[direction]))).toEqual(new Set(['inbound']));
  await row.getByRole('button', { name: 'Details' }).click();
  const details = page.getByRole('dialog');
  await expect(details.getByLabel('SHA-256 of the file', { exact: true })).toHaveValue(
    createHash('sha256').update(bytes).digest('hex'),
  );
  await expectAccessible(page, 'export-details');
});

test('exports each kind of records from its page, and any of them from the page of exports', async ({ page }) => {
  await signIn(page, process.env['DEMO_EMAIL'] ?? '', process.env['DEMO_PASSWORD'] ?? '');
  await expect(homeHeading(page)).toBeVisible();
  for (const [kind, path] of Object.entries(PATHS)) {
    await page.goto(`/dashboard${path}`);
    await exportView(page, 'NDJSON');
    // Another journey exports calls from this account.
    const row = exportsOf(page)
      .getByRole('row')
      .filter({ hasText: new RegExp(kind, 'i') })
      .first();
    await expect(row).toContainText('Completed', { timeout: 30_000 });
  }
  const ofNumbers = exportsOf(page).getByRole('row').filter({ hasText: 'Numbers' });
  const before = await ofNumbers.count();
  await page.getByRole('button', { name: 'New export' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Records').selectOption({ label: 'Usage' });
  await dialog.getByLabel('From').fill('2020-01-01');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByText('Must be at most 366 days before')).toBeVisible();
  await expectAccessible(page, 'export-new');
  await dialog.getByLabel('Records').selectOption({ label: 'Numbers' });
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(ofNumbers).toHaveCount(before + 1);
  await chooseFilter(page, 'Records', 'Usage');
  await expect(exportsOf(page).getByRole('row')).toHaveCount(2);
});

test('shows exports that wait, run, failed and expired, and that there are none', async ({ page }) => {
  await signUp(page);
  await openPage(page, 'Calls', 'Exports');
  await expect(page.getByText('can be exported into files.')).toBeVisible();
  await expectAccessible(page, 'exports-empty');
  const ended = { row_count: null, size_bytes: null, sha256: null, expires_at: null, error_code: null };
  const base = { ...ended, format: 'csv', fields: ['id'], timezone: 'UTC', filters: {}, completed_at: null };
  const items = [
    { ...base, id: 'exp_1', kind: 'cdrs', status: 'pending', created_at: SECOND - 2 },
    { ...base, id: 'exp_2', kind: 'events', status: 'running', created_at: SECOND - 40, format: 'ndjson' },
    {
      ...base,
      id: 'exp_3',
      kind: 'cdrs',
      status: 'failed',
      error_code: 'filters_refused',
      filters: { callee: '+4930123456', from: SECOND - 30 * DAY },
      created_at: SECOND - 4_000,
    },
    {
      ...base,
      id: 'exp_4',
      kind: 'invoice_lines',
      status: 'expired',
      row_count: 1_042,
      size_bytes: 48_210,
      sha256: 'a'.repeat(64),
      expires_at: SECOND - DAY,
      created_at: SECOND - 8 * DAY,
    },
  ];
  const data = { items: items.map((each) => ({ ...each, download_url: null })), next_cursor: null };
  await page.route(/\/v1\/exports(\?.*)?$/, (route) => route.fulfill({ json: { ok: true, data } }));
  await page.reload();
  const table = exportsOf(page);
  for (const text of ['Waiting', 'Running', 'Failed', 'Expired', 'Choose other filters.', 'Callee: +4930123456'])
    await expect(table).toContainText(text);
  await expect(table.getByRole('button', { name: /^Download/ })).toHaveCount(0);
  await expectAccessible(page, 'exports-states');
});
