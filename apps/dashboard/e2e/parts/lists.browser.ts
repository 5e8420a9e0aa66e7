import { buyNumber, signIn, signUp } from '../support/account';
import { openPage } from '../support/navigation';
import { expect, expectAccessible, settled, test } from '../support/test';

test('shows that a list loads, that it failed with its request, and that it is empty', async ({ page }) => {
  await signUp(page);
  let answer: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/v1/numbers?*', async (route) => {
    await held;
    await route.fulfill({
      status: 403,
      headers: { 'x-request-id': 'request-of-the-test' },
      json: { ok: false, error: { code: 'forbidden', message: 'The list is not available.' } },
    });
  });
  await page.getByRole('link', { name: 'Numbers', exact: true }).click();
  const table = page.getByRole('table', { name: 'Numbers' });
  await expect(table).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible();
  // Without axe, which on a busy machine takes longer than the client waits.
  await page.screenshot({ path: 'dist/e2e/screenshots/list-loading-light.png' });
  answer?.();
  await expect(page.getByRole('alert')).toContainText('Your role does not permit this.');
  await expect(page.getByRole('alert')).toContainText('Request request-of-the-test');
  await expectAccessible(page, 'list-failed');
  await page.unroute('**/v1/numbers?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The numbers that you buy are listed here.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'About numbers' })).toHaveAttribute(
    'href',
    '/docs/guides/numbers-and-documents',
  );
  await expectAccessible(page, 'list-empty');
  await page.getByRole('link', { name: /^Suspended/ }).click();
  await expect(page.getByText('No number matches the filters.')).toBeVisible();
  await page.getByRole('link', { name: 'Clear the filters' }).click();
  await expect(page.getByText('The numbers that you buy are listed here.')).toBeVisible();
});

test('shows the filters of every list as chips, which say what they are set to', async ({ page }) => {
  await signUp(page);
  const filters = page.getByRole('group', { name: 'Filters' });
  for (const [path, shown] of [
    ['/numbers/buy', ['Country United States', 'Type', 'City', 'Area code', 'Feature']],
    ['/numbers/orders', ['Status']],
    ['/checkouts', ['Status']],
    ['/numbers/ports', ['Status']],
    ['/numbers/port-outs', ['Status']],
    ['/trunks', ['State Not archived']],
    ['/routing', ['Status Not archived', 'Targets are called']],
    ['/webrtc-users', ['Status']],
    ['/calls/reports', ['Group by Day', 'Show Calls', 'Time', 'Result', 'Number', 'Route', 'Parties', 'More']],
    ['/calls/rejected', ['Time', 'Reason', 'Trunk', 'Number', 'Direction']],
    ['/alarms', ['State']],
    ['/messages/log', ['Time', 'Direction', 'Status']],
    ['/billing/transactions', ['Time', 'Kind']],
    ['/billing/usage', [/^Month /, 'Compared with The month before']],
    ['/billing/rates', ['Direction']],
    ['/billing/message-rates', ['Direction Sent']],
    ['/documents', ['Status', 'Country']],
    ['/documents/end-users', ['Kind']],
    ['/documents/files', ['Type', 'Show']],
    ['/developers/events', ['Type']],
    ['/exports', ['Records']],
    ['/settings/activity', ['Time', 'Resource', 'Action', 'By']],
  ] as const) {
    await page.goto(`/dashboard${path}`);
    for (const name of shown) await expect(filters.getByRole('button', { name, exact: true })).toBeVisible();
    await expect(filters.getByRole('button')).toHaveCount(shown.length);
  }
  await page.goto('/dashboard/billing/transactions?kind=topup,refund&from=2026-11-02');
  await expect(page.getByRole('button', { name: /^Time from Nov 2\b/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Kind .*, Refund$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filter Kind' }).click();
  await expect(page.getByRole('button', { name: 'Kind', exact: true })).toBeFocused();
  await expect(page).toHaveURL(/\?from=2026-11-02$/);
  await expectAccessible(page, 'list-chips');
});

test('names the time zone once, above the head of a table that shows times', async ({ page }) => {
  await signUp(page);
  await buyNumber(page);
  for (const [path, name] of [
    ['/billing/transactions', 'Transactions'],
    ['/billing', 'Latest payments'],
    ['/numbers/orders', 'Orders'],
    ['/settings/members', 'Members'],
  ] as const) {
    await page.goto(`/dashboard${path}`);
    const table = page.getByRole('table', { name, exact: true });
    await expect(table.getByRole('row').nth(1).getByRole('time').first()).toBeVisible();
    await expect(table.getByRole('caption')).toHaveText(/^Times in /);
    await expect(page.getByText(/^Times in /).filter({ visible: true })).toHaveCount(1);
    const [zone, head] = [table.getByRole('caption'), table.getByRole('row').first()];
    await settled(page);
    expect((await zone.boundingBox())?.y, name).toBeLessThan((await head.boundingBox())?.y ?? 0);
  }
  await page.goto('/dashboard/numbers');
  await expect(page.getByRole('table', { name: 'Numbers' }).getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByText(/^Times in /)).toHaveCount(0);
});

test('names what a page of its address cannot choose, and loads nothing else for it', async ({ page }) => {
  await signUp(page);
  const e164 = await buyNumber(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/v1\/(billing\/usage|cdrs\/summary)/.test(request.url())) asked.push(request.url());
  });
  const alert = page.getByRole('alert');
  for (const [address, said] of [
    ['/billing/usage?month=2026-13', 'Month: “2026-13” is not a month, such as 2026-11.'],
    ['/billing/usage?month=9999-12', 'Month: “9999-12” is in the future.'],
    ['/billing/usage?by=xxx', 'Group by: “xxx” is not one of the choices.'],
    ['/billing/usage?compare=xxx', 'Compared with: “xxx” is not one of the choices.'],
    [`/numbers?q=${'x'.repeat(3_000)}`, `“${'x'.repeat(100)}…” must have 3 to 100 characters.`],
    [`/numbers/${e164}?show=zzz`, 'Part: “zzz” is no part of this page.'],
    [`/numbers/${e164}?days=abc`, 'Days: “abc” is not one of 7, 30, 90.'],
    ['/?days=abc', 'Days: “abc” is not one of 7, 30, 90.'],
  ] as const) {
    await page.goto(`/dashboard${address}`);
    await expect(alert).toContainText(said);
  }
  expect(asked).toEqual([]);
  await expectAccessible(page, 'home-unknown-days');
  await page.getByRole('button', { name: 'Clear this value' }).click();
  await expect(alert).toHaveCount(0);
});

test('keeps the rows of a list when its next page fails', async ({ page }) => {
  await page.route('**/v1/numbers?*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data?: { next_cursor: string } };
    if (body.data) body.data.next_cursor = 'of-no-page';
    await route.fulfill({ response, json: body });
  });
  await signIn(page, process.env['DEMO_EMAIL'] ?? '', process.env['DEMO_PASSWORD'] ?? '');
  await page.getByRole('link', { name: 'Numbers', exact: true }).click();
  const rows = page.getByRole('table', { name: 'Numbers' }).getByRole('row');
  await expect(rows).toHaveCount(7);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(page.getByRole('alert')).toContainText('The list could not be loaded');
  await expect(rows).toHaveCount(7);
  await expectAccessible(page, 'list-next-failed');
});

