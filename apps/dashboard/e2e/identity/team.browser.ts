import type { BrowserContext, Page } from '@playwright/test';
import { buyNumber, homeHeading, newAddress, PASSWORD, signUp } from '../support/account';
import { mailedLink } from '../support/mail';
import { openPage } from '../support/navigation';
import { expect, expectAccessible, test } from '../support/test';
import { createTrunk } from '../support/trunks';

async function invite(page: Page, email: string, role: string): Promise<void> {
  await openPage(page, 'Settings', 'Members');
  await page.getByRole('button', { name: 'Invite a member' }).first().click();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Role', { exact: true }).selectOption(role);
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(page.getByRole('table', { name: 'Invitations' })).toContainText('Pending');
}

/** Accepts an invitation as a new user, who is signed in then. */
async function accept(context: BrowserContext, email: string): Promise<Page> {
  const invited = await context.newPage();
  await invited.goto(await mailedLink(email, 'invitation'));
  await invited.getByLabel('Name').fill('Ada Lovelace');
  await invited.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await expectAccessible(invited, 'invitation');
  await invited.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(homeHeading(invited)).toBeVisible();
  return invited;
}

/** Renames the key and lets it expire, while another user renames it too. */
async function editKey(page: Page): Promise<void> {
  const keys = page.getByRole('table', { name: 'API keys' });
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Test system' });
  await dialog.getByLabel('Expires').selectOption({ label: 'In 30 days' });
  await expectAccessible(page, 'edit-key');
  const { data } = (await (await page.request.get('/v1/api-keys')).json()) as { data: { items: { id: string }[] } };
  const renamed = await page.request.patch(`/v1/api-keys/${data.items[0]?.id ?? ''}`, {
    headers: { origin: process.env['ROOT_URL'] ?? '' },
    data: { name: 'Staging' },
  });
  expect(renamed.status()).toBe(200);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('by you in another tab: Name');
  await expect(dialog.getByLabel('Name')).toHaveValue('Staging');
  await dialog.getByLabel('Name').fill('Test bench');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(keys).toContainText('Test bench');
  await expect(keys.getByRole('cell', { name: 'Never' })).toHaveCount(0);
}

test('creates a key, uses it and revokes it', async ({ page, request }) => {
  await signUp(page);
  await openPage(page, 'Developers', 'API keys');
  await page.getByRole('button', { name: 'Create a key' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Test system');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const key = await page.getByLabel('API key', { exact: true }).inputValue();
  expect(key).toMatch(/^svc_live_/);
  await expectAccessible(page, 'key-once');
  const call = () => request.get('/v1/accounts/me', { headers: { authorization: `Bearer ${key}`, cookie: '' } });
  expect((await call()).status()).toBe(200);
  await page.getByLabel('I have stored it').check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(key)).toHaveCount(0);
  await editKey(page);
  expect((await call()).status()).toBe(200);
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('table', { name: 'API keys' })).toContainText('Revoked');
  expect((await call()).status()).toBe(401);
  await expectAccessible(page, 'keys');
});

test('invites a member, who accepts and sees what the role allows', async ({ page, browser }) => {
  await signUp(page);
  const email = newAddress();
  await invite(page, email, 'Member');
  await expectAccessible(page, 'members');
  const context = await browser.newContext();
  const invited = await accept(context, email);
  await expect(invited.getByRole('link', { name: 'Numbers', exact: true })).toBeVisible();
  await openPage(invited, 'Developers', 'OAuth apps');
  await expect(invited.getByText('act for them, without giving it a key')).toBeVisible();
  await expect(invited.getByRole('button', { name: 'Register an application' })).toHaveCount(0);
  await openPage(invited, 'Developers', 'API keys');
  await expect(invited.getByText('Programs use API keys')).toBeVisible();
  await expect(invited.getByRole('button', { name: 'Create a key' })).toHaveCount(0);
  await context.close();
  await page.reload();
  await expect(page.getByRole('table', { name: 'Members' })).toContainText('Ada Lovelace');
});

test('names what a role cannot see, and asks for nothing that the API would refuse it', async ({ page, browser }) => {
  await signUp(page);
  await buyNumber(page);
  const trunk = await createTrunk(page);
  const email = newAddress();
  await invite(page, email, 'Billing');
  const context = await browser.newContext();
  const invited = await accept(context, email);
  const refused: string[] = [];
  invited.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  for (const [path, what] of [
    ['trunks', 'SIP trunks'],
    [`trunks/${trunk}`, 'SIP trunks'],
    ['routing', 'routing profiles'],
    ['routing/rp_01', 'routing profiles'],
    ['webrtc-users', 'WebRTC users'],
    ['webrtc-users/wru_01', 'WebRTC users'],
    ['ids/gw_0mh2k3l4p9f1c2d3e4b5a6978', 'SIP trunks'],
    ['ids/rpt_0mh2k3l4p9f1c2d3e4b5a6978', 'routing profiles'],
    ['ids/whd_0mh2k3l4p9f1c2d3e4b5a6978', 'webhooks'],
  ] as const) {
    await invited.goto(`/dashboard/${path}`);
    await expect(invited.getByText(`The role Billing cannot see ${what}.`)).toBeVisible();
  }
  for (const [path, heading] of [
    ['numbers', 'Numbers'],
    ['numbers/jobs', 'Bulk changes'],
    ['calls', 'Call log'],
    ['calls/reports', 'Reports'],
    ['billing/usage', 'Usage'],
  ] as const) {
    await invited.goto(`/dashboard/${path}`, { waitUntil: 'networkidle' });
    await expect(invited.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  }
  expect(refused).toEqual([]);
  await context.close();
});

test('shows the other account after a switch, and the own one after leaving it', async ({ page, browser }) => {
  await signUp(page);
  const email = newAddress();
  await invite(page, email, 'Admin');
  const context = await browser.newContext();
  const invited = await context.newPage();
  await signUp(invited, email);
  await invited.goto(await mailedLink(email, 'invitation'));
  await invited.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(invited.getByRole('heading', { name: 'Sign in to Trunkline' })).toBeVisible();
  await invited.goto('/dashboard/settings/members');
  const members = invited.getByRole('table', { name: 'Members' }).getByRole('row');
  await expect(members).toHaveCount(2);
  await invited.getByRole('button', { name: /^Account / }).click();
  await invited.getByRole('menuitem', { name: /^Switch to/ }).click();
  await expect(homeHeading(invited)).toBeVisible();
  await openPage(invited, 'Settings', 'Members');
  await expect(members).toHaveCount(3);
  await invited.getByRole('button', { name: 'Leave' }).click();
  await invited.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(homeHeading(invited)).toBeVisible();
  await openPage(invited, 'Settings', 'Members');
  await expect(members).toHaveCount(2);
  await context.close();
});
