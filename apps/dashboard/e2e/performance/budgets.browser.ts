import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { signIn, signUp } from '../support/account';
import { expect, test } from '../support/test';

const BUILD = join(import.meta.dirname, '../../../../dist/apps/dashboard');
const KB = 1000;
const MAX = { signIn: 171 * KB, page: 205 * KB, routeChunk: 40 * KB, softphone: 60 * KB, css: 30 * KB, font: 50 * KB };
const MAX_SCRIPTS = 7;
/** Numbering plans, which only group digits and come after the page works. */
const LAZY = /\/assets\/min-/;

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly src?: string;
  readonly isDynamicEntry?: boolean;
  /** Keys of chunks that are loaded with it, and of those that are loaded by what it does. */
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

const ENTRY = 'index.html';
/** Parts that a page draws as soon as it is shown, for each of its tabs. */
const DRAWN_WITH: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'src/pages/home/home.tsx': [['src/pages/home/first-steps.tsx']],
  'src/pages/billing/billing.tsx': [['src/pages/billing/billing-details.tsx']],
  'src/pages/trunks/trunk.tsx': [
    ['src/pages/trunks/tabs/connection.tsx', 'src/pages/trunks/connect/guides.tsx'],
    ['src/pages/trunks/tabs/trunk-numbers.tsx'],
    ['src/pages/trunks/tabs/trunk-calls.tsx'],
    ['src/pages/trunks/tabs/trunk-settings.tsx'],
  ],
};

const readManifest = () =>
  JSON.parse(readFileSync(join(BUILD, '.vite/manifest.json'), 'utf8')) as Readonly<Record<string, Chunk>>;

/** Returns the files of chunks and of all that these import. */
function filesOf(manifest: Readonly<Record<string, Chunk>>, keys: readonly string[]): readonly string[] {
  const loaded = new Set(keys);
  // A set yields what is added while it is read.
  for (const key of loaded) for (const imported of manifest[key]?.imports ?? []) loaded.add(imported);
  return [...loaded].map((key) => manifest[key]?.file ?? '').filter((file) => !LAZY.test(`/${file}`));
}

const compressed = (path: string): number => statSync(join(BUILD, `${path}.gz`)).size;

/** Returns the paths of the files that the page has loaded, below the folder of the build. */
async function loadedFiles(page: Page, ending: string): Promise<string[]> {
  const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const paths = names.map((name) => new URL(name).pathname).filter((path) => path.endsWith(ending));
  return [...new Set(paths)].filter((path) => !LAZY.test(path)).map((path) => path.replace('/dashboard/', ''));
}

const weightOf = (files: readonly string[]): number => files.reduce((sum, file) => sum + compressed(file), 0);

test('loads at most 171 kB of scripts and one font to sign in', async ({ page }) => {
  await page.goto('/dashboard/sign-in');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  expect(weightOf(await loadedFiles(page, '.js'))).toBeLessThanOrEqual(MAX.signIn);
  await expect.poll(() => loadedFiles(page, '.woff2')).not.toEqual([]);
  const fonts = await loadedFiles(page, '.woff2');
  expect(fonts).toHaveLength(1);
  expect(statSync(join(BUILD, fonts[0] ?? '')).size).toBeLessThanOrEqual(MAX.font);
});

test('loads at most 7 scripts and one style sheet for Home', async ({ page }) => {
  await signIn(page, process.env['DEMO_EMAIL'] ?? '', process.env['DEMO_PASSWORD'] ?? '');
  await expect(page.getByText('Calls today')).toBeVisible();
  // The page before loads other files.
  await page.reload();
  await expect(page.getByText('Calls today')).toBeVisible();
  expect((await loadedFiles(page, '.js')).length).toBeLessThanOrEqual(MAX_SCRIPTS);
  expect(await loadedFiles(page, '.css')).toHaveLength(1);
});

test('imports at most 205 kB of scripts for every page, with the frame', () => {
  const manifest = readManifest();
  const frame = Object.keys(manifest).filter((key) => manifest[key]?.name === 'frame');
  expect(frame).toHaveLength(1);
  const pages = (manifest[ENTRY]?.dynamicImports ?? []).filter((key) => !frame.includes(key));
  // Of the pages of src/router/pages.ts and those before sign-in, which share a chunk.
  expect(pages.length).toBeGreaterThan(65);
  for (const page of pages) {
    for (const drawn of DRAWN_WITH[page] ?? [[]]) {
      const files = filesOf(manifest, [ENTRY, ...frame, page, ...drawn]);
      expect(weightOf(files), [page, ...drawn].join(', ')).toBeLessThanOrEqual(MAX.page);
    }
  }
});

test('loads at most 205 kB of scripts for every list and settings', async ({ page }) => {
  await signUp(page);
  for (const [path, heading] of [
    ['/numbers', 'Numbers'],
    ['/numbers/buy', 'Get numbers'],
    ['/cart', 'Cart'],
    ['/messages', 'Messages'],
    ['/messages/log', 'All messages'],
    ['/trunks', 'SIP trunks'],
    ['/routing', 'Routing profiles'],
    ['/webrtc-users', 'WebRTC users'],
    ['/numbers/jobs', 'Bulk changes'],
    ['/numbers/import', 'Import numbers'],
    ['/numbers/orders', 'Orders of numbers'],
    ['/checkouts', 'Checkouts'],
    ['/calls', 'Call log'],
    ['/calls/reports', 'Reports'],
    ['/calls/rejected', 'Rejected calls'],
    ['/alarms', 'Alarms'],
    ['/exports', 'Exports'],
    ['/billing', 'Billing'],
    ['/billing/transactions', 'Transactions'],
    ['/billing/invoices', 'Invoices'],
    ['/billing/rates', 'Prices of calls'],
    ['/billing/message-rates', 'Prices of messages'],
    ['/documents', 'Documents'],
    ['/documents/bundles/new', 'Create a bundle'],
    ['/documents/end-users', 'End users'],
    ['/documents/files', 'Files'],
    ['/documents/requirements', 'Requirements'],
    ['/documents/access-log', 'Access log'],
    ['/developers/keys', 'API keys'],
    ['/developers/oauth-apps', 'OAuth apps'],
    ['/developers/webhooks', 'Webhooks'],
    ['/developers/events', 'Events'],
    ['/settings/connected-apps', 'Connected apps'],
    ['/settings/members', 'Members'],
    ['/settings/activity', 'Activity'],
    ['/settings/security', 'Security'],
    ['/settings/profile', 'Profile'],
    ['/settings/closure', 'Close the account'],
  ] as const) {
    await page.goto(`/dashboard${path}`);
    await expect(page.getByRole('heading', { name: heading, level: 1, exact: true })).toBeVisible();
    expect(weightOf(await loadedFiles(page, '.js')), path).toBeLessThanOrEqual(MAX.page);
  }
});

test('has chunks of at most 40 kB per page, of 60 kB for the softphone, and styles of at most 30 kB together', () => {
  const pages = Object.values(readManifest()).filter(
    ({ src, isDynamicEntry }) => isDynamicEntry && src?.startsWith('src/'),
  );
  expect(pages.length).toBeGreaterThan(15);
  for (const { file, src = '' } of pages) {
    // Loaded when a user connects it, not with a page.
    const max = src.endsWith('/softphone/phone.ts') ? MAX.softphone : MAX.routeChunk;
    expect(compressed(file), file).toBeLessThanOrEqual(max);
  }
  const styles = readdirSync(join(BUILD, 'assets')).filter((name) => name.endsWith('.css'));
  expect(weightOf(styles.map((name) => `assets/${name}`))).toBeLessThanOrEqual(MAX.css);
});
