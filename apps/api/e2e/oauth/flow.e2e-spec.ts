import { decodeJwt, decodeProtectedHeader } from 'jose';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { type Customer, startApi, type TestApi } from '../support';
import {
  OAuthClient,
  REDIRECT_URI,
  registerApp,
  type RegisteredApp,
  SCOPES,
  UserAgent,
} from '../support/identity/oauth';

const REFRESH_TOKEN = /^svc_oauthr_[A-Za-z0-9_-]{43}$/;

describe('the authorization code flow', () => {
  let api: TestApi;
  let customer: Customer;
  let app: RegisteredApp;
  let client: OAuthClient;
  beforeAll(async () => {
    api = await startApi({ ROOT_URL: 'https://api.test' });
    customer = await api.customers.make();
    app = await registerApp(api, customer);
    client = new OAuthClient(api, app);
  });
  afterAll(() => api.stop());

  const issuer = () => api.settings.ROOT_URL;
  /** The libraries call the issuer; the API under test listens on a free port. */
  const reach = (url: string, init?: object) => fetch(url.replace(issuer(), api.url), init);
  const approve = async (url: URL) => {
    const agent = new UserAgent(api, customer.cookie);
    return agent.decide(await agent.begin(url.href), { decision: 'approve', scopes: ['numbers:read', 'cdrs:read'] });
  };

  it('serves openid-client unmodified, from discovery to refresh and revocation', async () => {
    const config = await openid.discovery(new URL(issuer()), app.client_id, app.client_secret, undefined, {
      algorithm: 'oauth2',
      [openid.customFetch]: reach,
    });
    const verifier = openid.randomPKCECodeVerifier();
    const state = openid.randomState();
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: REDIRECT_URI,
      scope: SCOPES.join(' '),
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    });
    const response = await approve(url);
    const tokens = await openid.authorizationCodeGrant(config, response, {
      pkceCodeVerifier: verifier,
      expectedState: state,
    });
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'numbers:read cdrs:read' });
    expect(tokens.refresh_token).toMatch(REFRESH_TOKEN);
    expect((await api.get('/v1/numbers', { key: tokens.access_token })).status).toBe(200);
    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token!);
    expect(refreshed.refresh_token).not.toBe(tokens.refresh_token);
    expect((await api.get('/v1/cdrs', { key: refreshed.access_token })).status).toBe(200);
    await openid.tokenRevocation(config, refreshed.refresh_token!);
    await expect(openid.refreshTokenGrant(config, refreshed.refresh_token!)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('serves oauth4webapi unmodified, with HTTP Basic', async () => {
    const reaching = { [oauth.customFetch]: reach } as const;
    const discovered = await oauth.discoveryRequest(new URL(issuer()), { algorithm: 'oauth2', ...reaching });
    const server = await oauth.processDiscoveryResponse(new URL(issuer()), discovered);
    const of = { client_id: app.client_id };
    const basic = oauth.ClientSecretBasic(app.client_secret);
    const verifier = oauth.generateRandomCodeVerifier();
    const url = new URL(server.authorization_endpoint!);
    url.search = new URLSearchParams({
      response_type: 'code',
      client_id: app.client_id,
      redirect_uri: REDIRECT_URI,
      scope: SCOPES.join(' '),
      state: 'xyz',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString();
    const params = oauth.validateAuthResponse(server, of, await approve(url), 'xyz');
    const answered = await oauth.authorizationCodeGrantRequest(
      server,
      of,
      basic,
      params,
      REDIRECT_URI,
      verifier,
      reaching,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, of, answered);
    const called = await oauth.protectedResourceRequest(
      tokens.access_token,
      'GET',
      new URL(`${issuer()}/v1/numbers`),
      undefined,
      undefined,
      reaching,
    );
    expect(called.status).toBe(200);
    const refreshed = await oauth.refreshTokenGrantRequest(server, of, basic, tokens.refresh_token!, reaching);
    expect(await oauth.processRefreshTokenResponse(server, of, refreshed)).toMatchObject({
      scope: 'numbers:read cdrs:read',
    });
  });

  it('issues access tokens as RFC 9068 describes', async () => {
    const { access_token: token } = await client.tokens(customer);
    const keys = (await (await fetch(`${api.url}/.well-known/jwks.json`)).json()) as { keys: { kid: string }[] };
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: keys.keys[0]?.kid });
    const claims = decodeJwt(token);
    expect(claims).toEqual({
      iss: issuer(),
      sub: customer.userId,
      aud: `${issuer()}/v1`,
      client_id: app.client_id,
      account_id: customer.accountId,
      gid: expect.stringMatching(/^ogr_/),
      scope: SCOPES.join(' '),
      jti: expect.any(String),
      iat: expect.any(Number),
      exp: claims.iat! + 3600,
    });
  });

  it('returns to the application with access_denied, a description and the state when the user denies', async () => {
    const { response } = await client.authorize(customer, { decision: { decision: 'deny', account_id: undefined } });
    expect(`${response.origin}${response.pathname}`).toBe(REDIRECT_URI);
    expect(Object.fromEntries(response.searchParams)).toEqual({
      error: 'access_denied',
      error_description: expect.any(String),
      state: 'a state',
      iss: issuer(),
    });
  });
});
