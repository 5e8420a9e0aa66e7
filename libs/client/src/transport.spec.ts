import { etagOf, isTrunklineError, Trunkline, TrunklineError } from './index.ts';

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
}

type Answer = Response | Error;

const json = (status: number, body: object, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers });
const ok = (data: unknown): Response => json(200, { ok: true, data });
const failure = (status: number, code: string, headers: Record<string, string> = { 'retry-after': '0' }): Response =>
  json(status, { ok: false, error: { code, message: 'No.', fields: { name: 'too long' } } }, headers);

/** A client whose requests are answered in turn, and what it sent. */
function clientOf(answers: readonly Answer[], options: { token?: string; accountId?: string } = {}) {
  const left = [...answers];
  const sent: Sent[] = [];
  const answer = async (url: unknown, init?: RequestInit): Promise<Response> => {
    const headers = new Headers(init?.headers);
    const isJson = headers.get('content-type') === 'application/json';
    const given = init?.body;
    const body: unknown = isJson && typeof given === 'string' ? JSON.parse(given) : given;
    sent.push({ url: String(url), method: init?.method ?? '', headers, body });
    const next = left.shift();
    if (!next || next instanceof Error) throw next ?? new Error('no answer is left');
    return next;
  };
  return { client: new Trunkline({ rootUrl: 'https://api.test', fetch: answer, ...options }), sent };
}

async function failureOf(call: PromiseLike<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('the call succeeded');
}