test('says what a search could not ask', async ({ page }) => {
  await signUp(page);
  await page.route('**/v1/catalog/search?*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { warnings: object[] } };
    body.data.warnings.push({ code: 'supplier_unavailable', message: 'One supplier did not answer in time.' });
    await route.fulfill({ response, json: body });
  });
  await openPage(page, 'Numbers', 'Get numbers');
  await expect(page.getByText('One supplier did not answer in time.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Numbers for sale' }).getByRole('row')).not.toHaveCount(1);
  await expectAccessible(page, 'search-partial');
});

test('leads on from empty lists, by an action and a guide', async ({ page }) => {
  await signUp(page);
  for (const [path, text, action, guide] of [
    ['numbers/orders', 'The numbers that you order', 'Get numbers', 'About numbers'],
    ['cart', 'The cart is empty.', 'Get numbers', 'About numbers'],
    ['checkouts', 'Each purchase of your cart', 'Get numbers', 'About numbers'],
    ['calls/rejected', 'Calls of the last 30 days', 'Call log', 'About rejected calls'],
    ['exports', 'Calls, numbers, messages', 'New export', 'About exports'],
    ['developers/keys', 'Programs use API keys', 'Create a key', 'About API keys'],
    ['billing/invoices', 'An invoice is issued', 'Usage of this month', 'About invoices'],
    ['settings/members', 'Invite people', 'Invite a member', null],
    ['settings/connected-apps', 'Applications that you allow', null, 'About OAuth'],
  ] as const) {
    await page.goto(`/dashboard/${path}`);
    const empty = page.getByText(text).locator('..');
    await expect(empty).toBeVisible();
    if (guide !== null)
      await expect(empty.getByRole('link', { name: guide })).toHaveAttribute('href', /^\/docs\/guides\//);
    if (action !== null) await expect(empty.locator('a, button').filter({ hasText: action })).toBeVisible();
  }
});
