import { signUp } from '../support/account';
import { expect, expectAccessible, test } from '../support/test';

test('opens the group of the page alone, and the pages of a group beside its icon in a narrow window', async ({
  page,
}) => {
  await signUp(page);
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link', { name: 'My numbers' })).toBeHidden();
  await navigation.getByRole('link', { name: 'Numbers', exact: true }).click();
  await expect(navigation.getByRole('link', { name: 'My numbers' })).toHaveAttribute('aria-current', 'page');
  await expect(navigation.getByRole('link', { name: 'Routing' })).toBeHidden();

  // A group that is pointed at stays open when the window becomes narrow.
  await page.mouse.move(640, 400);
  await page.setViewportSize({ width: 1000, height: 700 });
  await expect(navigation.getByRole('link', { name: 'My numbers' })).toBeHidden();
  await navigation.getByRole('link', { name: 'Connections' }).hover();
  await navigation.getByRole('link', { name: 'Routing' }).click();
  await expect(page.getByRole('heading', { name: 'Routing profiles' })).toBeFocused();
});

test('keeps the navigation and the search at an address that no page has', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard/no/such/page');
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Numbers', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Numbers', exact: true })).toBeFocused();
});

test('says that a page does not exist at an address that cannot be read', async ({ page }) => {
  await signUp(page);
  for (const path of ['%', 'numbers/%ff', 'numbers/%00', 'trunks/trk_1.html/x', `numbers/${'1'.repeat(8000)}`]) {
    await page.goto(`/dashboard/${path}`);
    await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
  }
});

test('says what does not exist, and leads to the list that would have it', async ({ page }) => {
  await signUp(page);
  const id = '0mh2k3l4p9f1c2d3e4b5a6978';
  for (const [path, list] of [
    [`trunks/trk_${id}`, 'SIP trunks'],
    [`calls/cdr_${id}`, 'Call log'],
    [`calls/live/call_${id}`, 'Live calls'],
    ['numbers/+12125559999', 'My numbers'],
    [`developers/webhooks/whe_${id}`, 'Webhooks'],
    [`billing/invoices/inv_${id}`, 'Invoices'],
  ] as const) {
    await page.goto(`/dashboard/${path}`);
    await expect(page.getByText('This does not exist, or it belongs to another account.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await expect(page.getByText(/^Request req_/)).toHaveCount(0);
    await expect(page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: list })).toBeVisible();
  }
  await expectAccessible(page, 'does-not-exist');
  await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'Invoices' }).click();
  await expect(page).toHaveURL(/\/billing\/invoices$/);
});

test('has a bar of groups on a phone, and all pages behind More', async ({ page }) => {
  await signUp(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const bar = page.getByRole('navigation', { name: 'Shortcuts' });
  await bar.getByRole('link', { name: 'Billing' }).click();
  await expect(page.getByRole('heading', { name: 'Billing', exact: true })).toBeFocused();
  const more = bar.getByRole('button', { name: 'More' });
  await more.click();
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link', { name: 'Trunkline' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(navigation).toBeHidden();
  await expect(more).toBeFocused();
  await more.click();
  await navigation.getByRole('link', { name: 'Webhooks' }).click();
  await expect(page.getByRole('heading', { name: 'Webhooks', exact: true })).toBeFocused();
  await expect(navigation).toBeHidden();
});

test('changes the scheme from the navigation, and leads to the documentation from the help', async ({ page }) => {
  await signUp(page);
  await page.getByRole('button', { name: 'Dark colours' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByRole('button', { name: 'Light colours' }).click();
  const help = page.getByRole('banner').getByRole('button', { name: 'Help' });
  await help.click();
  await expect(page.getByRole('menuitem', { name: 'API reference' })).toHaveAttribute('href', '/docs/api');
  await expect(page.getByRole('menu').getByText('All systems operational')).toBeVisible();
  // Until the menu has the focus, the key has no effect.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(help).toBeFocused({ timeout: 1000 });
  }).toPass();
});