describe('Trunkline', () => {
  it('unwraps the data of a response and encodes the path', async () => {
    const { client, sent } = clientOf([ok({ e164: '+493090' })], { token: 'svc_live_x', accountId: 'acc_1' });
    expect(await client.numbers.get('+493090/1')).toEqual({ e164: '+493090' });
    expect(sent[0]?.url).toBe('https://api.test/v1/numbers/%2B493090%2F1');
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer svc_live_x');
    expect(sent[0]?.headers.get('x-account-id')).toBe('acc_1');
  });

  it('keeps the ETag of a response for `ifMatch`', async () => {
    const tagged = json(200, { ok: true, data: { e164: '+493090' } }, { etag: '"v1"' });
    const { client, sent } = clientOf([tagged, ok({ e164: '+493090' })]);
    const number = await client.numbers.get('+493090');
    const ifMatch = etagOf(number);
    const changed = await client.numbers.update('+493090', { label: 'Desk' }, { ...(ifMatch && { ifMatch }) });
    expect(sent[1]?.headers.get('if-match')).toBe('"v1"');
    expect([etagOf(changed), etagOf({ ...number })]).toEqual([undefined, undefined]);
  });

  it('joins lists with commas and leaves out undefined and empty members', async () => {
    const { client, sent } = clientOf([ok({ items: [], next_cursor: null })]);
    await client.numbers.list({
      status: ['active', 'suspended'],
      country: [],
      ...({ q: undefined } as object),
      limit: 5,
    });
    expect(sent[0]?.url).toBe('https://api.test/v1/numbers?status=active%2Csuspended&limit=5');
  });

  it('sends a file as CSV, with its query', async () => {
    const { client, sent } = clientOf([ok({ rows: 1 }), ok({ id: 'nj_1' })]);
    await client.numbers.import('e164,label\n+493090,x', { dry_run: true });
    const file = new Blob(['e164,label'], { type: 'application/vnd.ms-excel' });
    await client.numbers.import(file);
    expect(sent.map(({ url, body }) => [url, body])).toEqual([
      ['https://api.test/v1/numbers/import?dry_run=true', 'e164,label\n+493090,x'],
      ['https://api.test/v1/numbers/import', file],
    ]);
    expect(sent.map(({ headers }) => headers.get('content-type'))).toEqual(['text/csv', 'text/csv']);
  });

  it('sends nothing before a list is awaited and walks all pages', async () => {
    const { client, sent } = clientOf([
      ok({ items: [{ id: 'a' }], next_cursor: 'k1' }),
      ok({ items: [{ id: 'b' }], next_cursor: null }),
    ]);
    const numbers = client.numbers.list({ sort: 'e164' });
    expect(sent).toHaveLength(0);
    const ids: string[] = [];
    for await (const { id } of numbers) ids.push(id);
    expect(ids).toEqual(['a', 'b']);
    expect(sent[1]?.url).toBe('https://api.test/v1/numbers?sort=e164&cursor=k1');
  });

  it('repeats a change under one idempotency key after a transient failure', async () => {
    const { client, sent } = clientOf([failure(503, 'unavailable'), failure(429, 'rate_limited'), ok({ id: 'top_1' })]);
    expect(await client.billing.topups.create({ amount_cents: 500 })).toEqual({ id: 'top_1' });
    const keys = new Set(sent.map(({ headers }) => headers.get('idempotency-key')));
    expect(sent).toHaveLength(3);
    expect(keys.size).toBe(1);
    expect([...keys][0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('does not repeat a change that takes no key', async () => {
    const { client, sent } = clientOf([failure(503, 'unavailable')]);
    expect(isTrunklineError(await failureOf(client.auth.login({ email: 'a@b.test', password: 'x' })))).toBe(true);
    expect(sent).toHaveLength(1);
  });

  it('does not repeat a decided failure, and names its code, fields and request', async () => {
    const { client, sent } = clientOf([failure(422, 'invalid_input', { 'x-request-id': 'req_1' })]);
    const error = await failureOf(client.numbers.get('+1'));
    expect(isTrunklineError(error, 'invalid_input')).toBe(true);
    expect(isTrunklineError(error, 'not_found')).toBe(false);
    expect(error).toMatchObject({ status: 422, fields: { name: 'too long' }, requestId: 'req_1' });
    expect(sent).toHaveLength(1);
  });

  it('gives up when the API asks for a pause of more than a minute', async () => {
    const { client, sent } = clientOf([failure(429, 'rate_limited', { 'retry-after': '61' })]);
    expect(await failureOf(client.account.get())).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 61 });
    expect(sent).toHaveLength(1);
  });

  it('names a connection that failed after its retries', async () => {
    const { client, sent } = clientOf([new TypeError('reset'), new TypeError('reset'), ok({ id: 'acc_1' })]);
    expect(await client.account.get()).toEqual({ id: 'acc_1' });
    expect(sent).toHaveLength(3);
    const { client: dead } = clientOf([new TypeError('refused')]);
    expect(await failureOf(dead.account.get({ maxRetries: 0 }))).toMatchObject({
      status: 0,
      code: 'connection_failed',
      message: 'The API cannot be reached at https://api.test.',
    });
  });

  it('reports a time-out of its own limit as timed_out', async () => {
    const hang = (_url: unknown, init?: RequestInit): Promise<Response> =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
      });
    const client = new Trunkline({ rootUrl: 'https://api.test', fetch: hang, timeoutMs: 5, maxRetries: 0 });
    expect(await failureOf(client.account.get())).toMatchObject({ code: 'timed_out' });
  });

  it('rejects with the reason of the signal that the caller aborts, without another attempt', async () => {
    const controller = new AbortController();
    const { client, sent } = clientOf([failure(503, 'unavailable', { 'retry-after': '30' })]);
    const call = failureOf(client.account.get({ signal: controller.signal }));
    setTimeout(() => controller.abort(), 5);
    expect(await call).toMatchObject({ name: 'AbortError' });
    expect(sent).toHaveLength(1);
  });

  it('rejects with the reason of a signal that the caller aborts during an attempt, whatever it is', async () => {
    const aborted = async (_url: unknown, init?: RequestInit): Promise<Response> => {
      init?.signal?.throwIfAborted();
      return ok({});
    };
    const client = new Trunkline({ rootUrl: 'https://api.test', fetch: aborted, maxRetries: 0 });
    const reason = new Error('The user left the page.');
    expect(await failureOf(client.account.get({ signal: AbortSignal.abort(reason) }))).toBe(reason);
  });

  it('repeats a download whose connection is lost before its end', async () => {
    const cut = new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) });
    const { client, sent } = clientOf([new Response(cut), new Response('%PDF')]);
    expect(await (await client.invoices.download('inv_1')).text()).toBe('%PDF');
    expect(sent).toHaveLength(2);
  });

  it('reports a response that is not JSON with its status', async () => {
    const { client } = clientOf([new Response('<html>', { status: 200 })]);
    expect(await failureOf(client.account.get())).toMatchObject({
      status: 200,
      code: 'unreadable_response',
      message: 'The API at https://api.test returned HTTP 200 without JSON.',
    });
  });

  it('answers a download as its bytes and an empty response as nothing', async () => {
    const { client } = clientOf([new Response('%PDF'), new Response(null, { status: 204 })]);
    const file = await client.invoices.download('inv_1');
    expect(await file.text()).toBe('%PDF');
    expect(await client.auth.sendPasswordReset({ email: 'a@b.test' })).toBeUndefined();
  });

  it('asks for a token before each call when it is a function', async () => {
    const tokens = ['one', 'two'];
    const sent: (string | null)[] = [];
    const client = new Trunkline({
      rootUrl: 'https://api.test',
      token: async () => tokens.shift() ?? '',
      fetch: async (_url, init) => {
        sent.push(new Headers(init?.headers).get('authorization'));
        return ok({});
      },
    });
    await client.account.get();
    await client.account.get();
    expect(sent).toEqual(['Bearer one', 'Bearer two']);
  });

  it('keeps the failure as an Error with a stack', () => {
    expect(new TrunklineError({ status: 404, code: 'not_found', message: 'Not found.' })).toBeInstanceOf(Error);
  });
});
