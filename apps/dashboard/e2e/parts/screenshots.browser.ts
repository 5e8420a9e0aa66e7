import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { signIn } from '../support/account';
import { expect, settled, test } from '../support/test';

/** `npm run screenshots` stores the images of the README. */
const FOLDER = process.env['SCREENSHOTS_DIR'] ?? 'dist/e2e/screenshots/readme';

async function shoot(page: Page, name: string): Promise<void> {
  // Nothing is hovered or focused.
  await page.mouse.move(0, 0);
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
  });
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await settled(page);
    await page.screenshot({ path: join(FOLDER, `${name}-${scheme}.png`) });
  }
}

/** Returns the id of an answered call of which the first gateway failed. */
async function failedOver({ request }: Page): Promise<string> {
  const data = async (path: string): Promise<unknown> =>
    ((await (await request.get(`/v1/cdrs${path}`)).json()) as { data: unknown }).data;
  const { items } = (await data('?direction=inbound&answered=true&limit=50')) as { items: { id: string }[] };
  for (const { id } of items) {
    const { attempts } = (await data(`/${id}`)) as { attempts: unknown[] };
    if (attempts.length > 1) return id;
  }
  throw new Error('No call failed over.');
}

test('shows the account of `npm start` the sample data of `npm run seed`', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, process.env['DEMO_EMAIL'] ?? '', process.env['DEMO_PASSWORD'] ?? '');
  await expect(page.getByRole('img', { name: 'Calls per day by result' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Needs attention' })).toContainText(/\+\d[\d ]+, .+, routes nowhere/);
  await shoot(page, 'home');
  await page.getByRole('link', { name: 'Numbers', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Numbers' })).toContainText('Front desk');
  await shoot(page, 'numbers');
  await page.goto(`/dashboard/calls/${await failedOver(page)}`);
  await expect(page.getByRole('list', { name: 'Messages of the call' })).toContainText('Talking for');
  await shoot(page, 'call');
});
