import { randomBytes } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { mailedLink } from './mail';

export const PASSWORD = 'a-long-passphrase-for-tests-1906';

export const newAddress = (): string => `user-${randomBytes(6).toString('hex')}@example.com`;

/** The heading of Home, which is that of the first steps while an account is new. */
export const homeHeading = (page: Page): Locator =>
  page.getByRole('heading', { level: 1, name: /^(Home|Your first call, step by step)$/ });

/** Signs up in the browser and follows the mailed link. Ends on the home page. */
export async function signUpByHand(page: Page, email = newAddress()): Promise<void> {
  await page.goto('/dashboard/sign-up');
  await page.getByLabel('Name', { exact: true }).fill('Grace Hopper');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await page.goto(await mailedLink(email, 'verify-email'));
  await page.getByRole('button', { name: 'Verify and sign in' }).click();
  await expect(homeHeading(page)).toBeVisible();
}

/** Signs up by the API, which is quicker, and returns the address. Ends on the home page. */
export async function signUp(page: Page, email = newAddress()): Promise<string> {
  const post = async (path: string, data: object): Promise<void> => {
    const response = await page.request.post(`/v1/auth/${path}`, {
      headers: { origin: process.env['ROOT_URL'] ?? '' },
      data,
    });
    expect(response.ok(), await response.text()).toBe(true);
  };
  await post('signup', { email, password: PASSWORD, name: 'Grace Hopper', country: 'US' });
  const link = new URL(await mailedLink(email, 'verify-email'));
  await post('verify-email', { token: link.searchParams.get('token') });
  await page.goto('/dashboard/');
  await expect(homeHeading(page)).toBeVisible();
  return email;
}

export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/dashboard/sign-in');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to Trunkline' })).toBeVisible();
}

/** Saves the sandbox's card. Ends on the page of billing. */
export async function addCard(page: Page): Promise<void> {
  await page.goto('/dashboard/billing');
  await page.getByRole('button', { name: 'Add a card' }).click();
  await page.getByRole('button', { name: 'Save the card' }).click();
  await expect(page.getByRole('table', { name: 'Cards' })).toContainText('ending in 4242');
}

/** Saves the sandbox's card and tops up. */
export async function topUp(page: Page, dollars: number): Promise<void> {
  await addCard(page);
  await page.getByLabel('Amount in US dollars').fill(String(dollars));
  await page.getByRole('button', { name: `Add $${dollars.toFixed(2)}` }).click();
  await expect(page.getByText('was added.')).toBeVisible();
}

/** Buys a number and returns it. Ends on its page. */
export async function buyNumber(page: Page): Promise<string> {
  await page.goto('/dashboard/numbers/buy');
  await addToCart(page);
  await page.getByRole('link', { name: 'Review and buy' }).click();
  await page.getByRole('button', { name: /^Buy for/ }).click();
  await page.getByRole('table', { name: 'Bought numbers' }).getByRole('link').click();
  await expect(page.getByRole('button', { name: 'Change route' })).toBeVisible();
  return decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');
}

/** Changes what the account says of a number, such as its label, by the API. */
export async function describeNumber({ request }: Page, e164: string, data: object): Promise<void> {
  const response = await request.patch(`/v1/numbers/${encodeURIComponent(e164)}`, {
    headers: { origin: process.env['ROOT_URL'] ?? '' },
    data,
  });
  expect(response.ok(), await response.text()).toBe(true);
}

/** Adds a listed number to the cart. Another journey may have reserved the first of them. */
export async function addToCart(page: Page, prefix = '1'): Promise<void> {
  const added = page.getByText('In the cart');
  const before = await added.count();
  const buttons = page.getByRole('button', { name: new RegExp(`^Add \\+${prefix}`) });
  await expect(buttons.first()).toBeVisible();
  for (let row = 0; row < 10; row += 1) {
    const reply = page.waitForResponse((response) => response.url().endsWith('/v1/cart/items'));
    await buttons.nth(row).click();
    if ((await reply).status() !== 201) continue;
    await expect(added).toHaveCount(before + 1);
    return;
  }
  throw new Error('None of the first ten numbers is available.');
}
