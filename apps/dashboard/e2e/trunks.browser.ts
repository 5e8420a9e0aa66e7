import { buyNumber, signUp } from './support/account';
import { answerProbes, pollCommands, registerContacts, routeCall } from './support/internal';
import { openPage } from './support/navigation';
import { expect, expectAccessible, test } from './support/test';
import { createTrunk, openPart, routeToTrunk } from './support/trunks';

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
  await openPart(page, 'Settings');
  await page.getByLabel('Maximum concurrent calls').fill('10');
  await page.getByLabel('Source networks').fill('203.0.113.7');
  await page.getByLabel('Number called').first().selectOption('national');
  await page.getByLabel('Before the number called').fill('+');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByLabel('Before the number called')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Before the number called').fill('9');
  await page.getByLabel('Encryption of the audio').selectOption('required');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
  // A new name leaves the focus and the place on the page.
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Head office');
  const place = await page.evaluate(() => window.scrollY);
  await name.press('Enter');
  await expect(page.getByRole('heading', { name: 'Head office', level: 1 })).toBeAttached();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
  await expect(name).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(place - 100);
  await expectAccessible(page, 'trunk-settings');
  await openPart(page, 'Connection');
  await page.getByRole('button', { name: 'Actions of 127.0.0.1' }).click();
  await page.getByRole('button', { name: 'Edit…', exact: true }).click();
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
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Archive…' }).click();
  await dialog.getByLabel('Type Head office to confirm').fill('Head office');
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await expect(page.locator('[data-headline]')).toContainText('Archived');
  await expect(dialog).toHaveCount(0);
  await openPart(page, 'Settings');
  await expect(page.getByText('The trunk is archived.')).toBeVisible();
  await openPage(page, 'Connections', 'SIP trunks');
  const search = page.getByLabel('Name contains');
  await search.fill('Warehouse');
  await expect(page.getByText('No trunk matches the filters.')).toBeVisible();
  await page.getByRole('link', { name: 'Clear the filters' }).click();
  await expect(search).toHaveValue('');
});

