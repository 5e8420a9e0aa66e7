import { buyNumber, describeNumber, homeHeading, signIn, signUp } from '../support/account';
import { repeatNumber } from '../support/database';
import { call, routeCall } from '../support/internal';
import { expect, expectAccessible, holdNext, settled, test } from '../support/test';
import { createTrunk, routeToTrunk } from '../support/trunks';

const SEARCH = 'Name, number, page or ID';

test('goes to a number by its digits, to a page by its name, and to a search by a slash', async ({ page }) => {
  await signIn(page, process.env['DEMO_EMAIL'] ?? '', process.env['DEMO_PASSWORD'] ?? '');
  await expect(homeHeading(page)).toBeVisible();
  await page.keyboard.press('Control+k');
  // At once: what is typed while the search is loaded counts.
  await page.keyboard.type('1212');
  const search = page.getByRole('combobox', { name: SEARCH });
  await expect(search).toHaveValue('1212');
  await expect(page.getByRole('option', { name: /^\+1 212 .*Main line$/ })).toBeVisible();
  await expectAccessible(page, 'go-to');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '+1 212' })).toBeFocused();
  await expect(page.getByRole('table', { name: 'Latest calls' }).getByRole('row')).toHaveCount(6);
  await expectAccessible(page, 'number-with-calls');
  await search.fill('num');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Numbers', exact: true })).toBeFocused();
  await page.keyboard.press('/');
  await page.keyboard.type('416');
  await expect(page.getByRole('table', { name: 'Numbers' }).getByRole('row')).toHaveCount(2);
  await page.getByRole('link', { name: /^Suspended/ }).click();
  await page.getByRole('link', { name: 'Clear the filters' }).click();
  await expect(page.getByRole('table', { name: 'Numbers' }).getByRole('row')).toHaveCount(7);
});

test('keeps what is typed while the search is loaded, Enter too', async ({ page }) => {
  await signUp(page);
  let answer: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/assets\/go-to-[\w-]+\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('webhoks');
  for (let index = 0; index < 2; index += 1) await page.keyboard.press('Backspace');
  await page.keyboard.type('oks');
  await page.keyboard.press('Enter');
  answer?.();
  await expect(page.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeFocused();
});

test('keeps what is typed while the account is loaded, Enter too', async ({ page }) => {
  await signUp(page);
  const open = async (typed: () => Promise<void>) => {
    const { asked, answer } = await holdNext(page, '**/v1/accounts/me');
    await page.goto('/dashboard/trunks', { waitUntil: 'commit' });
    await asked;
    await page.keyboard.press('Control+k');
    await page.keyboard.type('webhoks');
    await typed();
    answer();
  };
  await open(() => page.keyboard.press('ArrowLeft'));
  const search = page.getByRole('combobox', { name: SEARCH });
  await expect(search).toHaveValue('webhoks');
  await expect(search).toBeFocused();
  await open(async () => {
    for (let index = 0; index < 2; index += 1) await page.keyboard.press('Backspace');
    await page.keyboard.type('oks');
    await page.keyboard.press('Enter');
  });
  await expect(page.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeFocused();
  const { asked, answer } = await holdNext(page, '**/v1/accounts/me');
  await page.goto('/dashboard/trunks', { waitUntil: 'commit' });
  await asked;
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  answer();
  await expect(search).toBeVisible();
  await expect(search).not.toBeFocused();
});

test('forgets what was typed before a page without the search', async ({ page }) => {
  const { asked, answer } = await holdNext(page, '**/v1/accounts/me');
  await page.goto('/dashboard/trunks', { waitUntil: 'commit' });
  await asked;
  await page.keyboard.press('Control+k');
  await page.keyboard.type('webhooks');
  await page.keyboard.press('Enter');
  answer();
  await page.getByLabel('Email').fill(process.env['DEMO_EMAIL'] ?? '');
  await page.getByRole('textbox', { name: 'Password' }).fill(process.env['DEMO_PASSWORD'] ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'SIP trunks', level: 1 })).toBeVisible();
  await settled(page);
  const search = page.getByRole('combobox', { name: SEARCH });
  await expect(search).toHaveValue('');
  await expect(search).not.toBeFocused();
});

test('finds trunks, labels and members by name, callers, and IDs of every kind', async ({ page }) => {
  const email = await signUp(page);
  const e164 = await buyNumber(page);
  const trunkId = await createTrunk(page);
  const path = `/v1/numbers/${encodeURIComponent(e164)}`;
  await describeNumber(page, e164, { label: 'Front desk' });
  await routeToTrunk(page, e164, trunkId);
  await call(e164, 30);
  const number = (await (await page.request.get(path)).json()) as { data: { id: string } };
  await page.goto('/dashboard/');
  const search = page.getByRole('combobox', { name: SEARCH });
  const place = (name: RegExp) => page.getByRole('option', { name });
  await search.focus();
  await expect(page.getByRole('option').first()).toBeVisible();
  for (let index = 0; index < 20; index += 1) await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { selected: true })).toBeInViewport();
  await search.fill('offi');
  await expect(place(/Office.*SIP trunk/)).toBeVisible();
  await expect(search).toHaveAttribute('aria-expanded', 'true');
  await search.fill('no such place');
  await expect(page.getByText('No results.')).toBeVisible();
  await expect(search).toHaveAttribute('aria-expanded', 'false');
  await search.fill('FRONT');
  await expect(place(/Front desk/)).toBeVisible();
  await expectAccessible(page, 'go-to-names');
  await search.fill(email.slice(0, 12));
  await expect(place(/Grace Hopper.*Member/)).toBeVisible();
  await search.fill('+44 20 7946');
  await expect(place(/Calls with \+44 20 ?7946/)).toBeVisible();
  await search.fill(number.data.id);
  await expect(place(/\+1.*Number/)).toBeVisible();
  await expect(place(/Events about num_/)).toBeVisible();
  await search.fill('key_0mh2k3l4p9f1c2d3e4b5a6978');
  await expect(place(/API key/)).toBeVisible();
  await search.fill(trunkId.slice(0, 12).toUpperCase());
  await expect(place(/Office.*SIP trunk/)).toBeVisible();
  await search.fill(number.data.id.toUpperCase());
  await expect(place(/\+1.*Number/)).toBeVisible();
  await search.fill(trunkId);
  await expect(place(/SIP trunk/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Office', level: 1 })).toBeFocused();
});

