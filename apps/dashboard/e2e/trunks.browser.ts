import { buyNumber, signUp } from './support/account';
import { answerProbes, pollCommands, registerContacts } from './support/internal';
import { openPage } from './support/navigation';
import { expect, expectAccessible, test } from './support/test';

test('creates a trunk with a gateway, changes both, and archives it', async ({ page }) => {
  await signUp(page);
  await openPage(page, 'Connections', 'SIP trunks');
  await expect(page.getByRole('link', { name: 'About SIP trunks' })).toHaveAttribute(
    'href',
    '/docs/guides/connect-a-pbx',
  );
  await expectAccessible(page, 'trunks-empty');
  await page.getByRole('button', { name: 'Create a trunk' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Office');
  await dialog.getByLabel('Host of your system').fill('127.0.0.1');
  await dialog.getByLabel('Port', { exact: true }).fill('99999');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByLabel('Port', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'trunk-create');
  await dialog.getByLabel('Port', { exact: true }).fill('5080');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { name: 'Office', level: 1 })).toBeVisible();
  const gateways = page.getByRole('table', { name: 'Gateways' });
  await expect(gateways).toContainText('127.0.0.1:5080 UDP');
  await page.getByLabel('Maximum concurrent calls').fill('10');
  await page.getByLabel('Source networks').fill('203.0.113.7');
  await page.getByLabel('Number called').first().selectOption('national');
  await page.getByLabel('Before the number called').fill('+');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByLabel('Before the number called')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Before the number called').fill('9');
  await page.getByLabel('Encryption of the audio').selectOption('required');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Edit 127.0.0.1' }).click();
  await dialog.getByLabel('Priority').fill('20');
  await dialog.getByLabel('SIP headers').fill('X-Site: Berlin');
  await expectAccessible(page, 'gateway');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(gateways.getByRole('row').nth(1)).toContainText('20');
  await page.getByRole('button', { name: 'Add a gateway' }).click();
  // What the API assumes for a gateway that names neither.
  await expect(dialog.getByLabel('Priority')).toHaveValue('0');
  await expect(dialog.getByLabel('Weight')).toHaveValue('100');
  await dialog.getByLabel('Name', { exact: true }).fill('Backup');
  await dialog.getByLabel('Host', { exact: true }).fill('127.0.0.2');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(gateways).toContainText('Backup');
  await expectAccessible(page, 'trunk');
  await page.getByRole('button', { name: 'Archive' }).click();
  await dialog.getByLabel('Type Office to confirm').fill('Office');
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('The trunk is archived.')).toBeVisible();
  await openPage(page, 'Connections', 'SIP trunks');
  const search = page.getByLabel('Name contains');
  await search.fill('Warehouse');
  await expect(page.getByText('No trunk matches the filters.')).toBeVisible();
  await page.getByRole('link', { name: 'Clear the filters' }).click();
  await expect(search).toHaveValue('');
});

test('shows the password of a trunk that registers once', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard/trunks');
  await page.getByRole('button', { name: 'Create a trunk' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Desk phones');
  await dialog.getByLabel('Your system is identified by').selectOption('register');
  await expect(dialog.getByRole('status')).toContainText('Your system registers with a user name and a password');
  await expectAccessible(page, 'trunk-create-register');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByRole('textbox', { name: 'User name' })).not.toHaveValue('');
  const first = await dialog.getByRole('textbox', { name: 'Password' }).inputValue();
  await expectAccessible(page, 'trunk-credentials');
  await dialog.getByLabel('I have stored it').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('heading', { name: 'Desk phones', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'New credentials' }).click();
  await dialog.getByRole('button', { name: 'New credentials' }).click();
  const renewed = dialog.getByRole('textbox', { name: 'Password' });
  await expect(renewed).not.toHaveValue(first);
});

