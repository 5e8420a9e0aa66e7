import type { Page } from '@playwright/test';
import { signUp } from './support/account';
import { openPage } from './support/navigation';
import { SipSwitch } from './support/sip-switch';
import { expect, expectAccessible, test } from './support/test';

async function createUser(page: Page, name: string): Promise<void> {
  await page.goto('/dashboard/webrtc-users');
  await page.getByRole('button', { name: 'Create a user' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

const status = (page: Page) => page.getByRole('status').filter({ hasText: /Connect|connect|Registered|call/ });

test('creates a WebRTC user, edits it, leads a target to it and deletes it', async ({ page }) => {
  await signUp(page);
  await openPage(page, 'Connections', 'WebRTC users');
  await expect(page.getByRole('link', { name: 'About WebRTC users' })).toHaveAttribute(
    'href',
    '/docs/guides/routing#by-a-profile',
  );
  await expectAccessible(page, 'webrtc-users-empty');
  await createUser(page, 'Reception');
  await page.getByLabel('Name', { exact: true }).fill('Front desk');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Front desk', level: 1 })).toBeVisible();
  await expectAccessible(page, 'webrtc-user');
  await page.goto('/dashboard/routing');
  await page.getByRole('button', { name: 'Create a profile' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Main line');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Add a target' }).click();
  await dialog.getByLabel('Calls go to a').selectOption('webrtc_user');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByLabel('WebRTC user', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('WebRTC user', { exact: true }).selectOption({ label: 'Front desk' });
  await expectAccessible(page, 'target-webrtc');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Targets' })).toContainText('Front desk');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Add a target' }).click();
  await dialog.getByLabel('Calls go to a').selectOption('webhook');
  await dialog.getByLabel('URL').fill('https://198.41.0.4/call');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Targets' })).toContainText('https://198.41.0.4/call');
  await page.goto('/dashboard/webrtc-users');
  await expectAccessible(page, 'webrtc-users');
  await page.getByRole('link', { name: 'Front desk' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByLabel('Type Front desk to confirm').fill('Front desk');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('A WebRTC user makes and receives calls')).toBeVisible();
});

test('says that no switch can be reached', async ({ page }) => {
  await signUp(page);
  await page.routeWebSocket(/:5060\/?$/, (socket) => socket.close());
  await createUser(page, 'Reception');
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(status(page)).toContainText('Not connected');
  await expect(page.getByText('The switch cannot be reached at ws')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Call', exact: true })).toBeDisabled();
  await expectAccessible(page, 'softphone-failed');
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
});

test('registers, rings, and says when the microphone is refused', async ({ page }) => {
  await signUp(page);
  const fake = await SipSwitch.answer(page);
  await createUser(page, 'Reception');
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(status(page)).toContainText('Registered');
  await expectAccessible(page, 'softphone-registered');
  fake.ring('+493012345678');
  await expect(status(page)).toContainText('Incoming call from +493012345678');
  await expectAccessible(page, 'softphone-ringing');
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('The call was rejected.')).toBeVisible();
  await page.getByLabel('Number', { exact: true }).fill('+44 20 7946 0000');
  await page.getByRole('button', { name: 'Call', exact: true }).click();
  await expect(page.getByText('The browser may not use the microphone.')).toBeVisible();
});
