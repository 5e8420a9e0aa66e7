import type { Locator, Page } from '@playwright/test';
import { PASSWORD, signUp } from '../support/account';
import { expect, expectAccessible, holdNext, test } from '../support/test';

const HEADERS = { origin: process.env['ROOT_URL'] ?? '' };

/** Changes the account as another user would, while the page is open. */
async function changeAccount(page: Page, data: object): Promise<void> {
  const response = await page.request.patch('/v1/accounts/me', { headers: HEADERS, data });
  expect(response.ok(), await response.text()).toBe(true);
}

/** Opens the form of the account. */
async function openAccountForm(page: Page) {
  await page.goto('/dashboard/settings/profile');
  const name = page.getByLabel('Account name');
  await expect(name).toBeVisible();
  const save = page.locator('form').filter({ has: name }).getByRole('button', { name: 'Save' });
  return { name, save, zone: page.getByLabel('Time zone') };
}

test('keeps what was entered when another user changed the row', async ({ page }) => {
  await signUp(page);
  const { name, save, zone } = await openAccountForm(page);
  await name.fill('Hopper Ltd');
  await changeAccount(page, { settings: { timezone: 'Europe/Berlin' } });
  await save.click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('by you in another tab: Time zone.');
  await expect(name).toHaveValue('Hopper Ltd');
  await expect(zone).toHaveValue('Europe/Berlin');
  await expectAccessible(page, 'form-conflict');
  await save.click();
  await expect(page.getByText('Hopper Ltd').first()).toBeVisible();
  await name.fill('Mine');
  await changeAccount(page, { name: 'Theirs' });
  await save.click();
  await expect(alert).toContainText('by you in another tab: Account name.');
  await alert.getByRole('button', { name: 'Show the current values' }).click();
  await expect(name).toHaveValue('Theirs');
  await expect(alert).toBeHidden();
  await expect(name).toBeFocused();
  await name.fill(' ');
  await save.click();
  await expect(page.getByText('Enter a name.')).toBeVisible();
});

test('keeps the button while it saves, and then moves the focus to what says so', async ({ page }) => {
  await signUp(page);
  const { name, save } = await openAccountForm(page);
  const form = page.locator('form').filter({ has: name });
  await name.fill('Hopper Ltd');
  const saving = await holdNext(page, '**/v1/accounts/me');
  await save.click();
  await saving.asked;
  await expect(save).toBeVisible();
  await expect(save).toBeDisabled();
  saving.answer();
  await expect(save).toBeHidden();
  await expect(form.getByRole('status')).toBeFocused();
  await expectAccessible(page, 'form-saved');
  // A user who saves by keyboard stays in the field.
  await name.fill('Hopper Inc');
  await expect(form.getByRole('status')).toBeHidden();
  await name.press('Enter');
  await expect(form.getByRole('status')).toHaveText('Saved');
  await expect(name).toBeFocused();
});

test('keeps the focus in a dialog whose request is refused, and sends it once', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard/developers/keys');
  await page.getByRole('button', { name: 'Create a key' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Nightly export');
  let asked = 0;
  let refuse = (): void => {};
  const refused = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  await page.route('**/v1/api-keys', async (route) => {
    asked += 1;
    await refused;
    await route.fulfill({ status: 409, json: { ok: false, error: { code: 'conflict', message: 'Too many keys.' } } });
  });
  const create = dialog.getByRole('button', { name: /^Create/ });
  await create.press('Enter');
  await expect(create).toBeDisabled();
  await expect(create).toBeFocused();
  await page.keyboard.press('Enter');
  refuse();
  await expect(dialog.getByRole('alert')).toContainText('Too many keys.');
  await expect(create).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog.locator(':focus')).toHaveCount(1);
  expect(asked).toBe(1);
});

