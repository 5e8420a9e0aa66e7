import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { fixedCredential } from './credential';
import { SupplierUnavailableError, SupplierHttpError } from './supplier-errors';
import { SupplierHttp, type SupplierHttpOptions } from './supplier-http';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end(JSON.stringify(body));
const lost: Answer = (response) => response.destroy();
const silent: Answer = () => undefined;

const caught = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('SupplierHttp', () => {
  let server: Server;
  /** One each; the last stays. */
  let answers: Answer[];
  let seen: { method: string; url: string; body: string; headers: IncomingMessage['headers']; at: number }[];

  beforeEach(async () => {
    answers = [json(200, { ok: true })];
    seen = [];
    server = createServer((request, response) => {
      void text(request).then((body) => {
        const { method = '', url = '', headers } = request;
        seen.push({ method, url, body, headers, at: performance.now() });
        const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
        answer(response, request);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const http = (change: Partial<SupplierHttpOptions> = {}) => {
    const { port } = server.address() as AddressInfo;
    const baseUrl = new URL(`http://127.0.0.1:${port}/v9/`);
    const credential = fixedCredential('authorization', 'Bearer s3cret');
    return new SupplierHttp({ supplier: 'Acme', baseUrl, credential, timeoutMs: 2000, pauseMs: 10, ...change });
  };

  it('appends path and query to the base URL, with credential and media type', async () => {
    const query = { 'filter[a]': 'b c', 'list[]': ['x', 'y'], limit: 3, absent: null };
    const client = http({ mediaType: 'application/vnd.api+json', headers: { 'x-version': '7' } });
    await expect(client.begin().get('/things', query)).resolves.toEqual({ ok: true });
    expect(seen[0]!.url).toBe('/v9/things?filter%5Ba%5D=b+c&list%5B%5D=x&list%5B%5D=y&limit=3');
    expect(seen[0]!.headers).toMatchObject({
      authorization: 'Bearer s3cret',
      accept: 'application/vnd.api+json',
      'x-version': '7',
    });
  });

  it('sends JSON', async () => {
    await http().begin().post('/things', { a: 1 });
    expect(seen[0]).toMatchObject({ method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } });
  });

  it('returns null for an empty body', async () => {
    answers = [(response) => response.writeHead(204).end()];
    await expect(http().begin().delete('/things/1')).resolves.toBeNull();
  });

  it('returns the errors of the supplier', async () => {
    answers = [json(422, { errors: [{ code: '10015' }] })];
    const error = await caught(http().begin().get('/things'));
    expect(error).toBeInstanceOf(SupplierHttpError);
    expect(error).toMatchObject({ status: 422, isRefusal: true, body: { errors: [{ code: '10015' }] } });
    expect(seen).toHaveLength(1);
  });

  it.each([401, 403, 408, 429, 500, 302])('does not count %i as a refusal of the request', async (status) => {
    answers = [json(status, {})];
    expect(await caught(http().begin().post('/things', {}))).toMatchObject({ status, isRefusal: false });
  });

  it('follows no redirect, whose target would see the credential', async () => {
    answers = [json(302, {}, { location: '/elsewhere' })];
    expect(await caught(http().begin().get('/things'))).toMatchObject({ status: 302 });
    expect(seen).toHaveLength(1);
  });

  describe('with a GET', () => {
    const half: Answer = (response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"ok":', () => response.destroy());
    };
    const cut: Answer = (response) => response.writeHead(200).end('{"ok":');
    const busy = json(429, {});
    it.each([
      ['5xx', json(503, {})],
      ['429', busy],
      ['a lost connection', lost],
      ['a response that breaks off', half],
      ['a response that is no JSON', cut],
    ])('repeats it after %s', async (_fault, fault) => {
      answers = [fault, fault, json(200, { ok: true })];
      await expect(http().begin().get('/things')).resolves.toEqual({ ok: true });
      expect(seen).toHaveLength(3);
    });

    it.each([
      ['5xx', json(503, {})],
      ['429', busy],
      ['a lost connection', lost],
      ['a response that breaks off', half],
    ])('repeats it after %s, but never another request', async (_fault, fault) => {
      answers = [fault];
      const { post, patch, delete: remove } = { post: http().begin(), patch: http().begin(), delete: http().begin() };
      await expect(post.post('/things', {})).rejects.toThrow();
      await expect(patch.patch('/things/1', {})).rejects.toThrow();
      await expect(remove.delete('/things/1')).rejects.toThrow();
      expect(seen.map(({ method }) => method)).toEqual(['POST', 'PATCH', 'DELETE']);
    });
  });

  it('fails after two retries with the last response', async () => {
    answers = [json(500, { n: 1 }), json(500, { n: 2 }), json(500, { n: 3 })];
    expect(await caught(http().begin().get('/things'))).toMatchObject({ status: 500, body: { n: 3 } });
    expect(seen).toHaveLength(3);
  });

  it('waits for the time in Retry-After', async () => {
    answers = [json(429, {}, { 'retry-after': '1' }), json(200, { ok: true })];
    await http().begin().get('/things');
    expect(seen[1]!.at - seen[0]!.at).toBeGreaterThanOrEqual(990);
  });

  it('does not wait for a Retry-After beyond the bound', async () => {
    answers = [json(429, {}, { 'retry-after': '30' })];
    const began = performance.now();
    const error = await caught(http().begin().get('/things'));
    expect(error).toMatchObject({ status: 429, retryAfterMs: 30_000 });
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(seen).toHaveLength(1);
  });

  it('fails with the last response if the next delay, twice as long, would end after the timeout', async () => {
    answers = [json(503, {})];
    const error = await caught(http({ timeoutMs: 1000, pauseMs: 700 }).begin().get('/things'));
    expect(error).toMatchObject({ status: 503 });
    expect(seen).toHaveLength(2);
  });

  it('reads a Retry-After that is a date', async () => {
    answers = [json(429, {}, { 'retry-after': new Date(Date.now() + 60_000).toUTCString() })];
    const error = await caught(http().begin().post('/things', {}));
    expect(error).toBeInstanceOf(SupplierHttpError);
    const { retryAfterMs } = error as SupplierHttpError;
    expect(retryAfterMs).toBeGreaterThan(55_000);
  });

  describe('within its time limit', () => {
    it.each(['get', 'post'] as const)('aborts a silent %s', async (verb) => {
      answers = [silent];
      const began = performance.now();
      const error = await caught(http({ timeoutMs: 150 }).begin()[verb]('/things', {}));
      expect(error).toBeInstanceOf(SupplierUnavailableError);
      expect(error).toMatchObject({ reason: 'timed_out' });
      expect(performance.now() - began).toBeLessThan(10_000);
    });

    it('aborts a slow response', async () => {
      answers = [(response) => void response.writeHead(200).write('{"ok"')];
      expect(await caught(http({ timeoutMs: 150 }).begin().get('/things'))).toMatchObject({ reason: 'timed_out' });
    });

    it('closes the connection', async () => {
      const closed = new Promise<void>((resolve) => {
        answers = [(response) => void response.on('close', () => resolve())];
      });
      await caught(http({ timeoutMs: 100 }).begin().get('/things'));
      await expect(closed).resolves.toBeUndefined();
    });

    it('includes all its requests', async () => {
      answers = [(response) => void setTimeout(() => response.writeHead(200).end('{}'), 600)];
      const calls = http({ timeoutMs: 1000 }).begin();
      await calls.get('/one');
      expect(await caught(calls.get('/two'))).toMatchObject({ reason: 'timed_out' });
    });

    it('times out while it waits for a credential', async () => {
      const credential = { headers: () => new Promise<Record<string, string>>(() => undefined) };
      const calls = http({ timeoutMs: 100, credential }).begin();
      expect(await caught(calls.get('/one'))).toMatchObject({ reason: 'timed_out' });
    });
  });

  it('says that a response is no JSON, or incomplete', async () => {
    answers = [(response) => response.writeHead(200).end('<html>')];
    expect(await caught(http().begin().post('/things', {}))).toMatchObject({ reason: 'response_not_json' });
    answers = [
      (response) => void response.writeHead(200, { 'content-length': '9' }).write('{', () => response.destroy()),
    ];
    expect(await caught(http().begin().post('/things', {}))).toMatchObject({ reason: 'incomplete_response' });
  });

  it('rejects a response that is too large, without a retry', async () => {
    answers = [json(200, { text: 'x'.repeat(2000) })];
    const error = await caught(http({ maxResponseBytes: 1000 }).begin().get('/things'));
    expect(error).toBeInstanceOf(SupplierUnavailableError);
    expect(error).toMatchObject({ reason: 'response_too_large' });
    expect(seen).toHaveLength(1);
  });

  it('omits credential, query, body and response from its errors', async () => {
    const secret = /s3cret|hidden/;
    answers = [json(422, { hidden: 1 }), lost];
    const refused = await caught(http().begin().post('/things', { hidden: 1 }));
    const away = await caught(http().begin().get('/things', { hidden: 'x' }));
    const broken = fixedCredential('authorization', 'Bearer s3cret\n hidden\0');
    const unsendable = await caught(http({ credential: broken }).begin().post('/things', {}));
    for (const error of [refused, away, unsendable]) {
      expect(error).toBeInstanceOf(Error);
      expect(inspect(error, { depth: 9 })).not.toMatch(secret);
      expect(JSON.stringify(error)).not.toMatch(secret);
    }
    expect(String(refused)).toContain('Acme: POST /things: status 422');
    expect(inspect(http(), { depth: 9 })).not.toMatch(secret);
  });
});
