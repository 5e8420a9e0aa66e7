import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { signIn, signUp } from '../support/account';
import { connectSwitch } from '../support/database';
import { LIVE_SWITCH, LiveCall } from '../support/internal';
import { expect, settled, test } from '../support/test';

const FOLDER = 'dist/e2e/screenshots/screens';
/** The same screens, numbers and looks before the second edition of the dashboard (93619f28). */
const BEFORE = join(import.meta.dirname, 'before');
const LOOKS = [
  ['light', 'light', 1440, 900],
  ['dark', 'dark', 1440, 900],
  ['phone', 'light', 390, 844],
  ['phone-dark', 'dark', 390, 844],
] as const;

const ROUTED = 'numbers?unrouted=false&limit=1';
/** Gateways took none of these calls. */
const FAILED = 'cdrs?direction=inbound&hangup_cause=network_out_of_order&limit=1';

/** Returns the path of the first item of a list of the API. */
async function pathOf({ request }: Page, list: string, path: (item: Record<string, string>) => string) {
  const response = await request.get(`/v1/${list}`);
  const { data } = (await response.json()) as { data: { items: Record<string, string>[] } };
  const [item] = data.items;
  if (!item) throw new Error(`${list} is empty.`);
  return path(item);
}

async function shoot(page: Page, name: string, path: string): Promise<void> {
  for (const [look, scheme, width, height] of LOOKS) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await page.goto(`/dashboard${path}`);
    await page.locator('h1').first().waitFor();
    await expect(page.getByLabel('Loading', { exact: true })).toHaveCount(0);
    await page.waitForLoadState('networkidle');
    await settled(page);
    await page.screenshot({ path: join(FOLDER, `${name}-${look}.png`) });
  }
}

/** Places three calls to the number: one rings, two are answered. Returns a function that ends them. */
async function placeCalls(e164: string): Promise<() => Promise<void>> {
  await connectSwitch(LIVE_SWITCH);
  const calls = [await LiveCall.to(e164), await LiveCall.to(e164), await LiveCall.to(e164)];
  for (const call of calls) await call.event('ringing', [call.attempt({ sip_code: 180 })]);
  for (const call of calls.slice(1))
    await call.event('answered', [call.attempt({ sip_code: 200, sip_reason: 'OK', result: 'answered' })]);
  return async () => {
    for (const call of calls) await call.report();
  };
}

/** The picture in the file with its name, or nothing where the screen did not exist before. */
function figureOf(file: string, type: 'png' | 'jpeg', caption: string): string {
  if (!existsSync(file)) return '';
  const source = `data:image/${type};base64,${readFileSync(file).toString('base64')}`;
  return `<figure><figcaption>${caption}</figcaption><img alt="${caption}" src="${source}"></figure>`;
}

const pair = (name: string, look: string): string =>
  figureOf(join(BEFORE, `${name}-${look}.jpg`), 'jpeg', `${look}, before`) +
  figureOf(join(FOLDER, `${name}-${look}.png`), 'png', look);

test('leaves pictures of the twelve screens of a customer, and a sheet of all beside those of before, to be looked at', async ({
  page,
  browser,
}) => {
  mkdirSync(FOLDER, { recursive: true });
  await shoot(page, '01-sign-in', '/sign-in');
  await signIn(page, process.env['DEMO_EMAIL'] ?? '', process.env['DEMO_PASSWORD'] ?? '');
  await expect(page.getByText('Calls today')).toBeVisible();
  const endCalls = await placeCalls(await pathOf(page, ROUTED, ({ e164 }) => e164 ?? ''));
  const screens = [
    ['02-home', '/'],
    ['04-numbers', '/numbers'],
    ['05-number', await pathOf(page, ROUTED, ({ e164 }) => `/numbers/${encodeURIComponent(e164 ?? '')}`)],
    ['06-trunk', await pathOf(page, 'sip-trunks?limit=1', ({ id }) => `/trunks/${id}`)],
    ['07-calls', '/calls'],
    ['08-call-failed', await pathOf(page, FAILED, ({ id }) => `/calls/${id}`)],
    ['09-call-answered', await pathOf(page, 'cdrs?answered=true&limit=1', ({ id }) => `/calls/${id}`)],
    ['10-usage', '/billing/usage'],
    ['11-live', '/calls/live'],
    ['12-invoice', '/billing/invoices/inv_draft'],
  ] as const;
  for (const [name, path] of screens) await shoot(page, name, path);
  await endCalls();
  const context = await browser.newContext();
  const fresh = await context.newPage();
  await signUp(fresh);
  await shoot(fresh, '03-home-new', '/');
  await context.close();
  const names = ['01-sign-in', '03-home-new', ...screens.map(([name]) => name)].sort();
  expect(names).toHaveLength(12);
  const rows = names.map((name) => `<h2>${name}</h2><div>${LOOKS.map(([look]) => pair(name, look)).join('')}</div>`);
  const style =
    'body{font:14px sans-serif;margin:16px}div{display:grid;grid-template-columns:auto auto;justify-content:start;gap:16px}' +
    'figure{margin:0}img{height:450px;border:1px solid #ccc}';
  writeFileSync(
    join(FOLDER, 'sheet.html'),
    `<!doctype html><meta charset="utf-8"><title>Screens, before and after</title><style>${style}</style>${rows.join('\n')}`,
  );
});
