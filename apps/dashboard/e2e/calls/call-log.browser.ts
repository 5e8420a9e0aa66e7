import type { Locator, Page } from '@playwright/test';
import { buyNumber, signUp } from '../support/account';
import { repeatCall } from '../support/database';
import { chooseFilter } from '../support/filters';
import { call, failedCall } from '../support/internal';
import { expect, expectAccessible, holdNext, test } from '../support/test';
import { createTrunk, routeToTrunk } from '../support/trunks';

/** A number that routes to a trunk, with two answered calls, one that was not and two that failed. */
async function withCalls(page: Page): Promise<string> {
  await signUp(page);
  const e164 = await buyNumber(page);
  await routeToTrunk(page, e164, await createTrunk(page));
  await call(e164, 95);
  await call(e164, 30, { from: '+33123456789' });
  await failedCall(e164, 486, { from: '+33123456789' });
  await failedCall(e164, 488);
  await failedCall(e164, 503, { from: '+4930901820' });
  return e164;
}

test('shows two calls and two numbers on a phone, below filters in one row that scrolls', async ({ page }) => {
  await withCalls(page);
  await buyNumber(page);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [path, label] of [
    ['calls', 'Calls'],
    ['numbers', 'Numbers'],
  ] as const) {
    await page.goto(`/dashboard/${path}`);
    const rows = page.getByRole('table', { name: label, exact: true }).getByRole('row');
    const second = rows.filter({ has: page.getByRole('link') }).nth(1);
    await expect(second).toContainText('Office');
    await expect(page.getByLabel('Loading', { exact: true })).toHaveCount(0);
    const bar = await page.getByRole('navigation', { name: 'Shortcuts' }).boundingBox();
    const box = await second.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? Infinity), `second row of ${label}`).toBeLessThanOrEqual(bar?.y ?? 0);
    const filters = page.getByRole('group', { name: 'Filters' });
    await expect(filters.getByRole('button', { name: 'Views' })).toHaveCount(1);
    const tops = await filters
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().top)));
    // The button of a chip stands within its border.
    expect(Math.max(...tops) - Math.min(...tops), `height of the line of filters of ${label}`).toBeLessThan(4);
    const last = filters.getByRole('button').last();
    await expect(last).not.toBeInViewport({ ratio: 1 });
    await last.focus();
    await expect(last).toBeInViewport({ ratio: 1 });
  }
});

