import { Database } from '@trunkline/platform';
import { startApi, type TestApi } from '../../support';
import { failure } from '../../support/refusals';

const PATHS = ['/v1/auth/email/resend', '/v1/auth/forgot-password', '/v1/auth/magic-link'];
const JSON_TYPE = { 'content-type': 'application/json' };
/** More members than any body of the API has. */
const MANY_MEMBERS = `{${Array.from({ length: 300 }, (_, n) => `"${String(n)}":0`).join()}}`;

describe.each(PATHS)('POST %s', (path) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());
  const mails = async () =>
    (await api.use(Database).find<{ count: number }>(`SELECT count(*) FROM platform.mails`))!.count;
  const send = (body?: string, headers = JSON_TYPE) => api.post(path, body, {}, headers);

  it.each([
    '{}',
    '[]',
    'null',
    'true',
    '5',
    '"ada@example.com"',
    '{"email":null}',
    '{"email":5}',
    '{"email":["ada@example.com"]}',
    '{"email":""}',
    '{"email":"not an address"}',
    '{"email":"ada@example.com\\u0000"}',
    '{"mail":"ada@example.com"}',
    '{"email":{"__proto__":{"a":1}}}',
    '[[]]',
    MANY_MEMBERS,
  ])('returns 204 and sends nothing for %s', async (body) => {
    const before = await mails();
    const answer = await send(body);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers.get('x-ratelimit-limit')).not.toBeNull();
    expect(await mails()).toBe(before);
  });

  it('returns 204 without a body', async () => {
    expect((await api.post(path)).status).toBe(204);
  });

  it('returns 204 with unknown members and query parameters, and uses the address', async () => {
    const email = 'mailed@example.com';
    await api.post('/v1/auth/signup', { email, password: 'correct horse battery staple', name: 'Ada', country: 'GB' });
    const before = await mails();
    const answer = await api.post(`${path}?lang=en`, { email: ' Mailed@Example.com', locale: 'en', captcha: [] });
    expect(answer.status).toBe(204);
    expect(await mails()).toBe(before + 1);
    await api.use(Database).query(`UPDATE identity.users SET email = 'was-' || email WHERE email = $1`, [email]);
  });

  it('returns 400 for invalid JSON, 413 for a large body and 415 for another type', async () => {
    expect(await send('{')).toMatchObject(failure(400, 'malformed_json'));
    expect(await send(JSON.stringify({ email: 'x'.repeat(300 * 1024) }))).toMatchObject(
      failure(413, 'payload_too_large'),
    );
    const text = { 'content-type': 'text/plain' };
    expect(await send('{}', text)).toMatchObject(failure(415, 'unsupported_media_type'));
  });

  it('documents no 422 and no 429', async () => {
    const document = (await (await fetch(`${api.url}/openapi.json`)).json()) as {
      paths: Record<string, { post: { responses: object; requestBody: object } }>;
    };
    const { responses, requestBody } = document.paths[path]!.post;
    expect(Object.keys(responses)).toEqual(['204', '400', '413', '415', '500', '503']);
    expect(requestBody).toMatchObject({ required: false });
  });
});

describe('the mailed links of one network address', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ RATE_LIMIT_FACTOR: '0.01' });
  });
  afterAll(() => api.stop());

  it('returns 204 past the limit of a minute, and does nothing', async () => {
    const allowance = (answer: { headers: { get(name: string): string | null } }) =>
      answer.headers.get('x-ratelimit-remaining');
    const answers = [];
    for (let asked = 0; asked < 5; asked++) answers.push(await api.post(PATHS[1]!, { email: 'ada@example.com' }));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(204));
    expect(answers.map(allowance)).toEqual(['2', '1', '0', '0', '0']);
  });
});
