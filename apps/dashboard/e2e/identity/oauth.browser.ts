import { createHash, randomBytes } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { PASSWORD, signOut, signUp } from '../support/account';
import { Application, keepClient } from '../support/application';
import { expireAuthorizationRequest } from '../support/database';
import { advanceClock } from '../support/internal';
import { expect, expectAccessible, settled, test } from '../support/test';

interface Registered {
  readonly clientId: string;
  readonly secret: string;
}

/** Registers an application that may ask for numbers and calls. Ends on the list of applications. */
async function register(page: Page, name: string): Promise<Registered> {
  await page.goto('/dashboard/developers/oauth-apps');
  await page.getByRole('button', { name: 'Register an application' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('textbox', { name: 'Description' }).fill('Click to call from your CRM.');
  await page.getByRole('textbox', { name: 'Redirect URIs' }).fill(application.callback);
  for (const scope of ['numbers:write', 'cdrs:read']) await page.getByLabel(scope, { exact: true }).check();
  await expectAccessible(page, 'oauth-app-register');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  return keepClient(page);
}

/** Sends the browser to the authorization endpoint, as an application does. Returns the PKCE verifier. */
async function authorize(page: Page, clientId: string): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: application.callback,
    response_type: 'code',
    scope: 'numbers:read numbers:write cdrs:read',
    state: 'state-of-the-application',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  await page.goto(`/oauth2/authorize?${query.toString()}`);
  return verifier;
}

const exchange = (request: APIRequestContext, app: Registered, code: string, verifier: string) =>
  request.post('/oauth2/token', {
    headers: { authorization: `Basic ${Buffer.from(`${app.clientId}:${app.secret}`).toString('base64')}`, cookie: '' },
    form: { grant_type: 'authorization_code', code, redirect_uri: application.callback, code_verifier: verifier },
  });

// One after the other: a code for an access token lives for a minute of the sandbox's clock, which a journey advances.
test.describe.configure({ mode: 'default' });

let application: Application;
test.beforeAll(async () => {
  application = await Application.start();
});
test.afterAll(() => application.stop());

test('connects an application with fewer scopes than it asked for, and disconnects it', async ({ page, request }) => {
  await signUp(page);
  const app = await register(page, 'Acme Dialer');
  await expectAccessible(page, 'oauth-apps');
  const verifier = await authorize(page, app.clientId);
  await expect(page.getByRole('heading', { name: 'Connect Acme Dialer?' })).toBeVisible();
  await expect(page.getByText(application.host)).toBeVisible();
  await expect(page.getByText('AD', { exact: true })).toBeVisible();
  const [cancel, allow] = [page.getByRole('button', { name: 'Cancel' }), page.getByRole('button', { name: 'Allow' })];
  await settled(page);
  const [cancelBox, allowBox] = [await cancel.boundingBox(), await allow.boundingBox()];
  expect([cancelBox?.width, cancelBox?.height]).toEqual([allowBox?.width, allowBox?.height]);
  await expectAccessible(page, 'oauth-consent');
  await page.getByLabel('Buy, change and release numbers, which costs money').uncheck();
  const returned = application.returned(page);
  await allow.click();
  const address = await returned;
  expect(address.searchParams.get('state')).toBe('state-of-the-application');
  const token = await exchange(request, app, address.searchParams.get('code') ?? '', verifier);
  const { access_token, scope } = (await token.json()) as { access_token: string; scope: string };
  expect(scope.split(' ').sort()).toEqual(['cdrs:read', 'numbers:read']);
  const numbers = () =>
    request.get('/v1/numbers', { headers: { authorization: `Bearer ${access_token}`, cookie: '' } });
  expect((await numbers()).status()).toBe(200);
  await page.goto('/dashboard/settings/connected-apps');
  await expect(page.getByRole('table', { name: 'Connected apps' })).toContainText('See your calls');
  await expectAccessible(page, 'connected-apps');
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('Applications that you allow to act for you')).toBeVisible();
  expect((await numbers()).status()).toBe(401);
});

