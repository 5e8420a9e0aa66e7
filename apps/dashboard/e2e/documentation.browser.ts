import type { Page } from '@playwright/test';
import { find, type SearchIndex } from '../src/docs/find';
import { signUp } from './support/account';
import { expect, expectAccessible, test } from './support/test';

const KB = 1000;
/** What a page loads: its HTML, the style, the script and one font, as they are sent. */
const MAX = { requests: 6, bytes: 90 * KB, script: 8 * KB, style: 8 * KB, index: 40 * KB };

const search = (page: Page) => page.getByRole('combobox', { name: 'Search the documentation' });

/** Returns the path and the bytes on the wire of each file that a page loads. */
async function loadedBy(page: Page, path: string): Promise<{ path: string; bytes: number }[]> {
  await page.goto(path);
  return page.evaluate(() =>
    performance.getEntries().flatMap((entry) => {
      const isFile = entry instanceof PerformanceResourceTiming;
      return isFile ? [{ path: new URL(entry.name).pathname, bytes: entry.transferSize }] : [];
    }),
  );
}

test('finds an operation by the search, copies its sample, and sends it with the session', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const email = await signUp(page);
  await page.goto('/docs');
  await page.keyboard.press('/');
  await expect(search(page)).toBeFocused();
  await search(page).fill('list numbers');
  await expect(page.getByRole('option').first()).toContainText('GET /v1/numbers');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/docs\/operations\/numbers\.list$/);
  await expect(page.getByRole('heading', { name: 'List numbers', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Copy curl' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`${process.env['ROOT_URL'] ?? ''}/v1/numbers`);
  const form = page.getByRole('form', { name: 'Try it' });
  await form.getByRole('textbox', { name: 'limit' }).fill('5');
  await expect(form).toContainText(`in the sandbox, signed in as ${email}`);
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(form.getByRole('region', { name: 'Response' })).toContainText('"items": []');
});

test('finds what a developer searches for first', async ({ request }) => {
  const index = (await (await request.get('/docs/search.json')).json()) as SearchIndex;
  const wanted = {
    'POST /v1/numbers': '/docs/operations/numbers.order',
    'POST /v1/sip-trunks': '/docs/operations/sipTrunks.create',
    'GET /v1/cdrs': '/docs/operations/cdrs.list',
    'Idempotency-Key': '/docs/guides/errors#repeat-safely',
    'X-RateLimit-Remaining': '/docs/guides/errors#rate-limits',
    no_route: '/docs/errors#rejected-no_route',
    asterisk: '/docs/guides/connect-a-pbx',
    'buy number': '/docs/guides/first-call#buy-it',
    firewall: '/docs/guides/connect-a-pbx#a-system-with-a-fixed-address',
    release: '/docs/operations/numbers.release',
    number_unavailable: '/docs/errors#number_unavailable',
  };
  const found = Object.keys(wanted).map((query) => [query, find(index, query)[0]?.path]);
  expect(Object.fromEntries(found)).toEqual(wanted);
});

test('sends a change with the session, and shows why another one fails', async ({ page }) => {
  await signUp(page);
  await page.goto('/docs/operations/sipTrunks.create');
  const form = page.getByRole('form', { name: 'Try it' });
  await form.getByRole('textbox', { name: 'Body' }).fill('{ "name": "Of the documentation" }');
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(form).toContainText('201 in');
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(form).toContainText('409 in');
  await expect(form.getByRole('region', { name: 'Response' })).toContainText('name_in_use');
  await expectAccessible(page, 'docs-tried');
});

test('asks before it sends a change to a live account', async ({ page }) => {
  await signUp(page);
  // As the page of a deployment with a real card processor is sent.
  await page.route('**/docs/operations/sipTrunks.create', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(' data-sandbox', '') });
  });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  await page.goto('/docs/operations/sipTrunks.create');
  const form = page.getByRole('form', { name: 'Try it' });
  await form.getByRole('button', { name: 'Send' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send this to the live account?' });
  await expect(dialog).toContainText('It can cost money.');
  await expectAccessible(page, 'docs-confirm');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  expect(sent).toEqual([]);
  await form.getByRole('button', { name: 'Send' }).click();
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(form).toContainText('201 in');
  expect(sent).toEqual(['/v1/sip-trunks']);
});

