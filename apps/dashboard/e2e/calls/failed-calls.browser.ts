import { readFileSync } from 'node:fs';
import { buyNumber, signUp } from '../support/account';
import { backdateDecision, rejectAgain } from '../support/database';
import { call, reportCall, routeCall } from '../support/internal';
import { openPage } from '../support/navigation';
import { expect, expectAccessible, test } from '../support/test';
import { createTrunk, routeToTrunk } from '../support/trunks';

const KENYA = '+254712123456';

const ago = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;

test('lists rejected calls with the reason, what to do, and the page that mends it', async ({ page }) => {
  await signUp(page);
  const e164 = await buyNumber(page);
  await page.goto('/dashboard/calls/rejected');
  await expect(page.getByText('Calls of the last 30 days that were rejected')).toBeVisible();
  const source_ip = '198.51.100.201';
  const trunkId = await createTrunk(page, { inbound_cidrs: [source_ip] });
  await routeCall({ from: e164, to: KENYA, source_ip });
  await routeCall({ from: 'anonymous', to: e164, source_ip: '127.0.0.1' });
  await routeCall({ from: '+442079460000', to: '+493012345', source_ip });
  await routeCall({ from: e164, to: 'reception', source_ip });
  await page.reload();
  const calls = page.getByRole('table', { name: 'Rejected calls' });
  const rowOf = (text: string) => calls.getByRole('row').filter({ hasText: text });
  await expect(rowOf('Country not allowed')).toContainText('The account does not allow calls to the country');
  await expect(rowOf('Country not allowed')).toContainText('Open the country on the page Outbound calls');
  await expect(rowOf('Your number routes nowhere')).toContainText('Withheld');
  await expect(rowOf('Wrong number format')).toContainText('484');
  await expectAccessible(page, 'rejected-calls');
  await rowOf('Caller ID not allowed').getByRole('link', { name: 'Fix it: settings of the trunk' }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/trunks/${trunkId}\\?show=settings$`));
  await expect(page.getByLabel('Caller ID of outbound calls')).toBeVisible();
  await openPage(page, 'Calls', 'Rejected calls');
  await rowOf('Your number routes nowhere').getByRole('link', { name: 'Fix it: routing of the number' }).click();
  await expect(page.getByRole('heading', { name: 'Routing', level: 2 })).toBeVisible();
  await openPage(page, 'Calls', 'Rejected calls');
  await page.getByRole('button', { name: 'Reason' }).click();
  await page.getByRole('combobox', { name: 'Reason' }).selectOption('country_not_allowed');
  await expect(calls.getByRole('row')).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Reason' }).selectOption('no_route');
  await expect(calls.getByRole('row')).toHaveCount(3);
  await expect(
    page.getByRole('button', { name: 'Reason Country not allowed, Your number routes nowhere' }),
  ).toBeVisible();
  // The focus goes to the value that stays, then to the list of values.
  await page.getByRole('button', { name: 'Remove Your number routes nowhere' }).click();
  await expect(page.getByRole('button', { name: 'Remove Country not allowed' })).toBeFocused();
  await expect(calls.getByRole('row')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await rowOf('Country not allowed').getByRole('link', { name: 'Fix it: outbound calls' }).click();
  await expect(page.getByRole('heading', { name: 'Outbound calls', level: 1 })).toBeVisible();
});

test('simulates a call of a trunk, and shows every check', async ({ page }) => {
  await signUp(page);
  await buyNumber(page);
  const trunkId = await createTrunk(page, { inbound_cidrs: ['198.51.100.202'] });
  await page.goto(`/dashboard/trunks/${trunkId}?show=calls`);
  await page.getByLabel('Number to call').fill(KENYA);
  const simulate = page.getByRole('button', { name: 'Simulate' });
  await expect(simulate).toBeEnabled();
  await simulate.click();
  await expect(page.getByText('The call would be rejected with 403')).toBeVisible();
  const checks = page.getByRole('table', { name: 'Checks of the call' });
  await expect(checks.getByRole('row').filter({ hasText: 'Country' })).toContainText('Failed');
  await expect(checks.getByRole('row').filter({ hasText: 'Caller id' })).toContainText('Passed');
  await expect(checks.getByRole('row').filter({ hasText: 'Balance' })).toContainText('Not reached');
  await expect(page.getByRole('link', { name: 'Fix it: outbound calls' })).toBeVisible();
  await expectAccessible(page, 'trunk-simulation');
  await page.getByLabel('Address (optional)').fill('home');
  await simulate.click();
  await expect(page.getByRole('alert')).toContainText('The call could not be simulated');
});

test('finds calls by a party, and shows a call as a ladder with the parts of its price', async ({ page }) => {
  await signUp(page);
  const e164 = await buyNumber(page);
  await routeToTrunk(page, e164, await createTrunk(page));
  await call(e164, 95);
  await call(e164, 5, { from: '+33123456789' });
  // The page that is open may know the trunks of a moment before.
  await page.goto('/dashboard/calls');
  const calls = page.getByRole('table', { name: 'Calls' });
  await expect(calls.getByRole('row').filter({ has: page.getByRole('link') })).toHaveCount(2);
  const search = page.getByLabel('Caller, callee or Call-ID');
  await search.fill('+44 20 7946');
  await expect(calls.getByRole('row').filter({ has: page.getByRole('link') })).toHaveCount(1);
  await expect(calls).toContainText('1:35');
  await expectAccessible(page, 'calls-search');
  await search.fill('no-such-call');
  await expect(page.getByText('No call matches the filters.')).toBeVisible();
  await search.fill('33123');
  await calls.getByRole('link').first().click();
  await expect(page.getByText('The call was answered, and ended normally.')).toBeVisible();
  await expect(page.getByRole('img', { name: /Ladder of the call/ })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Messages of the call' })).toHaveText(
    /The call goes to Office, with 1 destination to try\..*Talking for 0:05.*BYE/s,
  );
  const parts = page.getByRole('table', { name: 'Parts of the price' });
  await expect(parts).toContainText('Time, 0:05');
  await expect(parts).toContainText('Rounding up to a cent');
  await expect(page.getByRole('button', { name: /^Copy txn_/ })).toBeVisible();
  await expectAccessible(page, 'call-price-parts');
});

test('finds why a call failed, how many others did, and mends the trunk', async ({ page }) => {
  await signUp(page);
  const e164 = await buyNumber(page);
  const trunkId = await createTrunk(page, { name: 'Berlin PBX' });
  await routeToTrunk(page, e164, trunkId);
  for (let calls = 0; calls < 2; calls += 1) {
    const callId = crypto.randomUUID();
    const routed = await routeCall({ from: '+442079460000', to: e164, call_id: callId, source_ip: '127.0.0.1' });
    const { decision_id: decisionId } = routed as { decision_id: string };
    const attempt = { order: 1, address: '127.0.0.1:5081', sip_code: 503, result: 'failed', ring_s: 0 };
    await reportCall({ callId, decisionId }, { sip_code: 503, attempts: [attempt] });
  }
  await page.goto('/dashboard/calls?result=failed');
  const calls = page.getByRole('table', { name: 'Calls' });
  await expect(calls.getByRole('row').filter({ has: page.getByRole('link') })).toHaveCount(2);
  await calls.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Failed');
  const fault = page.getByRole('status').filter({ hasText: 'Your system refused the call: overloaded' });
  await expect(fault).toContainText('The system that was called is overloaded');
  await expect(fault).toContainText('2 calls failed in this way');
  await expect(page.getByText('raise the limit or add a gateway if this happens often').first()).toBeVisible();
  await expectAccessible(page, 'call-failed');
  await fault.getByRole('link', { name: 'See them' }).click();
  await expect(page).toHaveURL(/cause=network_out_of_order/);
  await expect(calls.getByRole('row').filter({ has: page.getByRole('link') })).toHaveCount(2);
  await page.goBack();
  await page.getByRole('link', { name: 'Open Berlin PBX' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Berlin PBX' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Test the connection' })).toBeVisible();
});

test('says of an answered call that nothing needs to be done, whatever a gateway before answered', async ({ page }) => {
  await signUp(page);
  const e164 = await buyNumber(page);
  await routeToTrunk(page, e164, await createTrunk(page));
  const callId = crypto.randomUUID();
  const routed = await routeCall({ from: '+442079460000', to: e164, call_id: callId, source_ip: '127.0.0.1' });
  const { decision_id: decisionId } = routed as { decision_id: string };
  const attempts = [
    { order: 1, address: '127.0.0.1:5081', sip_code: 503, result: 'failed', ring_s: 0 },
    { order: 2, address: '127.0.0.1:5082', sip_code: 200, result: 'answered', ring_s: 2 },
  ];
  const cdrId = await reportCall({ callId, decisionId }, { sip_code: 200, answered_at: ago(5), attempts });
  await page.goto(`/dashboard/calls/${cdrId}`);
  await expect(page.getByText('Nothing needs to be done.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Messages of the call' })).toContainText('503 Service Unavailable');
  await expect(page.getByRole('heading', { name: 'What to do next' })).toHaveCount(0);
});

/** Returns the rows of a table of docs/failed-calls.md, which shows the catalogue as the API and the dashboard do. */
function catalogue(section: string): string[][] {
  const [, text = ''] = readFileSync('docs/failed-calls.md', 'utf8').split(`## ${section}\n`);
  const [table = ''] = text.split('\n## ');
  const rows = [...table.matchAll(/^\| (?!-)(.*) \|$/gm)].map(([, row = '']) =>
    row.split(' | ').map((cell) => cell.trim()),
  );
  return rows.slice(1).map((row) => row.map((cell) => cell.replaceAll('`', '')));
}

const GRANTED_SECONDS = 14_400;

/** How a switch reports the end of a call that was routed, so that it has the cause; the others are those of rejections. */
const ends = (): Readonly<Record<string, object>> => ({
  normal_clearing: { sip_code: 200, answered_at: ago(2), disconnected_by: 'caller' },
  allotted_timeout: {
    sip_code: 200,
    started_at: ago(GRANTED_SECONDS + 2),
    answered_at: ago(GRANTED_SECONDS),
    disconnected_by: 'system',
  },
  user_busy: { sip_code: 486 },
  originator_cancel: { sip_code: 487, disconnected_by: 'caller' },
  no_answer: { sip_code: 480 },
  unallocated_number: { sip_code: 404 },
  number_changed: { sip_code: 410 },
  call_rejected: { sip_code: 603 },
  invalid_number_format: { sip_code: 484 },
  incompatible_destination: { sip_code: 488 },
  network_out_of_order: { sip_code: 503 },
  normal_temporary_failure: { sip_code: 500 },
  normal_unspecified: { sip_code: 420 },
  insufficient_balance: { sip_code: 402 },
});

test('shows every rejection, hangup cause and SIP response with its explanation and remedy', async ({ page }) => {
  await signUp(page);
  const e164 = await buyNumber(page);
  const trunkId = await createTrunk(page, { inbound_cidrs: ['198.51.100.204'] });
  const place = async (given: object) => {
    const callId = crypto.randomUUID();
    const { decision_id } = (await routeCall({ from: '+442079460000', to: e164, call_id: callId, ...given })) as {
      decision_id: string;
    };
    return { callId, decisionId: decision_id };
  };
  const expectReason = async (cdrId: string, explanation: string, remedy: string) => {
    await page.goto(`/dashboard/calls/${cdrId}`);
    await expect(page.getByText(explanation, { exact: true }).first()).toBeVisible();
    await expect(page.getByText(remedy, { exact: true }).first()).toBeVisible();
  };

  const rejections = catalogue('Rejections');
  expect(rejections.length).toBeGreaterThan(20);
  const first = await place({ from: e164, to: KENYA, source_ip: '198.51.100.204' });
  const causes = new Map<string, { readonly name: string; readonly decisionId: string }>();
  for (const [name = '', sip = '', cause = ''] of rejections) {
    const [code = '', ...phrase] = sip.split(' ');
    const decisionId = await rejectAgain(first.decisionId, {
      name,
      code: Number(code),
      phrase: phrase.join(' '),
      cause,
    });
    causes.set(cause, { name, decisionId });
  }
  const rejected = page.getByRole('table', { name: 'Rejected calls' });
  for (const [name = '', sip = '', , explanation = '', remedy = ''] of rejections) {
    await page.goto(`/dashboard/calls/rejected?reason=${name}`);
    const row = rejected.getByRole('row').filter({ hasText: explanation }).first();
    await expect(row).toContainText(remedy);
    await expect(row).toContainText(sip.slice(0, 3));
  }

  await routeToTrunk(page, e164, trunkId);
  for (const [cause = '', , explanation = '', remedy = ''] of catalogue('Hangup causes')) {
    const end = ends()[cause];
    if (end) {
      const placed = await place({ source_ip: '127.0.0.1' });
      if (cause === 'allotted_timeout') await backdateDecision(placed.decisionId, GRANTED_SECONDS);
      await expectReason(await reportCall(placed, end), explanation, remedy);
      continue;
    }
    // The record of a rejected call has the reason of the rejection.
    const { name: callId = '', decisionId = '' } = causes.get(cause) ?? {};
    const reason = rejections.find(([name]) => name === callId);
    expect(reason, cause).toBeDefined();
    const cdrId = await reportCall({ callId, decisionId }, {});
    await expectReason(cdrId, reason?.[3] ?? '', reason?.[4] ?? '');
  }

  const responses = catalogue('SIP responses').flatMap(([sip = '', explanation = '', remedy = '']) =>
    /^[3-6]\d\d /.test(sip) ? [{ code: Number(sip.slice(0, 3)), explanation, remedy }] : [],
  );
  expect(responses.length).toBeGreaterThan(30);
  const attempts = responses.map(({ code }, n) => ({ order: n + 1, sip_code: code, result: 'failed', ring_s: 0 }));
  const cdrId = await reportCall(await place({ source_ip: '127.0.0.1' }), { sip_code: 503, attempts });
  await page.goto(`/dashboard/calls/${cdrId}`);
  const shown = page.getByRole('list', { name: 'Messages of the call' });
  for (const { code, explanation, remedy } of responses) {
    // The switch states 408 for a gateway that did not respond.
    const text = code === 408 ? 'did not answer' : String(code);
    const message = shown.getByRole('listitem').filter({ hasText: explanation }).filter({ hasText: text });
    await expect(message.first()).toBeAttached();
    const step = page.getByRole('listitem').filter({ hasText: `${explanation} ${remedy}` });
    await expect(step).toBeVisible();
  }
  await expectAccessible(page, 'call-every-response');
});
