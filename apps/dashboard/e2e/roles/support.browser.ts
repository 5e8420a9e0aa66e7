import { buyNumber, signUpByHand } from '../support/account';
import { call, failedCall } from '../support/internal';
import { Effort } from '../support/roles';
import { expect, test } from '../support/test';
import { createTrunk, routeToTrunk } from '../support/trunks';

test('says in a few clicks why a call failed, and what to do', async ({ page, context }) => {
  await signUpByHand(page);
  const e164 = await buyNumber(page);
  await routeToTrunk(page, e164, await createTrunk(page, { name: 'Berlin PBX' }));
  for (const seconds of [95, 30, 12]) await call(e164, seconds);
  await failedCall(e164, 503, { from: '+33123456789' });
  await failedCall(e164, 486, { from: '+4930901820' });
  await page.goto('/dashboard/');

  const effort = await Effort.of('a support engineer', context);
  await page.reload();
  await page.getByRole('link', { name: 'Calls', exact: true }).click();
  const calls = page.getByRole('table', { name: 'Calls', exact: true });
  await page.getByLabel('Caller, callee or Call-ID').fill('+33 1 23 45');
  await expect(calls.getByRole('row').filter({ has: page.getByRole('link') })).toHaveCount(1);
  await expect(calls).toContainText(/\d\d?:\d\d:\d\d/);
  await calls.getByRole('link').first().click();
  const fault = page.getByRole('status').filter({ hasText: 'The system that was called is overloaded' });
  await expect(fault).toBeVisible();
  await expect(page.getByRole('list', { name: 'Messages of the call' })).toContainText('503');
  await page.getByRole('link', { name: 'Open Berlin PBX' }).click();
  await expect(page.getByRole('button', { name: 'Test the connection' })).toBeVisible();
  effort.end(4);
});
