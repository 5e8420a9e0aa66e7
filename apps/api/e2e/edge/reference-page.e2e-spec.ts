import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium } from 'playwright-core';
import { startApi, type TestApi } from '../support';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

if (!existsSync(CHROMIUM) && !process.env['CI']) {
  process.stderr.write(`\n## NO CHROMIUM AT ${CHROMIUM}: THE REFERENCE PAGES ARE NOT CHECKED WITH AXE. ##\n\n`);
}
// With CI=true a missing browser fails the run.
const withBrowser = existsSync(CHROMIUM) || process.env['CI'] ? describe : describe.skip;

withBrowser('the pages of the reference', () => {
  let api: TestApi;
  let browser: Browser;

  beforeAll(async () => {
    api = await startApi();
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser.close();
    await api.stop();
  });

  it.each(['light', 'dark'] as const)(
    'have no accessibility fault that axe finds, in the %s scheme',
    async (scheme) => {
      const page = await browser.newPage({ colorScheme: scheme });
      for (const path of ['/docs', '/docs/call-records']) {
        await page.goto(`${api.url}${path}`);
        // The debugger evaluates it, so the content security policy needs no exception.
        const found = await page.evaluate<readonly Violation[]>(
          `(async () => { ${AXE}; return (await axe.run({ resultTypes: ['violations'] })).violations; })()`,
        );
        expect(found.map(({ id, impact, nodes }) => [path, id, impact, nodes.length, nodes[0]?.html])).toEqual([]);
      }
      await page.close();
    },
    60_000,
  );

  it('load nothing but their own style, within the content security policy', async () => {
    const page = await browser.newPage();
    const loaded: string[] = [];
    const faults: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    page.on('console', (message) => faults.push(message.text()));
    await page.goto(`${api.url}/docs`);
    expect([loaded, faults]).toEqual([['/docs', '/docs/reference.css'], []]);
    await page.close();
  });
});
