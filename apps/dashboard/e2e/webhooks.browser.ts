import type { Page } from '@playwright/test';
import { verifyWebhook } from '@trunkline/client/webhooks';
import { buyNumber, homeHeading, newAddress, PASSWORD, signUp, topUp } from './support/account';
import { chooseFilter } from './support/filters';
import { mailedLink } from './support/mail';
import { openPage } from './support/navigation';
import { Receiver } from './support/receiver';
import { expect, expectAccessible, test } from './support/test';

/** Adds an endpoint for two event types and returns its secret. Ends on the list. */
async function addEndpoint(page: Page, url: string): Promise<string> {
  await openPage(page, 'Developers', 'Webhooks');
  await page.getByRole('button', { name: 'Add an endpoint' }).first().click();
  await page.getByRole('textbox', { name: 'URL' }).fill(url);
  await page.getByRole('textbox', { name: 'Description' }).fill('CRM');
  await page.getByLabel('All event types').uncheck();
  await page.getByLabel('call.completed').check();
  await page.getByRole('group', { name: 'Numbers' }).getByLabel('number.provisioned').check();
  await expectAccessible(page, 'webhook-add');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const secret = await page.getByLabel('Signing secret', { exact: true }).inputValue();
  await expectAccessible(page, 'webhook-secret');
  await page.getByLabel('I have stored it').check();
  await page.getByRole('button', { name: 'Done' }).click();
  return secret;
}

