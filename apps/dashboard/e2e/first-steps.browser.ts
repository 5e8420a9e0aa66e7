import { addCard, addToCart, buyNumber, signUp, signUpByHand } from './support/account';
import { call, failedCall } from './support/internal';
import { expect, expectAccessible, test } from './support/test';
import { addGateway, createTrunk, routeToTrunk } from './support/trunks';

test('shows a new account its way to the first call, and says nothing of calls that were not', async ({ page }) => {
  await signUp(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Your first call, step by step' })).toBeVisible();
  await expect(page.getByText('You have $5.00 of credit to start with.')).toBeVisible();
  // The path of a call beside them has other states.
  const steps = page.locator('li:is([data-state="done"], [data-state="now"], [data-state="later"])');
  await expect(steps).toHaveCount(6);
  await expect(page.locator('li[aria-current="step"]')).toContainText('Get a number');
  await expect(page.locator('li[data-state="done"]')).toContainText(['Confirm your email address']);
  await expect(page.getByRole('table', { name: 'Numbers that need no documents' }).getByRole('row')).toHaveCount(4);
  await expect(page.getByRole('region', { name: 'Order a number' })).toContainText('/v1/numbers');
  await expect(page.getByText('Calls today')).toBeHidden();
  for (const nothing of ['0%', 'Average talk 0:00']) await expect(page.getByText(nothing)).toHaveCount(0);
  await expectAccessible(page, 'first-steps');
  await expect(page.getByRole('link', { name: 'Search all countries' })).toBeVisible();
  await addToCart(page);
  await page.getByRole('link', { name: 'Review and buy' }).click();
  await page.getByRole('button', { name: /^Buy for/ }).click();
  const bought = page.getByRole('table', { name: 'Bought numbers' }).getByRole('link');
  const e164 = decodeURIComponent((await bought.getAttribute('href'))?.split('/').at(-1) ?? '');
  await page.getByRole('link', { name: 'Connect your PBX' }).click();
  await expect(page.getByRole('heading', { name: 'SIP trunks', level: 1 })).toBeVisible();
  await page.goto('/dashboard/');
  await expect(page.locator('li[aria-current="step"]')).toContainText('Connect your PBX');
  const trunkId = await createTrunk(page);
  await page.reload();
  // Nothing has measured the trunk, which does not keep the user from the next step.
  const trunk = steps.filter({ hasText: 'Connect your PBX' });
  await expect(trunk).toContainText('No gateway has answered and no system has registered yet');
  await expect(trunk.getByRole('link', { name: 'Test Office' })).toBeVisible();
  await expect(page.locator('li[aria-current="step"]')).toContainText('Route the number');
  await page.getByRole('link', { name: /^Route \+1/ }).click();
  await expect(page.getByRole('button', { name: 'Change route' })).toBeVisible();
  await routeToTrunk(page, e164, trunkId);
  await page.goto('/dashboard/');
  // In whatever order they are taken.
  await expect(page.locator('li[data-state="done"]')).toHaveCount(3);
  await expect(page.locator('li[aria-current="step"]')).toContainText('Call it');
  await page.getByRole('button', { name: 'Simulate a call' }).click();
  await expect(page.locator('li[aria-current="step"]')).toContainText('Add a card');
  await expectAccessible(page, 'first-steps-later');
  await addCard(page);
  await page.route('**/v1/sip-trunks/status?*', async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: { items: { gateways: object[] }[] } };
    const items = data.items.map((item) => ({
      ...item,
      gateways: item.gateways.map((gateway) => ({ ...gateway, state: 'up' })),
    }));
    await route.fulfill({ status: 200, json: { ok: true, data: { items } } });
  });
  await page.goto('/dashboard/');
  await expect(page.locator('li[data-state="done"]')).toHaveCount(6);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Hide the first steps' }).click();
  await expect(steps).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Calls today')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  await expect(steps).toHaveCount(0);
  await page.getByRole('banner').getByRole('button', { name: 'Help' }).click();
  await page.getByRole('menuitem', { name: 'Show the first steps' }).click();
  await expect(steps).toHaveCount(6);
  await call(e164, 30);
  // Neither answered nor failed: it changes no average, and there is no failure to explain.
  await failedCall(e164, 486);
  const fresh = await page.request.get('/v1/dashboard/summary?fresh=true');
  expect(fresh.ok(), await fresh.text()).toBe(true);
  await page.reload();
  await expect(page.getByText('Average talk 0:30')).toBeVisible();
  await expect(page.getByText('50%')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Why calls failed/ })).toHaveCount(0);
  await expect(steps).toHaveCount(0);
});

test('says why a call to a trunk without a registered system would fail', async ({ page }) => {
  await signUp(page);
  const e164 = await buyNumber(page);
  const trunkId = await createTrunk(page, { name: 'Desk phones', registration_mode: 'register', gateways: [] });
  await routeToTrunk(page, e164, trunkId);
  await page.goto('/dashboard/');
  const trunk = page.getByRole('listitem').filter({ hasText: 'Connect your PBX' });
  await expect(trunk).toContainText('No system has registered yet');
  await expect(trunk.getByRole('link', { name: 'Connect Desk phones' })).toHaveAttribute(
    'href',
    new RegExp(`/trunks/${trunkId}`),
  );
  await page.getByRole('button', { name: 'Simulate a call' }).click();
  const fault = page.getByRole('status').filter({ hasText: 'The call would fail' });
  await expect(fault).toContainText(
    'No call can reach the trunk “Desk phones”: no system is registered, and it has no enabled gateway. Register a system with the credentials of the trunk, or add a gateway.',
  );
  await expectAccessible(page, 'first-steps-unregistered');
  await addGateway(page, trunkId);
  await page.getByRole('button', { name: 'Simulate a call' }).click();
  await expect(page.locator('li[aria-current="step"]')).toContainText('Add a card');
});

