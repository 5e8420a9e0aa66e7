import { TOTP } from 'otpauth';
import { homeHeading, newAddress, PASSWORD, signIn, signOut, signUp } from '../support/account';
import { mailedLink } from '../support/mail';
import { advanceClock } from '../support/internal';
import { openPage } from '../support/navigation';
import { expect, expectAccessible, test } from '../support/test';

test('rejects a wrong password in place', async ({ page }) => {
  await signIn(page, newAddress(), 'wrong wrong wrong');
  await expect(page.getByRole('alert')).toHaveText('The email or password is wrong.');
  await expectAccessible(page, 'sign-in');
});

test('leads back to the page that asked for a sign-in', async ({ page }) => {
  const email = await signUp(page);
  await signOut(page);
  await page.goto('/dashboard/numbers?q=212');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/numbers\?q=212$/);
  await expect(page.getByLabel('Number, label, tag or note')).toHaveValue('212');
});

test('changes nothing in the account of a user who has signed in in another tab', async ({ page, context }) => {
  await signUp(page);
  await page.goto('/dashboard/trunks');
  await page.getByRole('button', { name: 'Create a trunk' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Trunk of the first user');
  const other = await context.newPage();
  await other.goto('/dashboard/');
  await signOut(other);
  await signUp(other);
  await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click();
  await expect(homeHeading(page)).toBeVisible();
  const { data } = await (await other.request.get('/v1/sip-trunks')).json();
  expect(data.items).toEqual([]);
});

test('does not follow an address of another site after sign-in', async ({ page }) => {
  const email = await signUp(page);
  await signOut(page);
  await page.goto('/dashboard/sign-in?to=%2F%2Fevil.example%2F');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(homeHeading(page)).toBeVisible();
});

test('signs in by a mailed link, once', async ({ page }) => {
  const email = await signUp(page);
  await signOut(page);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
  const link = await mailedLink(email, 'magic-link');
  await page.goto(link);
  await expectAccessible(page, 'magic-link');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(homeHeading(page)).toBeVisible();
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('The link is no longer valid');
});

test('resets a forgotten password', async ({ page }) => {
  const email = await signUp(page);
  await signOut(page);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await page.goto(await mailedLink(email, 'reset-password'));
  await page.getByRole('textbox', { name: 'New password' }).fill('short');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expect(page.getByText('Use at least 10 characters.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'New password' })).toBeFocused();
  await page.getByRole('textbox', { name: 'New password' }).fill(`${PASSWORD}-new`);
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible();
  await signIn(page, email, `${PASSWORD}-new`);
  await expect(homeHeading(page)).toBeVisible();
});

test('changes the email by a link to the new address', async ({ page }) => {
  await signUp(page);
  const next = newAddress();
  await openPage(page, 'Settings', 'Profile');
  await page.getByLabel('New email').fill(next);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await expectAccessible(page, 'profile');
  await page.getByRole('button', { name: 'Change the email' }).click();
  await page.goto(await mailedLink(next, 'email-change'));
  await page.getByRole('button', { name: 'Use this address' }).click();
  await openPage(page, 'Settings', 'Profile');
  await expect(page.getByText(`You sign in with ${next}.`)).toBeVisible();
});

test('sets up an authenticator, then signs in with its code and with a recovery code', async ({ page }) => {
  const email = await signUp(page);
  await openPage(page, 'Settings', 'Security');
  await page.getByRole('button', { name: 'Set up an authenticator' }).click();
  await expect(page.getByRole('img', { name: 'QR code of the secret' })).toBeVisible();
  await expectAccessible(page, 'mfa-setup');
  const totp = new TOTP({ secret: await page.getByLabel('Secret', { exact: true }).inputValue() });
  const code = async (): Promise<string> => totp.generate({ timestamp: await advanceClock(30) });
  await page.getByLabel('Code from your authenticator').fill(await code());
  await page.getByRole('button', { name: 'Turn on' }).click();
  const codes = (await page.getByRole('group', { name: 'Recovery codes' }).innerText()).split('\n');
  expect(codes).toHaveLength(10);
  await page.getByLabel('I have stored it').check();
  await page.getByRole('button', { name: 'Done' }).click();
  await signOut(page);
  await signIn(page, email);
  await expect(page.getByRole('heading', { name: 'Confirm your sign-in' })).toBeVisible();
  await expectAccessible(page, 'code');
  await page.getByLabel('Code', { exact: true }).fill(await code());
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(homeHeading(page)).toBeVisible();
  await signOut(page);
  await signIn(page, email);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(homeHeading(page)).toBeVisible();
  await openPage(page, 'Settings', 'Security');
  await expect(page.getByRole('button', { name: 'New recovery codes' })).toBeVisible();
  await expectAccessible(page, 'security');
});