test('draws the spinner in the middle of its button under reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signUp(page);
  const { name, save } = await openAccountForm(page);
  await name.fill('Hopper Ltd');
  const saving = await holdNext(page, '**/v1/accounts/me');
  await save.click();
  await saving.asked;
  const middle = async (element: Locator): Promise<{ x: number; y: number }> => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await element.boundingBox()) ?? {};
    return { x: x + width / 2, y: y + height / 2 };
  };
  await expect(async () => {
    const [ofButton, ofSpinner] = [await middle(save), await middle(save.locator('.mantine-Button-loader'))];
    expect(Math.abs(ofSpinner.x - ofButton.x)).toBeLessThanOrEqual(1);
    expect(Math.abs(ofSpinner.y - ofButton.y)).toBeLessThanOrEqual(1);
  }).toPass();
  saving.answer();
  await expect(save).toBeHidden();
});

test('keeps a button with others beside it in view on a desk, and at the end of its form on a phone', async ({
  page,
}) => {
  await signUp(page);
  const { name, save } = await openAccountForm(page);
  const fillAt = async (width: number): Promise<void> => {
    await page.setViewportSize({ width, height: 400 });
    await name.fill(`Hopper ${width}`);
    await name.evaluate((field) => field.scrollIntoView({ block: 'center' }));
    await expect(save).toBeVisible();
  };
  await fillAt(1280);
  await expect(save).toBeInViewport({ ratio: 1 });
  await fillAt(390);
  await expect(save).not.toBeInViewport();
});

test('keeps what was entered when the session ends', async ({ page }) => {
  const email = await signUp(page);
  const { name, save } = await openAccountForm(page);
  await name.fill('Hopper Ltd');
  await page.request.post('/v1/auth/logout', { headers: HEADERS });
  await save.click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  const password = dialog.getByLabel(`Password of ${email}`, { exact: true });
  await password.fill('a-wrong-passphrase');
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('The password is wrong.');
  await expectAccessible(page, 'session-ended');
  await password.fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(name).toHaveValue('Hopper Ltd');
  await expect(save).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await save.click();
  await expect(save).toBeHidden();
});

test('filters days in the time zone of the account', async ({ page }) => {
  await signUp(page);
  await changeAccount(page, { settings: { timezone: 'America/New_York' } });
  const request = page.waitForRequest((each) => each.url().includes('/v1/cdrs?'));
  await page.goto('/dashboard/calls?from=2026-11-01&to=2026-11-01');
  const query = new URL((await request).url()).searchParams;
  // On this day the clocks go back: it has 25 hours.
  expect(query.get('from')).toBe(String(Date.UTC(2026, 10, 1, 4) / 1000));
  expect(query.get('to')).toBe(String(Date.UTC(2026, 10, 2, 5) / 1000));
  await page.goto('/dashboard/billing/usage');
  await expect(page.getByText('so far, in UTC')).toBeVisible();
});

test('watches a payment whose confirmation at the bank failed', async ({ page }) => {
  await signUp(page);
  const topup = {
    id: 'top_of_the_test',
    amount_cents: 5000,
    currency: 'USD',
    status: 'requires_action',
    client_secret: 'secret',
    failure_message: null,
  };
  const card = {
    id: 'pm_1',
    type: 'card',
    brand: 'visa',
    last4: '3184',
    is_default: true,
    exp_month: 1,
    exp_year: 2030,
  };
  let status = 'requires_action';
  const answer = (path: string, data: () => object) =>
    page.route(path, (route) => route.fulfill({ json: { ok: true, data: data() } }));
  await answer('**/v1/billing/payment-methods?*', () => ({ items: [card], next_cursor: null }));
  await answer('**/v1/billing/payment-methods/setup', () => ({ publishable_key: 'pk_test', client_secret: 'setup' }));
  await answer('**/v1/billing/topups', () => topup);
  await answer('**/v1/billing/topups/top_of_the_test', () => ({ ...topup, status }));
  await page.addInitScript(() => {
    const handleNextAction = () => Promise.resolve({ error: { message: 'The bank did not answer.' } });
    Object.assign(window, { Stripe: () => ({ handleNextAction }) });
  });
  await page.goto('/dashboard/billing');
  await page.getByRole('button', { name: 'Add $50.00' }).click();
  await expect(page.getByRole('alert')).toContainText('The bank did not answer.');
  await expect(page.getByText('Your bank asks you to confirm the payment.')).toBeVisible();
  status = 'succeeded';
  await expect(page.getByText('$50.00 was added.')).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
});
