import { describeApi } from '../../src/reference/reference';
import { ApiDocument } from '../../src/reference/pages/document';
import { curlOf, Samples } from '../../src/reference/pages/samples';
import { startApi, type TestApi } from '../support';

describe('the documentation', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(async () => {
    await api.stop();
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${api.url}${path}`, { headers, redirect: 'manual' });

  it.each([
    ['/docs', 'Documentation'],
    ['/docs/guides/first-call', 'Your first call'],
    ['/docs/numbers', 'Numbers'],
    ['/docs/operations/numbers.list', 'List numbers'],
    ['/docs/schemas/Cdr', 'Cdr'],
    ['/docs/errors', 'Error codes'],
  ])('returns %s to clients that are not signed in', async (path, title) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
    expect(await response.text()).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
  });

  it('allows scripts, styles and requests of its own origin only', async () => {
    const policy = (await get('/docs')).headers.get('content-security-policy')?.split(';').sort();
    expect(policy).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "font-src 'self'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "img-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
    ]);
  });

  it('names the address of the deployment in samples and guides', async () => {
    const operation = await (await get('/docs/operations/numbers.order')).text();
    expect(operation).toContain('curl -X POST http');
    const guide = await (await get('/docs/guides/first-call')).text();
    expect(guide).not.toContain('api.example.com');
  });

  it('returns the index of the search, compressed for clients that accept it', async () => {
    const plain = await get('/docs/search.json', { 'accept-encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    const index = (await plain.json()) as { operations: string[][]; members: Record<string, number[]> };
    expect(index.operations.map(([id]) => id)).toContain('numbers.list');
    expect(index.members['max_concurrent_calls']?.length).toBeGreaterThan(0);
    const zipped = await get('/docs/search.json', { 'accept-encoding': 'gzip' });
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(await zipped.json()).toEqual(index);
  });

  it('keeps the addresses of the OpenAPI documents', async () => {
    const document = (await (await get('/openapi.json')).json()) as { openapi: string };
    expect(document.openapi).toBe('3.1.0');
  });

  it.each(['/docs/nothing', '/docs/%ff', '/nothing', '/%00', '/operator/nothing'])(
    'returns a page to a browser that opens the unknown address %s, and JSON to programs',
    async (path) => {
      const page = await get(path, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
      expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(page.headers.get('content-security-policy')).toContain("style-src 'self'");
      expect(page.headers.get('vary')).toContain('Accept');
      const text = await page.text();
      expect(text).toContain('<h1>This page does not exist</h1>');
      expect(text).toContain('aria-label="Search the documentation"');
      for (const headers of [{ accept: 'application/json' }, { accept: '*/*' }])
        expect((await get(path, headers)).headers.get('content-type')).toBe('application/json; charset=utf-8');
    },
  );

  it('returns JSON at an unknown address of the API to a browser as well', async () => {
    const response = await get('/v1/nothing', { accept: 'text/html' });
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
  });

  it.each(['/docs/operations/numbers.lose', '/docs/guides/..%2fsettings', '/docs/assets/unknown.js', '/docs/lost'])(
    'returns 404 not_found for %s',
    async (path) => {
      const response = await get(path);
      expect([response.status, await response.json()]).toEqual([
        404,
        { ok: false, error: expect.objectContaining({ code: 'not_found' }) },
      ]);
    },
  );

  it.each([
    ['POST', '/docs'],
    ['PUT', '/docs/guides/first-call'],
    ['DELETE', '/docs/search.json'],
    ['PATCH', '/openapi.json'],
    ['OPTIONS', '/docs'],
  ])('returns 405 method_not_allowed with Allow for %s %s', async (method, path) => {
    const response = await fetch(`${api.url}${path}`, { method });
    const { error } = (await response.json()) as { error: { code: string } };
    expect([response.status, error.code, response.headers.get('allow')]).toEqual([
      405,
      'method_not_allowed',
      'GET, HEAD',
    ]);
    expect((await fetch(`${api.url}/docs/lost`, { method })).status).toBe(404);
  });

  it.each(['/docs', '/openapi.json'])('returns the headers of %s alone for HEAD', async (path) => {
    const [head, whole] = [await fetch(`${api.url}${path}`, { method: 'HEAD' }), await get(path)];
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      whole.headers.get('content-type'),
      '',
    ]);
  });

  it('shows samples that the API accepts, where the schema does not say all that it needs', async () => {
    const document = new ApiDocument(describeApi({ api: api.url, operator: '/' }).api);
    const samples = new Samples(document);
    const customer = await api.customers.make();
    const statusOf = async (id: string) => {
      const operation = document.operations.get(id)!;
      const [address = ''] = /https?:[^\s']+/.exec(curlOf(operation, samples, api.url)) ?? [];
      const path = address.slice(api.url.length);
      const body = samples.bodyOf(operation);
      return (await (body === undefined ? api.get(path, customer) : api.post(path, body, customer))).status;
    };
    expect(await statusOf('billing.rates.list')).toBe(200);
    expect(await statusOf('billing.smsRates.list')).toBe(200);
    expect(await statusOf('compliance.endUsers.create')).toBe(201);
    expect(await statusOf('compliance.documents.create')).toBe(201);
  });

  it('leads browsers and tools from the root to the dashboard, and returns 404 to clients that ask for JSON', async () => {
    const browser = await get('/', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect([browser.status, browser.headers.get('location')]).toEqual([302, 'http://dashboard.test/app']);
    expect((await get('/', { accept: '*/*' })).status).toBe(302);
    expect((await fetch(api.url, { method: 'HEAD', headers: { accept: '*/*' }, redirect: 'manual' })).status).toBe(302);
    expect((await get('/', { accept: 'application/json' })).status).toBe(404);
  });
});
