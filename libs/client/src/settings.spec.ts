import { responseOf, Trunkline, type TransportOptions } from './index.ts';

const NAMES = ['TRUNKLINE_URL', 'TRUNKLINE_API_KEY'] as const;

describe('where the client sends calls, as whom, and what it tells of them', () => {
  const before = NAMES.map((name) => process.env[name]);
  afterEach(() => {
    for (const [index, name] of NAMES.entries())
      if (before[index] === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = before[index];
  });

  const sentBy = async (options: TransportOptions): Promise<[url: string, authorization: string | null]> => {
    const sent: [string, string | null][] = [];
    const send = (url: unknown, init?: RequestInit): Promise<Response> => {
      sent.push([String(url), new Headers(init?.headers).get('authorization')]);
      return Promise.resolve(Response.json({ ok: true, data: {} }));
    };
    await new Trunkline({ ...options, fetch: send }).account.get();
    return sent[0] ?? ['', null];
  };

  it('takes the address and the key from the environment, unless they are given', async () => {
    process.env['TRUNKLINE_URL'] = 'https://api.test/';
    process.env['TRUNKLINE_API_KEY'] = 'svc_live_env\n';
    expect(await sentBy({})).toEqual(['https://api.test/v1/accounts/me', 'Bearer svc_live_env']);
    expect(await sentBy({ rootUrl: 'http://other.test', token: 'svc_live_x' })).toEqual([
      'http://other.test/v1/accounts/me',
      'Bearer svc_live_x',
    ]);
  });

  it.each([
    [{}, 'Pass rootUrl or set TRUNKLINE_URL, such as https://api.example.com.'],
    [
      { rootUrl: 'api.test' },
      'The address of the API must begin with https:// or http://, as in https://api.example.com: api.test',
    ],
    [{ rootUrl: '' }, 'Pass rootUrl or set TRUNKLINE_URL, such as https://api.example.com.'],
    [
      { rootUrl: 'https://api.test:x' },
      'The address of the API must begin with https:// or http://, as in https://api.example.com: https://api.test:x',
    ],
    [
      { rootUrl: 'ada:secret@api.test' },
      'The address of the API must begin with https:// or http://, as in https://api.example.com: api.test',
    ],
    [{ rootUrl: 'https://ada:secret@api.test' }, 'Leave out user and password in the address of the API at api.test.'],
    [
      { rootUrl: 'https://api.test/?a=1' },
      'Leave out query and fragment of the address of the API: https://api.test/?a=1',
    ],
    [{ rootUrl: 'https://api.test/#a' }, 'Leave out query and fragment of the address of the API: https://api.test/#a'],
    [{ rootUrl: 'https://api.test/v1/' }, 'Leave out /v1 at the end of the address of the API: https://api.test/v1/'],
  ])('refuses the address of %j', (options, message) => {
    for (const name of NAMES) Reflect.deleteProperty(process.env, name);
    expect(() => new Trunkline(options)).toThrow(new TypeError(message));
  });

  it('reads an address without the blanks around it', async () => {
    expect(await sentBy({ rootUrl: ' https://api.test/ ', token: 'svc_live_x' })).toEqual([
      'https://api.test/v1/accounts/me',
      'Bearer svc_live_x',
    ]);
  });

  it.each([
    'v1/numbers',
    '.evil.test/x',
    '@evil.test/x',
    ':81/x',
    '//evil.test/x',
    '/\\evil.test/x',
    '/\t/evil.test/x',
    '',
  ])('sends nothing to the path %j, which does not begin with one slash', async (path) => {
    const sent: unknown[] = [];
    const send = (url: unknown): Promise<Response> => {
      sent.push(url);
      return Promise.resolve(new Response());
    };
    const client = new Trunkline({ rootUrl: 'https://api.test', token: 'svc_live_x', fetch: send });
    await expect(client.raw({ path })).rejects.toThrow(
      new TypeError(`The path must begin with one /, as in /v1/numbers: ${path}`),
    );
    expect(sent).toEqual([]);
  });

  it('says how to pass a key when a call without one is rejected', async () => {
    for (const name of NAMES) Reflect.deleteProperty(process.env, name);
    const error = { code: 'unauthorized', message: 'Sign in.' };
    const send = (): Promise<Response> => Promise.resolve(Response.json({ ok: false, error }, { status: 401 }));
    const callWith = (options: TransportOptions) =>
      new Trunkline({ rootUrl: 'https://api.test', fetch: send, ...options }).account.get();
    await expect(callWith({})).rejects.toMatchObject({
      code: 'unauthorized',
      status: 401,
      message: 'Sign in. Pass token or set TRUNKLINE_API_KEY.',
    });
    await expect(callWith({ token: 'svc_live_x' })).rejects.toMatchObject({ message: 'Sign in.' });
  });

  it.each(['svc_live_a b', 'svc_live_a\n', 'svc_live_ä'])('refuses the key %j without naming it', async (token) => {
    await expect(sentBy({ rootUrl: 'https://api.test', token })).rejects.toThrow(
      new TypeError('The API key has a space, a line break or another character that no key contains.'),
    );
  });

  it('tells a logger of every attempt, without the query', async () => {
    const lines: unknown[] = [];
    const log =
      (level: string) =>
      (message: string, { status, code, requestId }: { status: number; code?: string; requestId: string | null }) =>
        lines.push([level, message.replace(/\d+ ms/, 'n ms'), status, code, requestId]);
    const answers = [
      Response.json({ ok: false, error: { code: 'unavailable', message: 'No.' } }, { status: 503 }),
      Response.json({ ok: true, data: { items: [], next_cursor: null } }, { headers: { 'x-request-id': 'req_1' } }),
    ];
    const send: typeof fetch = () =>
      answers.length > 0 ? Promise.resolve(answers.shift() as Response) : Promise.reject(new TypeError('refused'));
    const client = new Trunkline({
      rootUrl: 'https://api.test',
      fetch: send,
      logger: { debug: log('debug'), warn: log('warn') },
    });
    await client.numbers.list({ limit: 1 }, { maxRetries: 1 });
    await expect(client.account.get({ maxRetries: 0 })).rejects.toMatchObject({ code: 'connection_failed' });
    expect(lines).toEqual([
      ['warn', 'GET /v1/numbers: 503 after n ms, unavailable', 503, 'unavailable', null],
      ['debug', 'GET /v1/numbers: 200 after n ms', 200, undefined, 'req_1'],
      ['warn', 'GET /v1/accounts/me: 0 after n ms, connection_failed', 0, 'connection_failed', null],
    ]);
  });

  it('returns the response of data, and responses of any status unread', async () => {
    const send = (url: unknown): Promise<Response> =>
      Promise.resolve(
        String(url).endsWith('/me')
          ? Response.json({ ok: true, data: { id: 'acc_1' } }, { headers: { 'x-request-id': 'req_2' } })
          : new Response('teapot', { status: 418 }),
      );
    const client = new Trunkline({ rootUrl: 'https://api.test', fetch: send });
    const account = await client.account.get();
    expect(responseOf(account)?.headers.get('x-request-id')).toBe('req_2');
    expect(responseOf({ ...account })).toBeUndefined();
    const raw = await client.raw({ path: '/v1/tea', query: { limit: 1 } });
    expect([raw.status, await raw.text()]).toEqual([418, 'teapot']);
  });

  it.each([
    [204, [['debug', undefined]]],
    [302, [['warn', 'http_302']]],
    [418, [['warn', 'http_418']]],
    [503, [['warn', 'http_503']]],
  ])('logs a raw response of status %i', async (status, logged) => {
    const lines: unknown[] = [];
    const log =
      (level: string) =>
      (_message: string, { code }: { code?: string }) =>
        lines.push([level, code]);
    const client = new Trunkline({
      rootUrl: 'https://api.test',
      fetch: () => Promise.resolve(new Response(null, { status })),
      logger: { debug: log('debug'), warn: log('warn') },
    });
    expect((await client.raw({ path: '/v1/tea' })).status).toBe(status);
    expect(lines).toEqual(logged);
  });
});
