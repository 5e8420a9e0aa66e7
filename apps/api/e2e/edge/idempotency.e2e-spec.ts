import { bySession, type Customer, startApi, type TestApi } from '../support';
import { dataOf, Shopping } from '../support/numbering/shopping';
import { join } from '../support/identity/members';

describe('Idempotency-Key', () => {
  let api: TestApi;
  let customer: Customer;
  let count = 0;

  beforeAll(async () => {
    api = await startApi();
    customer = await api.customers.make();
  });
  afterAll(() => api.stop());

  const aKey = () => `test-key-${++count}`;
  const makeKey = (idempotencyKey: string, name = 'once') =>
    api.post('/v1/api-keys', { name }, bySession(customer), { 'idempotency-key': idempotencyKey });
  const keysNamed = async (name: string) => {
    const { body } = await api.get('/v1/api-keys?limit=100', bySession(customer));
    return (body.data as { items: { name: string }[] }).items.filter((each) => each.name === name).length;
  };

  it('repeats status and body, including a secret, without a second effect', async () => {
    const key = aKey();
    const [first, second] = [await makeKey(key, 'twice'), await makeKey(key, 'twice')];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.text).toBe(first.text);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await keysNamed('twice')).toBe(1);
  });

  it('treats bodies with another member order as equal', async () => {
    const key = aKey();
    const send = (body: object) => api.post('/v1/api-keys', body, bySession(customer), { 'idempotency-key': key });
    const first = await send({ name: 'order', expires_at: null });
    expect((await send({ expires_at: null, name: 'order' })).text).toBe(first.text);
  });

  it('executes one of twenty parallel requests; the others get 409 or its response', async () => {
    const key = aKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => makeKey(key, 'parallel')));
    expect(answers.filter(({ headers, status }) => status === 201 && !headers.get('idempotent-replayed'))).toHaveLength(
      1,
    );
    for (const { status, body, headers } of answers.filter((each) => each.status !== 201)) {
      expect([status, body.error?.code]).toEqual([409, 'idempotency_in_progress']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await keysNamed('parallel')).toBe(1);
  });

  it('returns 422 for another body with the same key', async () => {
    const key = aKey();
    await makeKey(key, 'one body');
    const answer = await makeKey(key, 'another body');
    expect([answer.status, answer.body.error?.code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('is separate per path and account', async () => {
    const key = aKey();
    await makeKey(key, 'mine');
    const stranger = await api.customers.make();
    const theirs = await api.post('/v1/api-keys', { name: 'mine' }, bySession(stranger), { 'idempotency-key': key });
    expect([theirs.status, theirs.headers.get('idempotent-replayed')]).toEqual([201, null]);
    const header = { 'idempotency-key': key };
    const elsewhere = await api.post('/v1/sip-trunks', { name: 'mine' }, bySession(customer), header);
    expect([elsewhere.status, elsewhere.headers.get('idempotent-replayed')]).toEqual([201, null]);
  });

  it('treats every spelling of a path as equal', async () => {
    const { e164 } = await new Shopping(api, customer).buy();
    const digits = String(e164).slice(1);
    const key = aKey();
    const lock = (segment: string, deletion_lock = true) =>
      api.patch(`/v1/numbers/${segment}`, { deletion_lock }, customer, { 'idempotency-key': key });
    const first = await lock(`%2B${digits}`);
    expect([first.status, dataOf(first)['e164']]).toEqual([200, e164]);
    for (const segment of [`+${digits}`, digits, `%2b${digits}`, `%3${digits[0]}${digits.slice(1)}`]) {
      const repeat = await lock(segment);
      expect([segment, repeat.headers.get('idempotent-replayed'), repeat.text]).toEqual([segment, 'true', first.text]);
    }
    expect((await lock(digits, false)).body.error?.code).toBe('idempotency_key_reused');
  });

  it('includes the query in the comparison', async () => {
    const made = await api.post('/v1/sip-trunks', { name: 'queried' }, customer);
    const key = aKey();
    const archive = (query: string) =>
      api.delete(`/v1/sip-trunks/${String(dataOf(made)['id'])}${query}`, customer, { 'idempotency-key': key });
    const first = await archive('?force=true');
    expect(first.status).toBe(200);
    expect((await archive('?force=true')).text).toBe(first.text);
    expect((await archive('?force=false')).body.error?.code).toBe('idempotency_key_reused');
  });

  it('replays only to the same user, with any credential', async () => {
    const key = aKey();
    const admin = await join(api, customer, 'admin');
    const send = (sender: { cookie?: string; key?: string }) =>
      api.post('/v1/sip-trunks', { name: `of one user ${key}` }, sender, { 'idempotency-key': key });
    const first = await send({ key: customer.key });
    expect(first.status).toBe(201);
    const another = await send({ cookie: admin.cookie });
    expect([another.status, another.body.error?.code]).toEqual([422, 'idempotency_key_reused']);
    expect((await send(bySession(customer))).text).toBe(first.text);
  });

  it('replays the secret of a new key only to its creator', async () => {
    const key = aKey();
    const admin = await join(api, customer, 'admin');
    const { key: secret } = (await makeKey(key, 'shown to its creator')).body.data as { key: string };
    const theirs = await api.post(
      '/v1/api-keys',
      { name: 'shown to its creator' },
      { cookie: admin.cookie },
      { 'idempotency-key': key },
    );
    expect([theirs.status, theirs.body.error?.code]).toEqual([422, 'idempotency_key_reused']);
    expect(theirs.text).not.toContain(secret);
  });

  it('stores business errors', async () => {
    const key = aKey();
    const topup = () =>
      api.post('/v1/billing/topups', { amount_cents: 1000 }, { key: customer.key }, { 'idempotency-key': key });
    const [first, second] = [await topup(), await topup()];
    expect([first.status, first.body.error?.code]).toEqual([409, 'no_default_payment_method']);
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });

  it('does not store validation errors, so that the corrected body can use the key', async () => {
    const key = aKey();
    expect((await makeKey(key, '')).status).toBe(422);
    expect((await makeKey(key, 'corrected')).status).toBe(201);
  });

  it('accepts 1 to 255 printable characters', async () => {
    expect((await makeKey('k'.repeat(255), 'longest')).status).toBe(201);
    for (const bad of ['k'.repeat(256), 'caf\u00e9']) {
      const answer = await makeKey(bad);
      expect(answer.status).toBe(422);
      expect(answer.body.error?.fields).toHaveProperty('Idempotency-Key');
    }
  });

  it('applies to sign-up, without a principal', async () => {
    const body = {
      email: `idem-${Date.now()}@example.com`,
      password: 'correct horse battery',
      name: 'Idem',
      country: 'US',
    };
    const signUp = () => api.post('/v1/auth/signup', body, {}, { 'idempotency-key': 'sign-up-1' });
    const answers = await Promise.all([signUp(), signUp(), signUp()]);
    expect(answers.filter(({ status, headers }) => status === 201 && !headers.get('idempotent-replayed'))).toHaveLength(
      1,
    );
    expect((await signUp()).headers.get('idempotent-replayed')).toBe('true');
  });
});