test('finds why a call failed by filters, and keeps them as a view', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const e164 = await withCalls(page);
  await page.getByRole('link', { name: 'Calls', exact: true }).click();
  const calls = page.getByRole('table', { name: 'Calls', exact: true });
  // A heading names the day of the rows below it.
  const rows = calls.getByRole('row').filter({ has: page.getByRole('link') });
  await expect(rows).toHaveCount(5);
  await expect(calls.getByRole('caption')).toHaveText('Times in UTC');
  const chart = page.getByRole('img', { name: 'Calls per day by result' });
  await expect(page.getByRole('list', { name: 'Calls per day by result, sums' })).toHaveText(
    /Failed 2.*Answered 2.*Not answered 1/,
  );
  await expect(calls.getByRole('rowheader', { name: /^Today, / })).toBeVisible();
  const flag = rows.filter({ hasText: '+33' }).first().locator('img').first();
  await expect(flag).toHaveAttribute('src', '/dashboard/flags/FR.svg');
  await expect(flag).toHaveJSProperty('complete', true);
  await expect(flag).not.toHaveJSProperty('naturalWidth', 0);
  await expectAccessible(page, 'call-log');

  await calls.getByRole('button', { name: 'Cost' }).click();
  await expect(calls.getByRole('rowheader')).toHaveCount(0);
  await calls.getByRole('button', { name: 'Started' }).click();
  await expect(calls.getByRole('rowheader', { name: /^Today, / })).toBeVisible();

  // The result, then the time by keyboard.
  await page.getByRole('button', { name: 'Result', exact: true }).click();
  await page.getByLabel('Result', { exact: true }).selectOption({ label: 'Failed' });
  await expect(rows).toHaveCount(2);
  await expectAccessible(page, 'call-log-popover');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Result Failed' })).toBeFocused();
  await page.getByRole('button', { name: 'Time', exact: true }).click();
  await page.getByRole('button', { name: 'Today' }).press('Enter');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/result=failed&time=today|time=today&result=failed/);
  await expect(rows).toHaveCount(2);
  // Text that was typed just before its panel is closed is kept.
  await page.getByRole('button', { name: 'Parties' }).click();
  await page.getByLabel('Either party').fill('+49 30*');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Parties either party +4930*' })).toBeVisible();
  await expect(rows).toHaveCount(1);

  // A view, which another visit opens again.
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByLabel('Save these filters as').fill('Berlin, failed today');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Saved views' })).toContainText('Berlin, failed today');
  await page.getByRole('button', { name: 'Copy a link to this view' }).click();
  await expect(page.getByText('The link was copied.')).toBeVisible();
  expect(await page.evaluate(async () => navigator.clipboard.readText())).toContain('result=failed');
  await expectAccessible(page, 'call-log-views');
  await page.goto('/dashboard/calls');
  await expect(rows).toHaveCount(5);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('link', { name: 'Berlin, failed today' }).click();
  await expect(rows).toHaveCount(1);
  await calls.getByRole('link').first().click();
  await expect(page.getByRole('status').filter({ hasText: 'The system that was called is overloaded' })).toBeVisible();
  await page.goBack();

  // A view whose filters are some of those of the address is not the current one.
  await page.getByRole('button', { name: 'Clear the filter Parties' }).click();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByLabel('Save these filters as').fill('Failed today');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('link', { name: 'Berlin, failed today' }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Views' }).click();
  const views = page.getByRole('list', { name: 'Saved views' }).getByRole('link');
  await expect(views).toHaveCount(2);
  await expect(page.locator('[aria-label="Saved views"] [aria-current]')).toHaveText(['Berlin, failed today']);
  await page.keyboard.press('Escape');

  // Clearing one filter keeps the others, and the focus.
  await page.getByRole('button', { name: 'Clear the filter Parties' }).click();
  await expect(page.getByRole('button', { name: 'Parties' })).toBeFocused();
  await expect(rows).toHaveCount(2);
  await page.getByRole('link', { name: 'Clear all' }).press('Enter');
  await expect(rows).toHaveCount(5);
  await expect(page.getByRole('button', { name: 'Time', exact: true })).toBeFocused();

  // The chart is a filter, and a table.
  await chart.focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('figure')).toContainText('Not answered 1');
  // The bars and their axis are of the same time, and no bar stays chosen.
  const next = await holdNext(page, '**/v1/cdrs/summary?*');
  await page.keyboard.press('Enter');
  await next.asked;
  await expect(page.getByRole('heading', { name: 'Calls per day, last 30 days' })).toBeVisible();
  await expect(page.getByRole('figure')).not.toContainText('Not answered 1');
  next.answer();
  await expect(page.getByRole('heading', { name: 'Calls per hour' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Time from / })).toBeVisible();
  await page.getByRole('button', { name: 'Options of the chart' }).click();
  await page.getByRole('button', { name: 'As a table' }).click();
  await expect(page.getByRole('table', { name: 'Calls per hour by result' })).toContainText('until');
  await expectAccessible(page, 'call-log-chart-table');

  // Groups open to their calls.
  await page.getByRole('link', { name: 'Clear all' }).click();
  await page.getByRole('button', { name: 'Time', exact: true }).click();
  await page.getByRole('button', { name: 'Last 24 hours' }).click();
  await page.keyboard.press('Escape');
  await chooseFilter(page, 'Group by', 'Day');
  await page.getByRole('table', { name: 'Calls by Day' }).getByRole('button').first().click();
  // The group of a day leads to the part of it that the page shows.
  await expect(page.getByRole('link', { name: 'Show them as a list' })).toHaveAttribute('href', /to=/);
  await chooseFilter(page, 'Group by', 'Country');
  const groups = page.getByRole('table', { name: 'Calls by Country' });
  await groups.getByRole('button', { name: 'France' }).click();
  await expect(page.getByRole('table', { name: 'Calls of FR' }).getByRole('row')).toHaveCount(3);
  await expectAccessible(page, 'call-log-groups');
  await page.getByRole('link', { name: 'Show them as a list' }).click();
  await expect(page).toHaveURL(/time=24h.*country=FR|country=FR.*time=24h/);
  await expect(rows).toHaveCount(2);
  await chooseFilter(page, 'Group by', 'Number');
  await expect(page.getByRole('table', { name: 'Calls by Number' })).toContainText(e164.slice(-4));
});