test.describe('in another time zone', () => {
  const ZONE = 'Asia/Tokyo';
  test.use({ timezoneId: ZONE });

  test('gives a new account the time zone of the browser, and names it with the way to change it', async ({ page }) => {
    await signUpByHand(page);
    await expect(page.getByText('Times in Asia/Tokyo (GMT+9), the time zone of the account.')).toBeVisible();
    await page.getByRole('link', { name: 'Change it in Settings' }).click();
    await expect(page.getByLabel('Time zone')).toHaveValue(ZONE);
  });

  test('signs up in UTC where the API does not know the time zone of the browser', async ({ page }) => {
    await page.addInitScript((ofBrowser) => {
      const { resolvedOptions } = Intl.DateTimeFormat.prototype;
      Intl.DateTimeFormat.prototype.resolvedOptions = function () {
        const options = resolvedOptions.call(this);
        return options.timeZone === ofBrowser ? { ...options, timeZone: 'Mars/Olympus' } : options;
      };
    }, ZONE);
    await signUpByHand(page);
    const account = await page.request.get('/v1/accounts/me');
    expect(await account.json()).toMatchObject({ data: { settings: { timezone: 'UTC' } } });
  });
});

test('names failing webhooks, a paused top-up, a gateway that is down and a cart that was left', async ({ page }) => {
  await signUp(page);
  const e164 = await buyNumber(page);
  const now = Math.floor(Date.now() / 1000);
  const trunk_id = 'trk_0mh2k3l4p9f1c2d3e4b5a6978';
  const gateway_id = 'gw_0mh2k3l4p9f1c2d3e4b5a6978';
  const answer = (path: string, change: (data: Record<string, unknown>) => object) =>
    page.route(path, async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: Record<string, unknown> };
      await route.fulfill({ status: 200, json: { ok: true, data: change(data) } });
    });
  await answer('**/v1/webhooks', (data) => ({
    ...data,
    items: [{ id: 'whe_1', url: 'https://hooks.example.com/calls', status: 'failing', disabled_reason: null }],
  }));
  await answer('**/v1/billing/auto-recharge', (data) => ({ ...data, enabled: true, paused_until: now + 3600 }));
  await answer('**/v1/cart', (data) => ({ ...data, items: [{}, {}], updated_at: now - 7200 }));
  await answer('**/v1/events?type=trunk.gateway.down*', (data) => ({
    ...data,
    items: [
      {
        id: 'evt_1',
        type: 'trunk.gateway.down',
        created_at: now - 60,
        data: { gateway_id, trunk_id, name: 'Berlin 1', sip_code: 503 },
      },
    ],
  }));
  await page.route(`**/v1/sip-trunks/${trunk_id}/status`, (route) =>
    route.fulfill({ json: { ok: true, data: { gateways: [{ gateway_id, state: 'down' }] } } }),
  );
  await page.goto('/dashboard/');
  const attention = page.getByRole('region', { name: 'Needs attention' });
  await expect(attention).toContainText('The webhook hooks.example.com fails: events are retried.');
  await expect(attention).toContainText('Automatic top-up is paused until');
  await expect(attention).toContainText(
    /The gateway Berlin 1 is down\. Calls to it fail or use another gateway\.since .* UTC/,
  );
  await expect(attention.getByRole('listitem').first()).toContainText('Berlin 1');
  await expect(attention.getByRole('listitem').last()).toContainText('2 numbers are still in the cart.');
  await expectAccessible(page, 'home-attention');
  const unrouted = attention.getByRole('listitem').filter({ hasText: /^\+[\d ]+ routes nowhere\./ });
  await unrouted.getByRole('link', { name: 'Choose a route' }).click();
  await expect(page).toHaveURL(new RegExp(`/numbers/(%2B|\\+)${e164.slice(1)}$`));
});

test('says without alarm that automatic top-up is off while the balance lasts less than a month', async ({ page }) => {
  await signUp(page);
  await buyNumber(page);
  await page.route('**/v1/dashboard/summary', async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: object };
    // Lasts twelve days.
    const changed = { active_numbers: 1, balance_cents: 4_000, forecast_monthly_cents: 10_000 };
    await route.fulfill({ status: 200, json: { ok: true, data: { ...data, ...changed } } });
  });
  await page.goto('/dashboard/');
  const row = page
    .getByRole('region', { name: 'Needs attention' })
    .getByRole('listitem')
    .filter({ hasText: 'Automatic top-up is off. The balance lasts about 12 days.' });
  await row.getByRole('link', { name: 'Set it up' }).click();
  await expect(page.getByRole('heading', { name: 'Automatic top-up' })).toBeVisible();
});
