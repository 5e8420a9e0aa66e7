import { createHash, randomBytes } from 'node:crypto';
import { ask, textAt } from '../../tour/http';
import type { Stack } from '../../tour/stack';

interface Account {
  readonly email: string;
  readonly password: string;
}

const REDIRECT_URI = 'https://app.example.com/callback';
const SCOPES = ['account:read', 'numbers:read'];

/** An application on a stack, and the browser of the user who authorizes it. */
export class BenchApplication {
  private constructor(
    private readonly stack: Stack,
    private readonly cookie: string,
    private readonly client: { readonly client_id: string; readonly client_secret: string },
  ) {}

  static async register(stack: Stack, { email, password }: Account): Promise<BenchApplication> {
    const { cookie } = await ask('POST', `${stack.rootUrl}/v1/auth/login`, { body: { email, password } });
    if (!cookie) throw new Error('The account of the stack could not sign in.');
    const body = { name: 'Bench', redirect_uris: [REDIRECT_URI], max_scopes: SCOPES };
    const headers = { cookie, origin: stack.rootUrl };
    const { body: registered } = await ask('POST', `${stack.rootUrl}/v1/oauth-apps`, { body, headers });
    return new BenchApplication(stack, cookie, {
      client_id: textAt(registered, 'data.client_id'),
      client_secret: textAt(registered, 'data.client_secret'),
    });
  }

  /** Runs the authorization code flow once, and returns the access token. */
  async authorize(): Promise<string> {
    const verifier = randomBytes(32).toString('base64url');
    const { location: consent, cookies } = await this.visit(this.authorizationUrl(verifier), this.cookie);
    const requestId = new URL(consent).searchParams.get('request_id') ?? '';
    const headers = { cookie: this.cookie, origin: this.stack.rootUrl };
    const decided = await ask('POST', `${this.stack.rootUrl}/v1/oauth/consent/${requestId}`, {
      body: { decision: 'approve' },
      headers,
    });
    const { location } = await this.visit(textAt(decided.body, 'data.redirect_to'), `${this.cookie}; ${cookies}`);
    return this.exchange(new URL(location).searchParams.get('code') ?? '', verifier);
  }

  private authorizationUrl(verifier: string): string {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: this.client.client_id,
      redirect_uri: REDIRECT_URI,
      scope: SCOPES.join(' '),
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    return `${this.stack.rootUrl}/oauth2/authorize?${query.toString()}`;
  }

  private async visit(url: string, cookie: string): Promise<{ location: string; cookies: string }> {
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
    const cookies = answer.headers.getSetCookie().map((each) => each.split(';')[0] ?? '');
    return { location: answer.headers.get('location') ?? '', cookies: cookies.join('; ') };
  }

  private async exchange(code: string, verifier: string): Promise<string> {
    const params = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: REDIRECT_URI };
    const body = new URLSearchParams({ ...this.client, ...params });
    const answer: unknown = await (await fetch(`${this.stack.rootUrl}/oauth2/token`, { method: 'POST', body })).json();
    return textAt(answer, 'access_token');
  }
}
