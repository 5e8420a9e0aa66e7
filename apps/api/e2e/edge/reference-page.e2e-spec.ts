import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { CHROMIUM_FLAGS, chromiumProgram } from '@trunkline/kernel/testing';
import { type Browser, chromium, type Page } from 'playwright-core';
import { pagesOf } from '../../src/http/openapi/pages';
import { describeApi } from '../../src/reference/reference';
import { startApi, type TestApi } from '../support';

const CHROMIUM = chromiumProgram();
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Every rule but that of contrast, which is checked in each scheme. */
const STRUCTURE = `axe.run({ rules: { 'color-contrast': { enabled: false } }, resultTypes: ['violations'] })`;
/**
 * Contrast follows from the colour and size of a text and the backgrounds behind it. Of the texts that share these, one is
 * checked: a page has thousands, on which axe spent three quarters of its time.
 */
const CONTRAST = `{
  const backgrounds = new Map([[null, '']]);
  const backgroundOf = (element) => {
    if (!backgrounds.has(element)) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
      backgrounds.set(element, [backgroundOf(element.parentElement), backgroundColor, backgroundImage, opacity].join());
    }
    return backgrounds.get(element);
  };
  const samples = new Map();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (texts.currentNode.data.trim() === '' || !element.checkVisibility()) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    samples.set([color, fontSize, fontWeight, backgroundOf(element)].join(), element);
  }
  axe.run({ include: [...samples.values()] }, { runOnly: ['color-contrast'], resultTypes: ['violations'] });
}`;
const SCHEMES = { light: [STRUCTURE, CONTRAST], dark: [CONTRAST] };

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 720 };
const PATHS = Object.keys(pagesOf(describeApi({ api: '/', operator: '/' }).api, ''));

interface Findings {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
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
    browser = await chromium.launch({ executablePath: CHROMIUM ?? '', args: [...CHROMIUM_FLAGS] });
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
        for (const check of SCHEMES[colorScheme]) {
          const { violations } = await page.evaluate<Findings>(check);
          const faults = violations.map(({ id, impact, nodes }) => [id, impact, nodes.length, nodes[0]?.html]);
          expect([colorScheme, faults]).toEqual([colorScheme, []]);
        }
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
