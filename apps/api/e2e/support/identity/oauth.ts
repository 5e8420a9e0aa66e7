import { createHash, randomBytes } from 'node:crypto';
import type { Customer, TestApi } from '../index';

export interface RegisteredApp {
  readonly id: string;
  readonly client_id: string;
  readonly client_secret: string;
}

export const REDIRECT_URI = 'https://app.example.com/callback';
export const SCOPES = ['account:read', 'numbers:read', 'numbers:write', 'cdrs:read'];

/** Registers an application that may request SCOPES. */
export async function registerApp(api: TestApi, developer: Customer, change: object = {}): Promise<RegisteredApp> {
  const details = { name: 'Acme Dialer', redirect_uris: [REDIRECT_URI], max_scopes: SCOPES, ...change };
  // With the password, also long after signing in.
  const body = { ...details, password: developer.password };
  const answer = await api.post('/v1/oauth-apps', body, { cookie: developer.cookie });
  if (answer.status !== 201) throw new Error(`Not registered: ${answer.text}`);
  return answer.body.data as RegisteredApp;
}

export interface TokenAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, string>> & { readonly expires_in?: number };
}

export interface AuthorizationChange {
  readonly params?: Readonly<Record<string, string | undefined>>;
  readonly decision?: object;
}

export interface AuthorizedFlow {
  readonly code: string;
  readonly verifier: string;
  readonly response: URL;
}

/** An application's client, written by hand: sends what a test wants, valid or not. */
export class OAuthClient {
  constructor(
    private readonly api: TestApi,
    readonly app: RegisteredApp,
  ) {}

  authorizationUrl(params: Readonly<Record<string, string | undefined>>): string {
    const all = {
      response_type: 'code',
      client_id: this.app.client_id,
      redirect_uri: REDIRECT_URI,
      scope: SCOPES.join(' '),
      state: 'a state',
      code_challenge_method: 'S256',
      ...params,
    };
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries<string | undefined>(all))
      if (value !== undefined) query.set(name, value);
    return `${this.api.settings.ROOT_URL}/oauth2/authorize?${query.toString()}`;
  }

  /** The whole flow in a browser where the customer is signed in. */
  async authorize(
    customer: Customer,
    { params = {}, decision = {} }: AuthorizationChange = {},
  ): Promise<AuthorizedFlow> {
    const verifier = randomBytes(32).toString('base64url');
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const agent = new UserAgent(this.api, customer.cookie);
    const requestId = await agent.begin(this.authorizationUrl({ code_challenge: challenge, ...params }));
    const response = await agent.decide(requestId, {
      decision: 'approve',
      account_id: customer.accountId,
      ...decision,
    });
    return { code: response.searchParams.get('code') ?? '', verifier, response };
  }

  /** Authorizes and exchanges the code. */
  async tokens(customer: Customer, change: AuthorizationChange = {}) {
    const { code, verifier } = await this.authorize(customer, change);
    const answer = await this.exchange(code, verifier);
    if (answer.status !== 200) throw new Error(`No tokens: ${JSON.stringify(answer.body)}`);
    return answer.body as { access_token: string; refresh_token: string; scope: string };
  }

  exchange(code: string, verifier: string, change: Record<string, string> = {}): Promise<TokenAnswer> {
    const params = { code, code_verifier: verifier, redirect_uri: REDIRECT_URI };
    return this.post('token', { grant_type: 'authorization_code', ...params, ...change });
  }

  refresh(refreshToken: string, change: Record<string, string> = {}): Promise<TokenAnswer> {
    return this.post('token', { grant_type: 'refresh_token', refresh_token: refreshToken, ...change });
  }

  revoke(token: string, change: Record<string, string> = {}): Promise<TokenAnswer> {
    return this.post('revoke', { token, ...change });
  }

  /** Sends a form with the client's credentials in it. */
  async post(endpoint: 'token' | 'revoke', params: Record<string, string> | URLSearchParams): Promise<TokenAnswer> {
    const { client_id, client_secret } = this.app;
    const form = params instanceof URLSearchParams ? params : { client_id, client_secret, ...params };
    return this.send(endpoint, new URLSearchParams(form));
  }

  async send(
    endpoint: 'token' | 'revoke',
    body: URLSearchParams,
    headers: Record<string, string> = {},
  ): Promise<TokenAnswer> {
    const answer = await fetch(`${this.api.url}/oauth2/${endpoint}`, { method: 'POST', body, headers });
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      body: text === '' ? {} : (JSON.parse(text) as TokenAnswer['body']),
    };
  }
}

/** A browser with the session of a user: keeps cookies, follows nothing by itself. */
export class UserAgent {
  private readonly jar = new Map<string, string>();

  constructor(
    private readonly api: TestApi,
    sessionCookie: string | null,
  ) {
    if (sessionCookie !== null) this.keep([sessionCookie]);
  }

  /** Opens an address of the API. */
  async open(url: string): Promise<Response> {
    const address = url.replace(this.api.settings.ROOT_URL, this.api.url);
    const cookie = [...this.jar].map((pair) => pair.join('=')).join('; ');
    const answer = await fetch(address, { redirect: 'manual', headers: { cookie, accept: 'text/html' } });
    this.keep(answer.headers.getSetCookie());
    return answer;
  }

  /** Opens an authorization URL; returns the id of the request that the consent page gets. */
  async begin(url: string): Promise<string> {
    const answer = await this.open(url);
    const location = answer.headers.get('location') ?? '';
    const requestId = URL.canParse(location) ? new URL(location).searchParams.get('request_id') : null;
    if (requestId === null) throw new Error(`No consent page: ${answer.status} ${location} ${await answer.text()}`);
    return requestId;
  }

  /** Decides in the dashboard and follows to the application; returns the authorization response. */
  async decide(requestId: string, decision: object): Promise<URL> {
    const cookie = `svc_sid=${this.jar.get('svc_sid') ?? ''}`;
    const decided = await this.api.post(`/v1/oauth/consent/${requestId}`, decision, { cookie });
    if (decided.status !== 200) throw new Error(`Not decided: ${decided.text}`);
    const answer = await this.open((decided.body.data as { redirect_to: string }).redirect_to);
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`Not returned: ${answer.status} ${await answer.text()}`);
    return new URL(location);
  }

  private keep(cookies: readonly string[]): void {
    for (const cookie of cookies) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s);
      if (/expires=Thu, 01 Jan 1970/i.test(cookie)) this.jar.delete(name);
      else this.jar.set(name, value);
    }
  }
}