test('says at the field that a trunk has the name already', async ({ page }) => {
  await signUp(page);
  await createTrunk(page, { name: 'Desk phones' });
  await page.goto('/dashboard/trunks');
  await page.getByRole('button', { name: 'Create a trunk' }).first().click();
  const dialog = page.getByRole('dialog');
  const name = dialog.getByLabel('Name', { exact: true });
  await name.fill('Desk phones');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(name).toHaveAccessibleDescription('In use already.');
  await expect(name).toBeFocused();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
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
  await page.getByRole('button', { name: 'Change route' }).click();
  await page.getByLabel('Incoming calls go to').selectOption({ label: 'Desk phones' });
  await expect(warning).toBeVisible();
  await page.getByRole('button', { name: 'Save the route' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(warning).toBeVisible();
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
  await expect(page.locator('[data-headline]')).toContainText('Not registered');
  const expires_at = Math.floor(Date.now() / 1000) + 3_600;
  await registerContacts(username, [
    { uri: 'sip:desk@192.168.1.5:5060', user_agent: 'Yealink SIP-T54W 96.86.0.100', q: 0.5, expires_at },
    { uri: 'sip:cell@10.0.0.9:5060', received: 'sip:203.0.113.9:30123', user_agent: 'Linphone/5.1', expires_at },
  ]);
  const systems = page.getByRole('table', { name: 'Registered systems' });
  await expect(systems.getByRole('row').nth(1)).toContainText('203.0.113.9');
  await expect(systems.getByRole('row').nth(2)).toContainText('Yealink SIP-T54W');
  await expect(page.locator('[data-headline]')).toContainText('Registered');
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
  await expect(gateways).toContainText('Not tested yet');
  await page.getByRole('button', { name: 'Add a gateway' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Backup');
  await dialog.getByLabel('Host', { exact: true }).fill('sip.example.com');
  await dialog.getByLabel('Transport').selectOption('tls');
  await expect(dialog.getByLabel('Port', { exact: true })).toHaveValue('5061');
  await dialog.getByLabel('Use SRV records').check();
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(gateways).toContainText('sip.example.com TLS (SRV)');
  await expect(dialog).toHaveCount(0);
  // The test leads to the part that has its results.
  await openPart(page, 'Settings');
  await pollCommands();
  await page.getByRole('button', { name: 'Test the connection' }).click();
  await answerProbes(2, 'sip.example.com');
  const results = page.getByRole('list', { name: 'Result of the test' }).getByRole('listitem');
  await expect(results.nth(0)).toContainText('127.0.0.1 responds to OPTIONS');
  await expect(results.nth(0)).toContainText('+21 ms');
  await expect(results.nth(1)).toContainText('Backup does not respond to OPTIONS');
  await expect(page.getByText('Silence comes from a firewall more often than from a stopped system.')).toBeVisible();
  await expect(gateways.getByRole('row').nth(1)).toContainText('Answered our test in 21 ms');
  await expect(gateways.getByRole('row').nth(2)).toContainText(/No answer since \d/);
  await expect(page.locator('[data-headline]')).toContainText('1 of 2 gateways down');
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
  await expect(dialog).toHaveCount(0);
  await openPart(page, 'Settings');
  const codecs = page.getByRole('group', { name: 'Codecs' });
  const chip = (name: string) => codecs.getByRole('button', { name });
  await chip('G.722').click();
  await expect(chip('G.722')).toBeFocused();
  await expect(codecs).toHaveText(/^1G\.711 A-lawPCMA2G\.711 µ-lawPCMU3G\.722/);
  await chip('G.711 µ-law').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(codecs).toHaveText(/^1G\.711 µ-lawPCMU2G\.711 A-lawPCMA3G\.722/);
  // At the end of the list, the chip stays and keeps the focus.
  await page.keyboard.press('ArrowLeft');
  await expect(chip('G.711 µ-law')).toBeFocused();
  await chip('G.711 A-law').click();
  await expect(chip('G.711 A-law')).toHaveAttribute('aria-pressed', 'false');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect((await sent).postDataJSON()).toEqual({ codec_preference: ['g711u', 'g722'] });
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
  await expectAccessible(page, 'trunk-codecs');
  for (const codec of ['G.711 µ-law', 'G.722']) await chip(codec).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Choose at least one codec.' })).toBeVisible();
  await expect(codecs).toBeFocused();
});

test('configures a telephone system from the page of its trunk, with the keyboard too', async ({ page }) => {
  await signUp(page);
  const e164 = await buyNumber(page);
  await page.goto('/dashboard/trunks');
  await page.getByRole('button', { name: 'Create a trunk' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Berlin “PBX” <1>');
  await dialog.getByLabel('Your system is identified by').selectOption('register');
  await dialog.getByRole('button', { name: 'Create' }).click();
  const username = await dialog.getByRole('textbox', { name: 'User name' }).inputValue();
  const password = await dialog.getByRole('textbox', { name: 'Password' }).inputValue();
  await dialog.getByLabel('I have stored it').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('heading', { name: 'Connect your PBX' })).toBeVisible();
  await expect(page.getByText('UDP 5060, TCP 5060')).toBeVisible();
  await expect(page.getByText(username, { exact: true })).toBeVisible();
  const system = page.getByLabel('Your system', { exact: true });
  const gateway = page.getByRole('region', { name: 'conf/sip_profiles/external/trunkline.xml' });
  await expect(gateway).toContainText(`<param name="username" value="${username}"/>`);
  await expect(gateway).toContainText('<param name="password" value="PASSWORD-OF-THE-TRUNK"/>');
  await expect(page.getByText('Not tested by us yet. Follows the documentation of FreeSWITCH.')).toBeVisible();
  await expect(page.getByText(password)).toHaveCount(0);
  await expectAccessible(page, 'trunk-connect');
  await system.focus();
  await system.selectOption('kamailio');
  await expect(page.getByText('Calls were placed with Kamailio 5.6.3')).toBeVisible();
  await system.selectOption('livekit');
  await expect(page.getByRole('region', { name: 'outbound-trunk.json' })).toContainText(e164);
  await page.getByRole('button', { name: 'New credentials' }).click();
  await dialog.getByRole('button', { name: 'New credentials' }).click();
  const renewed = await dialog.getByRole('textbox', { name: 'Password' }).inputValue();
  await dialog.getByLabel('I have stored it').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  // A password is in the configuration only once the user asks for it.
  await expect(page.getByRole('region', { name: 'outbound-trunk.json' })).not.toContainText(renewed);
  await page.getByLabel('Show the new password in the configuration').check();
  await expect(page.getByRole('region', { name: 'outbound-trunk.json' })).toContainText(renewed);
  await page.reload();
  await expect(page.getByText('PASSWORD-OF-THE-TRUNK').first()).toBeVisible();
  await expect(page.getByText(renewed)).toHaveCount(0);
});

test('creates a trunk on the page of the first number, routes the number to it, and simulates a call', async ({
  page,
}) => {
  await signUp(page);
  const e164 = await buyNumber(page);
  await page.goto(`/dashboard/numbers/${e164}`);
  await page.getByRole('button', { name: 'Create a trunk for this number' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('First PBX');
  await dialog.getByLabel('Host of your system').fill('127.0.0.1');
  await dialog.getByLabel('Source networks').fill('203.0.113.88');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('list', { name: 'Where calls to this number go' })).toContainText('First PBX');
  await openPage(page, 'Connections', 'SIP trunks');
  await page.getByRole('link', { name: 'First PBX' }).click();
  await expect(page.locator('[data-headline]')).toContainText('Not tested yet');
  await openPart(page, 'Calls');
  await page.getByLabel('Number to call').fill('+442079460000');
  await page.getByRole('button', { name: 'Simulate' }).click();
  await expect(page.getByRole('table', { name: 'Checks of the call' })).toContainText('Passed');
});

test('routes a number to its new trunk before it shows the password of the trunk', async ({ page }) => {
  await signUp(page);
  const e164 = await buyNumber(page);
  await page.goto(`/dashboard/numbers/${e164}`);
  await page.getByRole('button', { name: 'Create a trunk for this number' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Home office');
  await dialog.getByLabel('Your system is identified by').selectOption('register');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Password' })).toBeVisible();
  const route = page.getByRole('list', { name: 'Where calls to this number go', includeHidden: true });
  await expect(route).toContainText('Home office');
  await expect(dialog.getByRole('textbox', { name: 'Password' })).toBeVisible();
  // The user leaves without "Done".
  await page.goto('about:blank');
  await page.goto(`/dashboard/numbers/${e164}`);
  await expect(page.getByRole('list', { name: 'Where calls to this number go' })).toContainText('Home office');
});

test('adds the address that calls were refused from to the sources of a trunk', async ({ page }) => {
  await signUp(page);
  const e164 = await buyNumber(page);
  const source_ip = '198.51.100.77';
  const trunkId = await createTrunk(page, { inbound_cidrs: ['198.51.100.70'] });
  for (let calls = 0; calls < 2; calls += 1) await routeCall({ from: e164, to: '+442079460000', source_ip });
  await page.goto(`/dashboard/trunks/${trunkId}`);
  const refused = page.getByRole('status').filter({ hasText: `2 calls from ${source_ip} were refused` });
  await expect(refused).toBeVisible();
  await expectAccessible(page, 'trunk-refused');
  await page.getByRole('button', { name: `Add ${source_ip}` }).click();
  await expect(refused).toHaveCount(0);
  await expect(page.getByText(`198.51.100.70/32, ${source_ip}/32`)).toBeVisible();
  await routeCall({ from: e164, to: '+254712123456', source_ip });
  await openPart(page, 'Calls');
  const rejected = page.getByRole('table', { name: 'Rejected calls' });
  await expect(rejected).toContainText('Country not allowed');
  await rejected.getByRole('link', { name: 'Fix it: outbound calls' }).click();
  await expect(page.getByRole('heading', { name: 'Outbound calls', level: 1 })).toBeVisible();
});

test('shows one part of a trunk at a time, which the address names', async ({ page }) => {
  await signUp(page);
  const e164 = await buyNumber(page);
  const trunkId = await createTrunk(page, { inbound_cidrs: [] });
  await page.goto(`/dashboard/trunks/${trunkId}?show=numbers`);
  const parts = page.getByRole('navigation', { name: 'Parts of the trunk' });
  const path = page.getByRole('navigation', { name: 'Path' });
  await expect(path.getByRole('link', { name: 'SIP trunks' })).toHaveAttribute('href', '/dashboard/trunks');
  await expect(path).toContainText('Office');
  await expect(parts.getByRole('link', { name: 'Numbers' })).toHaveText(/^Numbers 0$/);
  await expect(page.getByText('No number routes to this trunk yet.')).toBeVisible();
  await expectAccessible(page, 'trunk-no-numbers');
  await routeToTrunk(page, e164, trunkId);
  await page.reload();
  await expect(parts.getByRole('link', { name: 'Numbers' })).toHaveText(/^Numbers 1$/);
  const numbers = page.getByRole('table', { name: 'Routed to this trunk' });
  await expect(numbers.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Filter or change them' })).toHaveAttribute(
    'href',
    `/dashboard/numbers?route=${trunkId}`,
  );
  await expectAccessible(page, 'trunk-numbers');
  await openPart(page, 'Calls');
  await expect(page.getByRole('heading', { name: 'Simulate a call' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Gateways' })).toHaveCount(0);
  await expectAccessible(page, 'trunk-calls');
  await openPart(page, 'Connection');
  await page.getByRole('link', { name: 'add the address of your system' }).click();
  await expect(page.getByLabel('Source networks')).toBeVisible();
  await page.goto(`/dashboard/trunks/${trunkId}?show=nothing`);
  const fault = page.getByText('Part: “nothing” is no part of this page.');
  await expect(fault).toBeVisible();
  await openPart(page, 'Settings');
  await expect(fault).toHaveCount(0);
});
