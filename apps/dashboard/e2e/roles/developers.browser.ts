import { createHash, randomBytes } from 'node:crypto';
import { addToCart, signUp, signUpByHand } from '../support/account';
import { Application, keepClient } from '../support/application';
import { answerProbes, call, pollCommands } from '../support/internal';
import { openPage } from '../support/navigation';
import { Effort } from '../support/roles';
import { expect, test } from '../support/test';

test('takes a developer with a PBX from sign-up to the first call', async ({ page, context }) => {
  const effort = await Effort.of('a developer with a PBX', context);
  await signUpByHand(page);
  await addToCart(page);
  await page.getByRole('link', { name: 'Review and buy' }).click();
  await page.getByRole('button', { name: /^Buy for/ }).click();
  await page.getByRole('table', { name: 'Bought numbers' }).getByRole('link').click();
  await page.getByRole('button', { name: 'Create a trunk for this number' }).click();
  const e164 = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Office PBX');
  await dialog.getByLabel('Host of your system').fill('127.0.0.1');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('list', { name: 'Where calls to this number go' })).toContainText('Office PBX');

  await openPage(page, 'Connections', 'SIP trunks');
  await page.getByRole('link', { name: 'Office PBX' }).click();
  await page.getByLabel('Your system', { exact: true }).selectOption('asterisk');
  await expect(page.getByRole('region', { name: 'pjsip.conf' })).toContainText('type=endpoint');
  await pollCommands();
  await page.getByRole('button', { name: 'Test the connection' }).click();
  await answerProbes(1, 'nothing');
  await expect(page.getByRole('list', { name: 'Result of the test' })).toContainText('responds to OPTIONS');

  await call(e164, 30);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Calls', exact: true }).click();
  await page.getByRole('table', { name: 'Calls', exact: true }).getByRole('link').first().click();
  await expect(page.getByText('The call was answered, and ended normally.')).toBeVisible();
  effort.end(17);
});

test('takes a developer of an application from sign-up to calls of a user who consents', async ({ page, browser }) => {
  const application = await Application.start();
  const user = await browser.newContext();
  try {
    const effort = await Effort.of('a developer of an application', page.context(), user);
    await signUpByHand(page);
    await openPage(page, 'Developers', 'OAuth apps');
    await page.getByRole('button', { name: 'Register an application' }).first().click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Acme Dialer');
    await page.getByRole('textbox', { name: 'Redirect URIs' }).fill(application.callback);
    await page.getByLabel('cdrs:read', { exact: true }).check();
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    const { clientId, secret } = await keepClient(page);

    // The documentation says how, and sends a request as the user of the dashboard.
    await page.goto('/docs/guides/oauth');
    await expect(page.getByRole('heading', { name: 'OAuth', level: 1 })).toBeVisible();
    await page.goto('/docs/operations/cdrs.list');
    const form = page.getByRole('form', { name: 'Try it' });
    await form.getByRole('button', { name: 'Send' }).click();
    await expect(form).toContainText('200 in');

    const consenting = await user.newPage();
    await signUp(consenting);
    const verifier = randomBytes(32).toString('base64url');
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: application.callback,
      response_type: 'code',
      scope: 'cdrs:read',
      state: 'any',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    await consenting.goto(`/oauth2/authorize?${query.toString()}`);
    await expect(consenting.getByRole('heading', { name: 'Connect Acme Dialer?' })).toBeVisible();
    const returned = application.returned(consenting);
    await consenting.getByRole('button', { name: 'Allow' }).click();
    const code = (await returned).searchParams.get('code') ?? '';
    const token = await page.request.post('/oauth2/token', {
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`, cookie: '' },
      form: { grant_type: 'authorization_code', code, redirect_uri: application.callback, code_verifier: verifier },
    });
    const { access_token } = (await token.json()) as { access_token: string };
    const headers = { authorization: `Bearer ${access_token}`, cookie: '' };
    expect((await page.request.get('/v1/cdrs', { headers })).status()).toBe(200);
    expect((await page.request.get('/v1/numbers', { headers })).status()).toBe(403);
    effort.end(12);
  } finally {
    await user.close();
    await application.stop();
  }
});