test('filters calls by SIP responses that are chosen from a list, and keeps others of the address', async ({
  page,
}) => {
  await withCalls(page);
  await page.goto('/dashboard/calls?code=503,699');
  const calls = page.getByRole('table', { name: 'Calls', exact: true });
  const rows = calls.getByRole('row').filter({ has: page.getByRole('link') });
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Result SIP 503, 699' }).click();
  await page.getByLabel('SIP responses').selectOption({ label: '486 Busy Here' });
  await expect(page).toHaveURL(/code=503(,|%2C)699(,|%2C)486$/);
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove 699' }).click();
  await page.getByRole('button', { name: 'Remove 503 Service Unavailable' }).click();
  await expect(page).toHaveURL(/code=486$/);
  await expect(rows).toHaveCount(1);
  await expectAccessible(page, 'call-log-codes');
});

test('keeps the heading of the day in view, of which hundreds of calls are shown', async ({ page }) => {
  await signUp(page);
  const e164 = await buyNumber(page);
  await routeToTrunk(page, e164, await createTrunk(page));
  await call(e164, 95);
  const recorded = await page.request.get('/v1/cdrs');
  const { data } = (await recorded.json()) as { data: { items: { id: string }[] } };
  await repeatCall(data.items[0]?.id ?? '', 300);
  await page.goto('/dashboard/calls');
  const calls = page.getByRole('table', { name: 'Calls', exact: true });
  for (const shown of [100, 150, 200, 250]) {
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(page.getByText(`${shown} shown`)).toBeVisible();
  }
  for (const size of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await page.getByText('250 shown').scrollIntoViewIfNeeded();
    // Only the rows in view are in the document, and the heading of the first of them.
    await expect.poll(() => calls.getByRole('row').count()).toBeLessThan(120);
    await expect(calls.getByRole('rowheader').last()).toBeInViewport();
  }
  // It stays above its rows in a table that scrolls sideways.
  await page.setViewportSize({ width: 1280, height: 800 });
  await calls.evaluate((table) => {
    table.style.minWidth = '3000px';
  });
  await page.evaluate(() => window.scrollTo(0, 0));
  const top = async (first: Locator): Promise<number> => (await first.first().boundingBox())?.y ?? 0;
  await expect
    .poll(async () => (await top(calls.getByRole('link'))) - (await top(calls.getByRole('rowheader'))))
    .toBeGreaterThan(30);
});

test('names a number that no numbering plan has, in place of what it would filter', async ({ page }) => {
  await signUp(page);
  const alert = page.getByRole('alert');
  await page.goto('/dashboard/calls');
  await page.getByRole('button', { name: /^Parties/ }).click();
  await page.getByLabel('Either party').fill('+1 234567');
  await page.getByLabel('Either party').press('Enter');
  await page.keyboard.press('Escape');
  await expect(alert).toHaveCount(1);
  await expect(alert).toContainText(
    'Either party: “+1234567” is not a number of a numbering plan, or the beginning of one.',
  );
  await expectAccessible(page, 'call-log-refused-filter');
  await page.getByRole('button', { name: 'Clear this filter' }).click();
  await expect(alert).toHaveCount(0);
  await expect(page.getByText('The calls of your numbers and trunks are listed here')).toBeVisible();
  for (const path of ['calls?group=day&', 'calls/reports?', 'calls/rejected?']) {
    await page.goto(`/dashboard/${path}number=%2B1234567`);
    await expect(alert).toHaveText(/Your number: “\+1234567” is not a number of a numbering plan\./);
  }
  await page.goto('/dashboard/billing/rates?called=1234567');
  await expect(alert).toContainText('Number or its first digits: “1234567” is not a number of a numbering plan');
});

