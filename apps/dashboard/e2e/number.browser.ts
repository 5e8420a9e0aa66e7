import { buyNumber, signUp } from './support/account';
import { call } from './support/internal';
import { expect, expectAccessible, test } from './support/test';
import { createTrunk, routeToTrunk } from './support/trunks';

const HEADERS = { origin: process.env['ROOT_URL'] ?? '' };

test('says what a number costs, and nothing of what is zero', async ({ page }) => {
  await signUp(page);
  const e164 = await buyNumber(page);
  await page.goto(`/dashboard/numbers/${e164}`);
  await expect(page.getByText('Per month', { exact: true })).toBeVisible();
  await expect(page.getByText('Next charge', { exact: true })).toBeVisible();
  await expect(page.getByText(/^(Setup|Failed charges)$/)).toHaveCount(0);
});

test('leads the path of calls over a routing profile and its trunk to the gateways', async ({ page }) => {
  await signUp(page);
  const e164 = await buyNumber(page);
  const trunkId = await createTrunk(page);
  const created = await page.request.post('/v1/routing-profiles', {
    headers: HEADERS,
    data: { name: 'Front desk', strategy: 'failover', targets: [{ kind: 'sip_trunk', sip_trunk_id: trunkId }] },
  });
  expect(created.status(), await created.text()).toBe(201);
  const { data } = (await created.json()) as { data: { profile: { id: string } } };
  const routed = await page.request.patch(`/v1/numbers/${encodeURIComponent(e164)}/routing`, {
    headers: HEADERS,
    data: { routing_profile_id: data.profile.id },
  });
  expect(routed.ok(), await routed.text()).toBe(true);
  await page.goto(`/dashboard/numbers/${e164}`);
  const path = page.getByRole('list', { name: 'Where calls to this number go' });
  await expect(path.getByRole('listitem')).toContainText([
    'Any number',
    e164.slice(-4),
    'Front desk',
    'Office',
    'first',
  ]);
  await expect(path.getByRole('listitem').last()).toContainText('Not tested yet');
  await expectAccessible(page, 'number-path');
});

test('shows the calls of a number over 7, 30 or 90 days', async ({ page }) => {
  await signUp(page);
  const e164 = await buyNumber(page);
  await routeToTrunk(page, e164, await createTrunk(page));
  await call(e164, 30);
  await page.goto(`/dashboard/numbers/${e164}`);
  const days = page.getByRole('group', { name: 'Time shown' });
  await expect(days.getByRole('button', { name: '30 days' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('heading', { name: 'Calls per day', exact: true })).toBeVisible();
  const asked = page.waitForRequest(/\/v1\/cdrs\/summary\?/);
  await days.getByRole('button', { name: '90 days' }).click();
  const from = Number(new URL((await asked).url()).searchParams.get('from'));
  expect(Math.round((Date.now() / 1000 - from) / 86_400)).toBeGreaterThanOrEqual(89);
  await expect(page).toHaveURL(/days=90$/);
  await page.reload();
  await expect(days.getByRole('button', { name: '90 days' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('link', { name: 'History', exact: true }).click();
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await expect(days.getByRole('button', { name: '90 days' })).toHaveAttribute('aria-pressed', 'true');
});
