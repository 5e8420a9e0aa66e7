import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromiumProgram } from '@trunkline/kernel/testing';
import { type Browser, chromium, type Page } from 'playwright-core';
import { pagesOf } from '../../src/http/openapi/pages';
import { describeApi } from '../../src/reference/reference';
import { startApi, type TestApi } from '../support';

const CHROMIUM = chromiumProgram();
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 720 };
const PATHS = Object.keys(pagesOf(describeApi({ api: '/', operator: '/' }).api, ''));

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

if (!CHROMIUM && !process.env['CI']) {
  process.stderr.write(
    `\n## NO CHROMIUM IN /usr/bin OR AT $CHROMIUM: THE REFERENCE PAGES ARE NOT CHECKED WITH AXE. ##\n\n`,
  );
}
// With CI=true a missing browser fails the run.
const withBrowser = CHROMIUM || process.env['CI'] ? describe : describe.skip;

withBrowser('the pages of the reference', () => {
  let api: TestApi;
  let browser: Browser;
  /** One for all: axe is compiled once, not once per page. */
  let page: Page;

  beforeAll(async () => {
    api = await startApi();
    browser = await chromium.launch({ executablePath: CHROMIUM ?? '', args: ['--no-sandbox'] });
    page = await browser.newPage();
  });
  afterAll(async () => {
    await browser.close();
    await api.stop();
  });

  it.each([
    ...PATHS.map((path) => [path, PHONE] as const),
    ['/docs', DESKTOP],
    ['/docs/call-records', DESKTOP],
  ] as const)(
    'have no accessibility fault that axe finds, in the light and the dark scheme: %s, %j',
    async (path, viewport) => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(`${api.url}${path}`);
      // The debugger evaluates it, so the content security policy needs no exception.
      await page.evaluate(`${AXE}; undefined`);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        // The scheme only changes colours.
        const rules = colorScheme === 'light' ? '' : "runOnly: ['color-contrast'],";
        const found = await page.evaluate<readonly Violation[]>(
          `axe.run({ ${rules} resultTypes: ['violations'] }).then(({ violations }) => violations)`,
        );
        const faults = found.map(({ id, impact, nodes }) => [id, impact, nodes.length, nodes[0]?.html]);
        expect([colorScheme, faults]).toEqual([colorScheme, []]);
      }
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(viewport.width);
    },
    60_000,
  );

  it('load nothing but their own style, within the content security policy', async () => {
    const fresh = await browser.newPage();
    const loaded: string[] = [];
    const faults: string[] = [];
    fresh.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    fresh.on('console', (message) => faults.push(message.text()));
    await fresh.goto(`${api.url}/docs`);
    expect([loaded, faults]).toEqual([['/docs', '/docs/reference.css'], []]);
    await fresh.close();
  });
});