async function sendTest(page: Page, type: string): Promise<void> {
  await page.getByRole('button', { name: 'Send a test event' }).click();
  await page.getByRole('dialog').getByLabel('Event type').selectOption(type);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

test.describe('webhooks', () => {
  let receiver: Receiver;

  test.beforeEach(async () => {
    receiver = await Receiver.start();
  });
  test.afterEach(() => receiver.stop());

  test('sends a test event to a new endpoint, shows the delivery and sends it again', async ({ page }) => {
    await signUp(page);
    await openPage(page, 'Developers', 'Webhooks');
    await expect(page.getByText('A webhook sends the events of this account')).toBeVisible();
    await expectAccessible(page, 'webhooks-empty');
    const secret = await addEndpoint(page, receiver.url);
    await expect(page.getByRole('table', { name: 'Webhooks' })).toContainText('2 types');
    await expectAccessible(page, 'webhooks');
    await page.getByRole('link', { name: receiver.url }).click();
    await expect(page.getByText('Every event that is sent here is listed')).toBeVisible();
    await sendTest(page, 'call.completed');
    const deliveries = page.getByRole('table', { name: 'Deliveries' });
    await expect(deliveries).toContainText('Succeeded');
    const [first] = receiver.received;
    expect(await verifyWebhook(first?.body ?? '', first?.headers ?? {}, secret)).toMatchObject({
      type: 'call.completed',
      test: true,
    });
    receiver.status = 500;
    await deliveries.getByRole('button', { name: 'Redeliver' }).click();
    await expect(deliveries).toContainText('HTTP 500');
    expect(receiver.received[1]?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    await deliveries.getByRole('button', { name: 'call.completed (test)' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('region', { name: 'Response to attempt 2' })).toHaveText('The test refuses it.');
    await expect(dialog.getByRole('region', { name: 'Body' })).toContainText('"test": true');
    await expectAccessible(page, 'webhook-delivery');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expectAccessible(page, 'webhook');
    await chooseFilter(page, 'Status', 'Abandoned');
    await expect(page.getByText('No delivery of the last 30 days matches the filters.')).toBeVisible();
    await page.getByRole('link', { name: 'Clear the filters' }).click();
    await expect(deliveries).toBeVisible();
  });

  test('opens one delivery after another of the same endpoint by their IDs', async ({ page }) => {
    await signUp(page);
    const headers = { origin: process.env['ROOT_URL'] ?? '' };
    const idOf = async (path: string, data: object): Promise<string> => {
      const response = await page.request.post(`/v1/webhooks${path}`, { headers, data });
      return ((await response.json()) as { data: { id: string } }).data.id;
    };
    const endpoint = await idOf('', { url: receiver.url, event_types: ['*'] });
    await page.goto('/dashboard/');
    const search = page.getByRole('combobox', { name: 'Name, number, page or ID' });
    const dialog = page.getByRole('dialog');
    for (const type of ['call.completed', 'number.provisioned']) {
      const delivery = await idOf(`/${endpoint}/test`, { event_type: type });
      await search.fill(delivery);
      await expect(page.getByRole('option').first()).toContainText(delivery);
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('heading', { name: `Delivery of ${type}` })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
  });

  test('rotates the secret, replays a time range, and disables and deletes an endpoint', async ({ page }) => {
    await signUp(page);
    await topUp(page, 20);
    await buyNumber(page);
    const secret = await addEndpoint(page, receiver.url);
    await page.getByRole('link', { name: receiver.url }).click();
    await page.getByRole('button', { name: 'Rotate the secret' }).click();
    await expectAccessible(page, 'webhook-rotate');
    await page.getByRole('button', { name: 'Rotate', exact: true }).click();
    const rotated = await page.getByLabel('Signing secret', { exact: true }).inputValue();
    expect(rotated).not.toBe(secret);
    await expect(page.getByText('The old secret also signs until')).toBeVisible();
    await page.getByLabel('I have stored it').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Rotate the secret' }).click();
    await page.getByRole('button', { name: 'Rotate', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('The last rotation still overlaps');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByLabel('From (UTC)').fill('2020-01-01T00:00');
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
    await expect(page.getByText('Must be at most 7 days later than “From”')).toBeVisible();
    await expectAccessible(page, 'webhook-replay');
    await page.getByLabel('From (UTC)').fill(new Date(Date.now() - 3_600_000).toISOString().slice(0, 16));
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
    await expect(page.getByText('One event will be sent.')).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('table', { name: 'Deliveries' })).toContainText('Succeeded');
    const [replayed] = receiver.received;
    for (const each of [secret, rotated]) {
      const event = await verifyWebhook(replayed?.body ?? '', replayed?.headers ?? {}, each);
      expect(event.type).toBe('number.provisioned');
    }
    await page.getByRole('textbox', { name: 'Description' }).fill('The new CRM');
    const path = `/v1/webhooks/${new URL(page.url()).pathname.split('/').at(-1) ?? ''}`;
    const headers = { origin: process.env['ROOT_URL'] ?? '' };
    await page.request.patch(path, { headers, data: { event_types: ['number.provisioned'] } });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert')).toContainText('by you in another tab: Event types.');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('button', { name: 'Save' })).toBeHidden();
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await expect(page.getByRole('button', { name: 'Send a test event' })).toBeDisabled();
    await page.getByRole('button', { name: 'Enable' }).click();
    await expect(page.getByRole('button', { name: 'Send a test event' })).toBeEnabled();
    const host = new URL(receiver.url).host;
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByLabel(`Type ${host} to confirm`).fill(host);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('A webhook sends the events of this account')).toBeVisible();
  });

  test('says to a role what it cannot see or do', async ({ page, browser }) => {
    await signUp(page);
    const email = newAddress();
    const headers = { origin: process.env['ROOT_URL'] ?? '' };
    await page.request.post('/v1/accounts/me/invitations', { headers, data: { email, role: 'billing' } });
    const context = await browser.newContext();
    const invited = await context.newPage();
    await invited.goto(await mailedLink(email, 'invitation'));
    await invited.getByLabel('Name').fill('Ada Lovelace');
    await invited.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await invited.getByRole('button', { name: 'Accept the invitation' }).click();
    await expect(homeHeading(invited)).toBeVisible();
    for (const path of ['webhooks', 'events']) {
      await invited.goto(`/dashboard/developers/${path}`);
      await expect(invited.getByText(`The role Billing cannot see ${path}.`)).toBeVisible();
      await expect(invited.getByRole('link', { name: 'API keys' })).toBeVisible();
      await expect(invited.getByRole('link', { name: 'Webhooks', exact: true })).toHaveCount(0);
    }
    await expectAccessible(invited, 'webhooks-restricted');
    for (const [path, what] of [
      ['/numbers/import', 'import numbers'],
      ['/numbers/ports/new', 'port numbers'],
      ['/documents/access-log', 'see'],
    ] as const) {
      await invited.goto(`/dashboard${path}`);
      await expect(invited.getByText(`The role Billing cannot ${what}`)).toBeVisible();
    }
    await context.close();
  });
});