test('opens a gateway, a target, an order, a rejected call and a change by its ID, alone', async ({ page }) => {
  await signUp(page);
  const e164 = await buyNumber(page);
  const gateways = ['first', 'second'].map((name, index) => ({ name, host: '127.0.0.1', port: 5081 + index }));
  const trunkId = await createTrunk(page, { gateways });
  const newestOf = async (path: string): Promise<string> => {
    const { data } = (await (await page.request.get(path)).json()) as { data: { items: readonly { id: string }[] } };
    return data.items[0]?.id ?? '';
  };
  const headers = { origin: process.env['ROOT_URL'] ?? '' };
  const created = await page.request.post('/v1/routing-profiles', {
    headers,
    data: {
      name: 'Support',
      strategy: 'failover',
      targets: [
        { kind: 'sip_trunk', sip_trunk_id: trunkId },
        { kind: 'pstn_forward', pstn_forward_e164: '+442079460123' },
      ],
    },
  });
  const { data: routing } = (await created.json()) as {
    data: { profile: { id: string }; targets: readonly { id: string }[] };
  };
  // The number has no route.
  await routeCall({ from: '+442079460000', to: e164, source_ip: '127.0.0.1' });
  await page.goto('/dashboard/');
  const search = page.getByRole('combobox', { name: SEARCH });
  const open = async (id: string, heading: string, table: string): Promise<void> => {
    await search.fill(id);
    await expect(page.getByRole('option').first()).toContainText(id);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: `Copy ${id}` })).toBeVisible();
    await expect(page.getByRole('table', { name: table, exact: true }).getByRole('row')).toHaveCount(2);
  };
  await open(await newestOf(`/v1/sip-trunks/${trunkId}/gateways`), 'Office', 'Gateways');
  await expectAccessible(page, 'gateway-by-id');
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect(page.getByRole('table', { name: 'Gateways' }).getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('heading', { name: 'Office', level: 1 })).toBeFocused();
  await open(routing.targets[1]?.id ?? '', 'Support', 'Targets');
  await page.request.delete(`/v1/routing-profiles/${routing.profile.id}`, { headers });
  await open(routing.targets[0]?.id ?? '', 'Support', 'Targets');
  await open(await newestOf('/v1/number-orders'), 'Orders of numbers', 'Orders');
  // Another journey may have advanced the clock of calls, which is not that of IDs.
  await page.route('**/v1/rejected-calls?*', (route) => {
    const url = new URL(route.request().url());
    url.searchParams.delete('to');
    return route.continue({ url: url.toString() });
  });
  await open(await newestOf('/v1/rejected-calls'), 'Rejected calls', 'Rejected calls');
  await open(await newestOf('/v1/activity'), 'Activity', 'Activity');
  await expectAccessible(page, 'row-by-id');
  await search.fill('sms_0mh2k3l4p9f1c2d3e4b5a6978');
  await page.getByRole('option', { name: /Message$/ }).click();
  await expect(page.getByText('Nothing in this list has this ID.')).toBeVisible();
  await page.goto('/dashboard/ids/gw_0mh2k3l4p9f1c2d3e4b5a6978');
  await expect(page.getByText('Nothing in this account has this ID.')).toBeVisible();
  await expectAccessible(page, 'no-owner-of-id');
});

test('finds a label and a tag among hundreds of numbers, and keeps an Enter until they are found', async ({ page }) => {
  await signUp(page);
  const e164 = await buyNumber(page);
  await repeatNumber(e164, 200);
  const oldest = `${e164.slice(0, 5)}0000200`;
  await describeNumber(page, oldest, { label: 'Branch 200', tags: ['zebra'] });
  await page.goto('/dashboard/');
  const search = page.getByRole('combobox', { name: SEARCH });
  await search.fill('branch');
  await expect(page.getByRole('option', { name: /0200\s*Branch 200$/ })).toBeVisible();
  await search.fill('ZEBRA');
  await expect(page.getByRole('option', { name: /0200\s*Branch 200, zebra$/ })).toBeVisible();
  await expectAccessible(page, 'go-to-tag');
  const { asked, answer } = await holdNext(page, '**/v1/numbers?q=zeb&*');
  await search.fill('zeb');
  await asked;
  await page.keyboard.press('Enter');
  answer();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('0200');
});

test('blames no filter of the page for a text that only the search asked for', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard/calls?q=alice');
  await expect(page.getByText('No call matches the filters.')).toBeVisible();
  const answered = page.waitForResponse(/\/v1\/cdrs\?.*q=x/);
  await page.getByRole('combobox', { name: SEARCH }).fill('x'.repeat(256));
  expect((await answered).ok()).toBe(false);
  await expect(page.getByText('No results.')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