test('says that there are no calls yet, and of filters that no call matches them', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard/calls');
  const chart = page.getByRole('region', { name: /^Calls per day/ });
  await expect(chart.getByText('No calls in the last 30 days.').first()).toBeVisible();
  await expect(chart.getByRole('link', { name: 'Your first call' })).toHaveAttribute('href', '/docs/guides/first-call');
  await page.goto('/dashboard/calls?result=failed');
  await expect(page.getByText('No calls in this time match the filters.').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Your first call' })).toHaveCount(0);
});

test('names filters of the address that cannot be used', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard/calls?from=yesterdayish&result=sideways&code=20&number=12&country=Germany&min_length=-1');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('From: “yesterdayish” is neither a day (YYYY-MM-DD) nor a minute');
  await expect(alert).toContainText('Result: “sideways” is not one of the choices');
  await expect(alert).toContainText('SIP responses: “20” is not a comma-separated list of SIP responses');
  await expect(alert).toContainText('Your number: “12” is not a number in E.164');
  await expect(alert).toContainText('Country: “Germany” is not a list of country codes');
  await expect(alert).toContainText('Shortest, in seconds: “-1” is not a whole number of seconds');
  await expectAccessible(page, 'call-log-bad-filters');
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('dialog')).toContainText('Nothing can be exported while a filter cannot be used');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear these filters' }).click();
  await expect(page.getByRole('heading', { name: 'Call log', level: 1 })).toBeFocused();
  await expect(page.getByText('The calls of your numbers and trunks are listed here')).toBeVisible();
  await expectAccessible(page, 'call-log-empty');
  await page.goto('/dashboard/calls?group=week&result=failed&cause=user_busy&from=2026-11-02&to=2026-11-01');
  await expect(alert).toContainText('Group by: “week” is not one of the choices');
  await expect(alert).toContainText('Cause: “user_busy” is not a cause of calls with the chosen result');
  await expect(alert).toContainText('To: “2026-11-01” is not after “From”');
  const listed: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/v1/cdrs')) listed.push(request.url());
  });
  await page.goto(
    `/dashboard/calls?party=*&caller=%2B12&callee=a%00&min_length=10&max_length=5&q=${'x'.repeat(256)}&reference=%20`,
  );
  await expect(alert).toContainText(
    'Either party: “*” must be a number or SIP address, or the beginning of one and “*”.',
  );
  await expect(alert).toContainText('Caller: “+12” is not a number in E.164');
  await expect(alert).toContainText('has characters that cannot be searched for.');
  await expect(alert).toContainText('Longest, in seconds: “5” is less than the shortest, 10.');
  await expect(alert).toContainText('must have at most 255 characters.');
  await expect(alert).toContainText('is blank.');
  await expect(page.getByRole('heading', { name: 'Call log', level: 1 })).toBeVisible();
  expect(listed).toEqual([]);
  await page.goto('/dashboard/calls/rejected?reason=rain&trunk=office');
  await expect(page.getByRole('alert')).toContainText('Reason: “rain” has an unknown value');
  await expect(page.getByRole('alert')).toContainText('SIP trunk: “office” is not the ID of a SIP trunk');
  await page.goto('/dashboard/numbers?status=lost');
  await expect(page.getByRole('alert')).toContainText('Status: “lost” is not one of the choices');
});