test('leads to sign-in where no user is signed in', async ({ page }) => {
  await page.goto('/docs/operations/numbers.list');
  const form = page.getByRole('form', { name: 'Try it' });
  await form.getByRole('textbox', { name: 'limit' }).fill('1');
  await expect(form.getByRole('link', { name: 'Sign in to the dashboard' })).toHaveAttribute(
    'href',
    /\/dashboard\/sign-in$/,
  );
});

test('opens a guide from an empty list, and an operation from the guide', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard/trunks');
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'About SIP trunks' }).click();
  const guide = await opened;
  await expect(guide.getByRole('heading', { name: 'Connect a PBX', level: 1 })).toBeVisible();
  await guide.getByRole('link', { name: 'sipTrunks.test' }).click();
  await expect(guide).toHaveURL(/\/docs\/operations\/sipTrunks\.test$/);
});

test('finds members, error codes and headings of guides, by the keyboard alone', async ({ page }) => {
  await page.goto('/docs/errors');
  await page.keyboard.press('Control+k');
  await search(page).fill('max_concurrent_calls');
  await expect(page.getByRole('option').first()).toContainText('Member');
  await expectAccessible(page, 'docs-search');
  await search(page).fill('number_unavailable');
  await expect(page.getByRole('option', { selected: true })).toContainText('Error');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/docs\/errors#number_unavailable$/);
  await search(page).fill('signature');
  await expect(page.getByRole('option', { selected: true })).toContainText('Verify the signature');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await search(page).fill('spaceship');
  await expect(page.getByText('Nothing found.')).toBeVisible();
});

test('has no finding of axe on its kinds of pages', async ({ page }) => {
  for (const [path, name] of [
    ['/docs', 'docs-home'],
    ['/docs/guides/first-call', 'docs-guide'],
    ['/docs/guides/connect-a-pbx', 'docs-guide-table'],
    ['/docs/api', 'docs-conventions'],
    ['/docs/errors', 'docs-errors'],
    ['/docs/numbers', 'docs-section'],
    ['/docs/operations/numbers.order', 'docs-operation'],
    ['/docs/operations/cdrs.get', 'docs-operation-nested'],
    ['/docs/operations/events.stream', 'docs-operation-stream'],
    ['/docs/schemas/RoutingTarget', 'docs-schema'],
  ] as const) {
    await page.goto(path);
    await expectAccessible(page, name);
  }
});

test('opens its navigation on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/docs/guides/webhooks');
  await page.getByRole('link', { name: 'Menu' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Porting', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Porting', level: 1 })).toBeVisible();
});

test('remembers the colours that were chosen, in the dashboard too', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/docs');
  await page.getByRole('button', { name: 'Use dark colours' }).click();
  await page.goto('/dashboard/sign-in');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.goto('/docs/errors');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('is readable without scripts', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/docs/operations/numbers.order');
  await expect(page.getByRole('heading', { name: 'Samples' })).toBeVisible();
  await expect(page.getByRole('combobox')).toBeHidden();
  await expect(page.getByRole('form', { name: 'Try it' })).toBeHidden();
  await context.close();
});

test('loads one small page at a time, and the index with the first search', async ({ page }) => {
  for (const path of ['/docs', '/docs/operations/numbers.order', '/docs/guides/first-call']) {
    const files = await loadedBy(page, path);
    expect(files.length, path).toBeLessThanOrEqual(MAX.requests);
    expect(
      files.map((file) => file.path),
      path,
    ).not.toContain('/docs/search.json');
    expect(
      files.reduce((sum, { bytes }) => sum + bytes, 0),
      path,
    ).toBeLessThanOrEqual(MAX.bytes);
    for (const [ending, max] of [
      ['.js', MAX.script],
      ['.css', MAX.style],
    ] as const) {
      const sent = files.filter((file) => file.path.endsWith(ending));
      expect(Math.max(0, ...sent.map(({ bytes }) => bytes)), `${path} ${ending}`).toBeLessThanOrEqual(max);
    }
  }
  const index = page.waitForResponse('**/docs/search.json');
  await search(page).fill('numbers');
  expect(Number((await index).headers()['content-length'])).toBeLessThanOrEqual(MAX.index);
});

test('leads from the root of the API to the dashboard', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/dashboard\/sign-in/);
});