test('signs in with a second factor on the way to the consent', async ({ page, request }) => {
  const email = await signUp(page);
  const app = await register(page, 'Acme Dialer');
  const enrol = async (step: string, data: object): Promise<Record<string, unknown>> => {
    const options = { headers: { origin: process.env['ROOT_URL'] ?? '' }, data };
    const response = await page.request.post(`/v1/auth/mfa/${step}`, options);
    expect(response.ok(), await response.text()).toBe(true);
    return ((await response.json()) as { data: Record<string, unknown> }).data;
  };
  const { secret } = await enrol('setup-start', { method: 'totp' });
  const totp = new TOTP({ secret: String(secret) });
  const code = async (): Promise<string> => totp.generate({ timestamp: await advanceClock(30) });
  await enrol('setup-verify', { method: 'totp', secret, code: await code() });
  await page.goto('/dashboard/');
  await signOut(page);
  const verifier = await authorize(page, app.clientId);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Code', { exact: true }).fill(await code());
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Connect Acme Dialer?' })).toBeVisible();
  await page.getByLabel('Buy, change and release numbers, which costs money').uncheck();
  const returned = application.returned(page);
  await page.getByRole('button', { name: 'Allow' }).click();
  const token = await exchange(request, app, (await returned).searchParams.get('code') ?? '', verifier);
  const { access_token } = (await token.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}`, cookie: '' };
  expect((await request.get('/v1/numbers', { headers })).status()).toBe(200);
  expect((await request.patch('/v1/numbers/+12125550100', { headers, data: {} })).status()).toBe(403);
});

test('returns a cancelled request to the application, and says that a decided one has expired', async ({ page }) => {
  await signUp(page);
  const app = await register(page, 'Acme Dialer');
  await authorize(page, app.clientId);
  const consent = page.url();
  const returned = application.returned(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect((await returned).searchParams.get('error')).toBe('access_denied');
  await page.goto(consent);
  await expect(page.getByRole('heading', { name: 'This request has expired' })).toBeVisible();
  await expectAccessible(page, 'oauth-expired');
});

test('says that a request has expired, at each step of the browser', async ({ page }) => {
  await signUp(page);
  const app = await register(page, 'Acme Dialer');
  const expired = page.getByRole('heading', { name: 'This request has expired' });
  const begin = async (): Promise<string> => {
    await authorize(page, app.clientId);
    await expect(page.getByRole('heading', { name: 'Connect Acme Dialer?' })).toBeVisible();
    return new URL(page.url()).searchParams.get('request_id') ?? '';
  };
  for (const decision of ['Allow', 'Cancel']) {
    await expireAuthorizationRequest(await begin());
    await page.getByRole('button', { name: decision }).click();
    await expect(expired).toBeVisible();
  }
  await page.reload();
  await expect(expired).toBeVisible();
  const id = await begin();
  // Between the decision and the return of the browser.
  await page.route(`**/oauth2/authorize/${id}`, async (route) => {
    await expireAuthorizationRequest(id);
    await route.continue();
  });
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByRole('heading', { name: 'Authorization failed' })).toBeVisible();
  await expect(page.getByText('Go back to the application and try again.')).toBeVisible();
});

test('rotates the secret of an application and disables it', async ({ page }) => {
  await signUp(page);
  const { secret } = await register(page, 'Acme Dialer');
  await page.getByRole('link', { name: 'Acme Dialer' }).click();
  await expectAccessible(page, 'oauth-app');
  await page.getByRole('button', { name: 'Rotate the secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate the secret' }).click();
  const rotated = page.getByLabel('Client secret', { exact: true });
  await expect(rotated).toHaveValue(/^svc_oauths_/);
  await expect(rotated).not.toHaveValue(secret);
  await page.getByLabel('I have stored it').check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByLabel('Type Acme Dialer to confirm').fill('Acme Dialer');
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByText('Disabled', { exact: true })).toBeVisible();
});
