import { type Answer, DASHBOARD_ORIGIN, type TestApi } from '../index';

export interface IssuerSignIn {
  readonly provider?: string;
  /** The subject that signs in at the issuer; null declines. */
  readonly as: string | null;
  readonly query?: Readonly<Record<string, string>>;
  /** Changes the URL of the provider before the browser opens it. */
  readonly alterUrl?: (url: URL) => void;
}

/** A headless browser: keeps cookies by origin, follows redirects, and fills in the issuer's forms. */
export class TestBrowser {
  private readonly jars = new Map<string, Map<string, string>>();

  /** `ip` is the address that a proxy forwards for the browser. */
  constructor(private readonly ip: string | null = null) {}

  /** Signs in at the issuer and returns the response of the callback. */
  async signIn(api: TestApi, signIn: IssuerSignIn): Promise<Answer> {
    return this.openCallback(api, await this.signInAtIssuer(api, signIn));
  }

  async start(api: TestApi, { provider = 'oauth_idp1', query = {} }: Partial<IssuerSignIn> = {}): Promise<Answer> {
    return this.get(api, `/v1/auth/idp/${provider}/start?${new URLSearchParams(query).toString()}`);
  }

  /** Signs in at the issuer and returns the callback URL that it redirects to, without opening it. */
  async signInAtIssuer(api: TestApi, signIn: IssuerSignIn): Promise<string> {
    const started = await this.start(api, signIn);
    if (started.status !== 302) throw new Error(`The API does not redirect to the issuer: ${started.text}`);
    const url = new URL(started.headers.get('location') ?? '');
    signIn.alterUrl?.(url);
    return this.throughIssuer(url, api.settings.ROOT_URL, signIn.as);
  }

  openCallback(api: TestApi, url: string): Promise<Answer> {
    const { pathname, search } = new URL(url);
    return this.get(api, pathname + search);
  }

  /** Sends a GET request to the API, with the dashboard as referrer. */
  async get(api: TestApi, path: string): Promise<Answer> {
    const cookie = this.cookieFor('api');
    const headers = {
      ...(cookie && { cookie }),
      ...(this.ip !== null && { 'x-forwarded-for': this.ip }),
      referer: `${DASHBOARD_ORIGIN}/app`,
    };
    const answer = await api.get(path, {}, headers);
    this.keep('api', answer.headers.getSetCookie());
    return answer;
  }

  /** Returns the cookies for the API. */
  cookieFor(origin = 'api'): string {
    return [...this.jar(origin)].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Adds a cookie of the API. */
  addCookie(cookie: string): void {
    this.keep('api', [cookie]);
  }

  private async throughIssuer(start: URL, home: string, as: string | null): Promise<string> {
    let url = start;
    for (let steps = 0; steps < 20; steps++) {
      const answer = await this.fetchAt(url);
      const location = answer.headers.get('location');
      const next = location === null ? await this.fillIn(url, await answer.text(), as) : new URL(location, url);
      if (next.href.startsWith(home)) return next.href;
      url = next;
    }
    throw new Error('The issuer redirects too often.');
  }

  /** Submits the issuer's login form, then its consent form. */
  private async fillIn(url: URL, page: string, as: string | null): Promise<URL> {
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
    if (!action) throw new Error(`The issuer shows no form: ${page.slice(0, 500)}`);
    if (as === null) return new URL(`${url.href}/abort`);
    const prompt = page.includes('name="login"') ? 'login' : 'consent';
    const body = new URLSearchParams({ prompt, ...(prompt === 'login' && { login: as, password: 'any' }) });
    const answer = await this.fetchAt(new URL(action, url), { method: 'POST', body });
    return new URL(answer.headers.get('location') ?? '', url);
  }

  private async fetchAt(url: URL, init: RequestInit = {}): Promise<Response> {
    const cookie = this.cookieFor(url.origin);
    const answer = await fetch(url, { ...init, redirect: 'manual', headers: cookie ? { cookie } : {} });
    this.keep(url.origin, answer.headers.getSetCookie());
    return answer;
  }

  private keep(origin: string, cookies: readonly string[]): void {
    for (const cookie of cookies) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s);
      if (value === '' || /Max-Age=0\b|expires=Thu, 01 Jan 1970/i.test(cookie)) this.jar(origin).delete(name);
      else this.jar(origin).set(name, value);
    }
  }

  private jar(origin: string): Map<string, string> {
    const jar = this.jars.get(origin) ?? new Map<string, string>();
    this.jars.set(origin, jar);
    return jar;
  }
}
