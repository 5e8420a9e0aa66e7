import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page, test as base } from '@playwright/test';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const ALL_RULES = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** The dark scheme only changes colours. */
const COLOUR_RULES = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
/** Chromium itself logs a response of 4xx that a page asked for, such as 401 before sign-in. */
const EXPECTED = /^Failed to load resource: the server responded with a status of 4\d\d/;

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

interface Axe {
  run(context: Document, options: object): Promise<{ readonly violations: readonly Violation[] }>;
}

/** A test that fails on errors of the page, on violations of its security policy, and on errors in its console. */
export const test = base.extend<{ faults: string[] }>({
  faults: [
    async ({ page }, use) => {
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' && !EXPECTED.test(message.text())) faults.push(message.text());
      });
      await use(faults);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';

async function violationsOf(page: Page, rules: object): Promise<string[]> {
  // The debugger evaluates the script, which the policy of the page would not load. A page keeps it until it is loaded anew.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  return page.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  }, rules);
}

/** Holds the response to the next request until it is let through. */
export async function holdNext(page: Page, url: string) {
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  // A request that is sent while the interception is set up is neither held nor seen.
  await page.route(
    url,
    async (route) => {
      await answered;
      await route.continue();
    },
    { times: 1 },
  );
  return { asked: page.waitForRequest(url), answer };
}

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

/** Waits for the end of animations, such as that of the navigation after a change of width. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  });
}

/**
 * Expects no finding of axe in light, dark and on a phone, and no sideways scrolling there, once everything on the page is
 * loaded. Stores a screenshot of each.
 */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  // Before the first paint nothing is loading either. A dialog hides the heading, so it is not found by its role.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await expect(page.getByLabel('Loading', { exact: true })).toHaveCount(0);
  for (const [look, scheme, size] of [
    ['light', 'light', WIDE],
    ['dark', 'dark', WIDE],
    ['phone', 'light', PHONE],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.setViewportSize(size);
    await settled(page);
    await page.screenshot({ path: `dist/e2e/screenshots/${name}-${look}.png` });
    expect(await violationsOf(page, scheme === 'dark' ? COLOUR_RULES : ALL_RULES), `${name}, ${look}`).toEqual([]);
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${name} scrolls sideways on a phone`).toBeLessThanOrEqual(0);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize(WIDE);
}