test('names a trunk that no call can reach, on its page and where a number is routed to it', async ({ page }) => {
  await signUp(page);
  const e164 = await buyNumber(page);
  await page.goto('/dashboard/trunks');
  await page.getByRole('button', { name: 'Create a trunk' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Desk phones');
  await dialog.getByLabel('Your system is identified by').selectOption('register');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByLabel('I have stored it').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const warning = page.getByRole('status').filter({ hasText: 'No call can reach the trunk “Desk phones”' });
  await expect(warning).toContainText('no system is registered');
  await expectAccessible(page, 'trunk-unreachable');
  await page.goto(`/dashboard/numbers/${e164}`);
  await expect(page.getByRole('heading', { name: 'Routing', level: 2 })).toBeVisible();
  await expect(warning).toHaveCount(0);
  await page.getByLabel('Incoming calls go to').selectOption({ label: 'Desk phones' });
  await expect(warning).toBeVisible();
  await page.getByRole('button', { name: 'Save the route' }).click();
  await expect(page.getByRole('button', { name: 'Save the route' })).toBeDisabled();
  await expectAccessible(page, 'number-unreachable');
  await openPage(page, 'Connections', 'SIP trunks');
  await page.getByRole('link', { name: 'Desk phones' }).click();
  await page.getByRole('button', { name: 'Add a gateway' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Office');
  await dialog.getByLabel('Host', { exact: true }).fill('127.0.0.2');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('table', { name: 'Gateways' })).toContainText('Office');
  await expect(warning).toHaveCount(0);
});

test('shows the systems that are registered with a trunk', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard/trunks');
  await page.getByRole('button', { name: 'Create a trunk' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Desk phones');
  await dialog.getByLabel('Your system is identified by').selectOption('register');
  await dialog.getByRole('button', { name: 'Create' }).click();
  const username = await dialog.getByRole('textbox', { name: 'User name' }).inputValue();
  await dialog.getByLabel('I have stored it').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('No system is registered. Register a phone')).toBeVisible();
  await expect(page.getByText('Not registered')).toBeVisible();
  const expires_at = Math.floor(Date.now() / 1000) + 3_600;
  await registerContacts(username, [
    { uri: 'sip:desk@192.168.1.5:5060', user_agent: 'Yealink SIP-T54W 96.86.0.100', q: 0.5, expires_at },
    { uri: 'sip:cell@10.0.0.9:5060', received: 'sip:203.0.113.9:30123', user_agent: 'Linphone/5.1', expires_at },
  ]);
  const systems = page.getByRole('table', { name: 'Registered systems' });
  await expect(systems.getByRole('row').nth(1)).toContainText('203.0.113.9');
  await expect(systems.getByRole('row').nth(2)).toContainText('Yealink SIP-T54W');
  await expect(page.getByText('Registered', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'No call can reach' })).toHaveCount(0);
  await expectAccessible(page, 'trunk-registered');
});

test('tests the gateways of a trunk, and shows their state', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard/trunks');
  await page.getByRole('button', { name: 'Create a trunk' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Office');
  await dialog.getByLabel('Host of your system').fill('127.0.0.1');
  await dialog.getByRole('button', { name: 'Create' }).click();
  const gateways = page.getByRole('table', { name: 'Gateways' });
  await expect(gateways).toContainText('Never probed');
  await page.getByRole('button', { name: 'Add a gateway' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Backup');
  await dialog.getByLabel('Host', { exact: true }).fill('sip.example.com');
  await dialog.getByLabel('Transport').selectOption('tls');
  await expect(dialog.getByLabel('Port', { exact: true })).toHaveValue('5061');
  await dialog.getByLabel('Use SRV records').check();
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(gateways).toContainText('sip.example.com TLS (SRV)');
  await pollCommands();
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await answerProbes(2, 'sip.example.com');
  const results = page.getByRole('table', { name: 'Result of the test' });
  await expect(results.getByRole('row').nth(1)).toContainText('Responds');
  await expect(results.getByRole('row').nth(1)).toContainText('21 ms');
  await expect(results.getByRole('row').nth(2)).toContainText('The gateway did not respond.');
  await expect(gateways.getByRole('row').nth(1)).toContainText('Up');
  await expect(gateways.getByRole('row').nth(2)).toContainText('Down');
  await expectAccessible(page, 'trunk-tested');
});

test('divides a SIP address among its fields, and orders codecs', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard/trunks');
  await page.getByRole('button', { name: 'Create a trunk' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Office');
  await dialog.getByLabel('Host of your system').fill('sip:pbx@127.0.0.1:5081;transport=tls');
  // Enter sends the form from within the field.
  await dialog.getByLabel('Host of your system').press('Enter');
  const gateways = page.getByRole('table', { name: 'Gateways' });
  await expect(gateways).toContainText('127.0.0.1:5081 TLS');
  await page.getByRole('button', { name: 'Add a gateway' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Backup');
  await dialog.getByLabel('Host', { exact: true }).fill('sip:backup.example.com;transport=tcp');
  await dialog.getByLabel('Port', { exact: true }).focus();
  await expect(dialog.getByLabel('Host', { exact: true })).toHaveValue('backup.example.com');
  await expect(dialog.getByLabel('Port', { exact: true })).toHaveValue('5060');
  await expect(dialog.getByLabel('Transport')).toHaveValue('tcp');
  await page.keyboard.press('Escape');
  const codecs = page.getByRole('group', { name: 'Codecs' });
  await codecs.getByRole('button', { name: 'Add G.722' }).click();
  await expect(codecs.getByRole('button', { name: 'Move G.722 up' })).toBeFocused();
  const up = codecs.getByRole('button', { name: 'Move G.711 µ-law (PCMU) up' });
  await up.click();
  // At the end of the list, the button keeps the focus.
  await expect(up).toBeFocused();
  await expect(codecs).toContainText(/1\. G\.711 µ-law \(PCMU\).*2\. G\.711 A-law \(PCMA\).*3\. G\.722/s);
  await codecs.getByRole('button', { name: 'Remove G.711 A-law (PCMA)' }).click();
  await expect(codecs.getByRole('button', { name: /G\.722/ }).first()).toBeFocused();
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect((await sent).postDataJSON()).toEqual({ codec_preference: ['g711u', 'g722'] });
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await expectAccessible(page, 'trunk-codecs');
  for (const codec of ['G.711 µ-law (PCMU)', 'G.722'])
    await codecs.getByRole('button', { name: `Remove ${codec}` }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Choose at least one codec.' })).toBeVisible();
  await expect(codecs).toBeFocused();
});
