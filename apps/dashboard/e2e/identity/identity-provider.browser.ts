import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { homeHeading, signOut, signUp } from '../support/account';
import { startIdentityProvider } from '../support/identity-provider';
import { expect, expectAccessible, test } from '../support/test';

const newName = (): string => `ada-${randomBytes(6).toString('hex')}`;

/** Signs in at the provider and agrees to its question, if it asks. */
async function signInAtProvider(page: Page, name: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(name);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

// One worker, because the provider listens on one port.
test.describe.configure({ mode: 'default' });

let stop: () => Promise<void>;
test.beforeAll(async () => {
  stop = await startIdentityProvider();
});
test.afterAll(() => stop());

// The provider's own pages import a font from another host.
test.beforeEach(({ page }) =>
  page.route('https://fonts.googleapis.com/**', (route) => route.fulfill({ contentType: 'text/css', body: '' })),
);

test('signs up and in with an identity provider, and returns to the page that asked', async ({ page }) => {
  const name = newName();
  await page.goto('/dashboard/sign-up');
  await page.getByRole('link', { name: 'Continue with Example ID' }).click();
  await signInAtProvider(page, name);
  await expect(homeHeading(page)).toBeVisible();
  await signOut(page);
  await page.goto('/dashboard/settings/security');
  await expectAccessible(page, 'sign-in-provider');
  await page.getByRole('link', { name: 'Continue with Example ID' }).click();
  await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible();
  await expect(page.getByText(`Example ID: ${name}@example.com`)).toBeVisible();
});

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('gives an account that an identity provider opens the time zone of the browser', async ({ page }) => {
    await page.goto('/dashboard/sign-up');
    await page.getByRole('link', { name: 'Continue with Example ID' }).click();
    await signInAtProvider(page, newName());
    await expect(page.getByText('Times in Asia/Tokyo (GMT+9)')).toBeVisible();
  });
});

test('links an identity provider to a user, and unlinks it', async ({ page }) => {
  const name = newName();
  await signUp(page);
  await page.goto('/dashboard/settings/security');
  await page.getByRole('link', { name: 'Link', exact: true }).click();
  await signInAtProvider(page, name);
  await expect(page.getByText(`Example ID: ${name}@example.com`)).toBeVisible();
  await page.getByRole('button', { name: 'Unlink' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
  await expect(page.getByRole('link', { name: 'Link', exact: true })).toBeVisible();
});

test('says so when the sign-in is cancelled at the provider', async ({ page }) => {
  await page.goto('/dashboard/sign-in');
  await page.getByRole('link', { name: 'Continue with Example ID' }).click();
  await page.getByRole('link', { name: /Cancel/ }).click();
  await expect(page.getByRole('alert')).toContainText('You cancelled the sign-in at the provider.');
});
