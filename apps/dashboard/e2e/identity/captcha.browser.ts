import type { Page, Request } from '@playwright/test';
import { newAddress, PASSWORD } from '../support/account';
import { expect, expectAccessible, test } from '../support/test';

const SCRIPT = '/dashboard/challenge.js';
/** A widget whose tokens are numbered. */
const WIDGET = `let solved = 0;
window.grecaptcha = {
  render(element, { sitekey, callback }) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'I am human ' + sitekey;
    button.onclick = () => { button.disabled = true; callback('token-' + ++solved); };
    element.append(button);
  },
};`;

/** Configures a challenge for this page. The API behind it requires none. */
async function withChallenge(page: Page): Promise<void> {
  const data = { provider: 'custom', site_key: 'site', script_url: SCRIPT };
  await page.route('**/v1/auth/captcha', (route) => route.fulfill({ json: { ok: true, data } }));
  await page.route(`**${SCRIPT}`, (route) => route.fulfill({ contentType: 'text/javascript', body: WIDGET }));
}

const tokenOf = (request: Request): unknown => (request.postDataJSON() as { captcha_token?: unknown }).captcha_token;

test('signs up with the token of the challenge, and shows another one after a failure', async ({ page }) => {
  await withChallenge(page);
  await page.goto('/dashboard/sign-up');
  await page.getByLabel('Name', { exact: true }).fill('Grace Hopper');
  await page.getByLabel('Email').fill(newAddress());
  await page.getByRole('textbox', { name: 'Password' }).fill('password1234');
  const human = page.getByRole('button', { name: 'I am human site' });
  await human.click();
  await expectAccessible(page, 'sign-up with a challenge');
  const sent = () => page.waitForRequest('**/v1/auth/signup');
  const [first] = await Promise.all([sent(), page.getByRole('button', { name: 'Create account' }).click()]);
  expect(tokenOf(first)).toBe('token-1');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await expect(human).toBeEnabled();
  await human.click();
  const [second] = await Promise.all([sent(), page.getByRole('button', { name: 'Create account' }).click()]);
  expect(tokenOf(second)).toBe('token-2');
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
});

test('mails a link once the challenge is solved', async ({ page }) => {
  await withChallenge(page);
  await page.goto('/dashboard/sign-in');
  await page.getByLabel('Email').fill(newAddress());
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
  const sent = page.waitForRequest('**/v1/auth/magic-link');
  await page.getByRole('button', { name: 'I am human site' }).click();
  expect(tokenOf(await sent)).toBe('token-1');
  await expect(page.getByText('If there is a user with this address, a link is on its way.')).toBeVisible();
});
