import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { buyNumber, describeNumber, signUp } from '../support/account';
import { connectSwitch, repeatNumber, takeCommand } from '../support/database';
import { LIVE_SWITCH, LiveCall } from '../support/internal';
import { openPage } from '../support/navigation';
import { expect, expectAccessible, settled, test } from '../support/test';
import { createTrunk, routeToTrunk } from '../support/trunks';

const SHOTS = process.env['LIVE_SHOTS_DIR'];

/** Stores the page in both schemes, on a desk and on a phone, if a folder is given. */
async function shoot(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return;
  const size = page.viewportSize();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await settled(page);
      await page.screenshot({ path: join(SHOTS, `${name}-${width}-${scheme}.png`), fullPage: true });
    }
  }
  if (size) await page.setViewportSize(size);
}

test('follows a call in progress, hangs it up, and shows its ladder', async ({ page }) => {
  await signUp(page);
  const e164 = await buyNumber(page);
  await routeToTrunk(page, e164, await createTrunk(page));
  await describeNumber(page, e164, { label: 'Front desk' });
  await openPage(page, 'Calls', 'Live calls');
  await expect(page.getByText('No call is in progress.')).toBeVisible();
  // The figures stand above the filters, also without calls.
  await expect(page.getByText('Connecting or ringing')).toBeVisible();
  const [figures, filters] = [
    page.getByText('In progress', { exact: true }),
    page.getByRole('group', { name: 'Filters' }),
  ];
  await settled(page);
  expect((await figures.boundingBox())?.y ?? Infinity).toBeLessThan((await filters.boundingBox())?.y ?? 0);
  await expectAccessible(page, 'live-calls-empty');
  await shoot(page, 'live-empty');
  await connectSwitch(LIVE_SWITCH);
  const call = await LiveCall.to(e164);
  const live = page.getByRole('table', { name: 'Live calls' });
  await expect(live.getByRole('row').last()).toContainText('Connecting');
  await call.event('ringing', [call.attempt({ sip_code: 180 })]);
  await expect(live.getByRole('row').last()).toContainText('Ringing');
  await expect(live.getByRole('row').last()).not.toContainText('4:00:00');
  await call.event('answered', [call.attempt({ sip_code: 200, sip_reason: 'OK', result: 'answered' })]);
  await expect(live.getByRole('row').last()).toContainText('Talking');
  await expect(live.getByRole('row').last()).toContainText(/until \d{2}:\d{2}/);
  await expect(live.getByRole('row').last()).toContainText('+44 20 7946 0000');
  await expect(live.getByRole('row').last()).toContainText('Front desk');
  await expect(page.getByText('1 inbound, 0 outbound')).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Paused: the list does not follow calls.')).toBeVisible();
  const other = await LiveCall.to(e164);
  // Longer than the list takes to follow.
  await page.waitForTimeout(3_000);
  await expect(live.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText('2 inbound, 0 outbound')).toBeVisible();
  await other.report();
  await expect(live.getByRole('row')).toHaveCount(2);
  await expectAccessible(page, 'live-calls');
  await shoot(page, 'live');
  await page.getByRole('link', { name: 'Billing', exact: true }).click();
  await page.getByRole('button', { name: 'See what holds it' }).click();
  const holds = page.getByRole('dialog').getByRole('table', { name: 'Holds' });
  await expect(holds.getByRole('row')).toHaveCount(2);
  await expect(holds.getByRole('row').last()).toContainText(/Call.*\$\d/);
  await expectAccessible(page, 'holds');
  await holds.getByRole('link', { name: 'Call' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '+44 20 7946 0000' })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Ladder of the call/ })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Messages of the call' })).toContainText('Talking');
  await expect(page.getByRole('list', { name: 'Messages of the call' })).toContainText('127.0.0.1:5081');
  await expectAccessible(page, 'live-call');
  await shoot(page, 'live-call');
  await page.getByRole('button', { name: 'Hang up' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('ends for both sides');
  await dialog.getByRole('button', { name: 'Hang up' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ending');
  await expect(page.getByRole('button', { name: 'Hang up', disabled: true })).toBeFocused();
  await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'Live calls' }).click();
  const row = live.getByRole('row').filter({ hasText: 'Ending' });
  await expect(row.getByRole('button', { name: 'Hang up', disabled: true })).toBeVisible();
  await expectAccessible(page, 'live-calls-ending');
  await page.goBack();
  await takeCommand('hangup', call.decisionId);
  await call.report();
  await expect(page.getByText('The call has ended.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Messages of the call' })).toContainText('The call ends.');
  await page.getByRole('link', { name: 'See its record and price' }).click();
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Messages of the call' })).toContainText('BYE');
  await expectAccessible(page, 'call-ladder');
  await shoot(page, 'call');
  await page.goto('/dashboard/calls');
  await expect(page.getByRole('table', { name: 'Calls' })).toContainText('Front desk');
});

test('places a test call to the echo number from a trunk', async ({ page }) => {
  await signUp(page);
  const e164 = await buyNumber(page);
  const trunkId = await createTrunk(page);
  await connectSwitch(LIVE_SWITCH);
  await page.goto(`/dashboard/trunks/${trunkId}`);
  await expect(page.getByText('+1 202 555 0199')).toBeVisible();
  await expect(page.getByLabel('Caller ID', { exact: true }).locator('option')).toHaveText(/^\+1 \d{3} /);
  await shoot(page, 'test-call');
  await page.getByRole('button', { name: 'Call me' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '+1 202 555 0199' })).toBeVisible();
  await takeCommand('originate', /call_\w+/.exec(page.url())?.[0] ?? '');
  await expect(page.getByText('Connecting')).toBeVisible();
  await expectAccessible(page, 'test-call');
  await repeatNumber(e164, 100);
  await page.goto(`/dashboard/trunks/${trunkId}`);
  await expect(page.getByLabel('Caller ID', { exact: true })).toHaveAccessibleDescription(
    'Lists the newest 100 numbers.',
  );
});
