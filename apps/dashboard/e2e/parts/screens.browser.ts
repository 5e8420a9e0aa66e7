import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { signIn, signUp } from '../support/account';
import { expect, settled, test } from '../support/test';

const FOLDER = 'dist/e2e/screenshots/screens';
const LOOKS = [
  ['light', 'light', 1440, 900],
  ['dark', 'dark', 1440, 900],
  ['phone', 'light', 390, 844],
  ['phone-dark', 'dark', 390, 844],
] as const;

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

const imageOf = (name: string, look: string): string =>
  `<img alt="${name}, ${look}" src="data:image/png;base64,${readFileSync(join(FOLDER, `${name}-${look}.png`)).toString('base64')}">`;

test('leaves pictures of the twelve screens of a customer, and a sheet of all, to be looked at', async ({
  page,
  browser,
}) => {
  mkdirSync(FOLDER, { recursive: true });
  await shoot(page, '01-sign-in', '/sign-in');
  await signIn(page, process.env['DEMO_EMAIL'] ?? '', process.env['DEMO_PASSWORD'] ?? '');
  await expect(page.getByText('Calls today')).toBeVisible();
  const screens = [
    ['02-home', '/'],
    ['04-numbers', '/numbers'],
    ['05-number', await pathOf(page, 'numbers?limit=1', ({ e164 }) => `/numbers/${encodeURIComponent(e164 ?? '')}`)],
    ['06-trunk', await pathOf(page, 'sip-trunks?limit=1', ({ id }) => `/trunks/${id}`)],
    ['07-calls', '/calls'],
    ['08-call-failed', await pathOf(page, 'cdrs?answered=false&limit=1', ({ id }) => `/calls/${id}`)],
    ['09-call-answered', await pathOf(page, 'cdrs?answered=true&limit=1', ({ id }) => `/calls/${id}`)],
    ['10-usage', '/billing/usage'],
    ['11-live', '/calls/live'],
    ['12-invoice', '/billing/invoices/inv_draft'],
  ] as const;
  for (const [name, path] of screens) await shoot(page, name, path);
  const context = await browser.newContext();
  const fresh = await context.newPage();
  await signUp(fresh);
  await shoot(fresh, '03-home-new', '/');
  await context.close();
  const names = ['01-sign-in', '03-home-new', ...screens.map(([name]) => name)].sort();
  expect(names).toHaveLength(12);
  const rows = names.map((name) => `<h2>${name}</h2><div>${LOOKS.map(([look]) => imageOf(name, look)).join('')}</div>`);
  const style = 'body{font:14px sans-serif;margin:16px}div{display:flex;gap:8px;align-items:start}img{height:360px}';
  writeFileSync(
    join(FOLDER, 'sheet.html'),
    `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${rows.join('\n')}`,
  );
});
