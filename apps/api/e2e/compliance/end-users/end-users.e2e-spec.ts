import { Database } from '@trunkline/platform';
import { bySession, type Customer, startApi, type TestApi } from '../../support';
import { join } from '../../support/identity/members';

const PERSON = {
  kind: 'person',
  first_name: 'Zoë',
  last_name: 'Lovelace-Quux',
  address_line1: '12 Plumtree Square',
  city: 'London',
  postal_code: 'SW1Y 4JH',
  country: 'GB',
};
const BUSINESS = { ...PERSON, kind: 'business', business_name: 'Quux Instruments Ltd' };

interface EndUser {
  readonly id: string;
  readonly display_name: string;
  readonly [member: string]: unknown;
}

describe('/v1/compliance/end-users', () => {
  let api: TestApi;
  let customer: Customer;
  let other: Customer;

  beforeAll(async () => {
    api = await startApi();
    [customer, other] = [await api.customers.make(), await api.customers.make()];
  });
  afterAll(() => api.stop());

  const create = async (body: object = PERSON): Promise<EndUser> => {
    const answer = await api.post('/v1/compliance/end-users', body, customer);
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return answer.body.data as EndUser;
  };
  const found = async (query: string, sender: object = customer) => {
    const answer = await api.get(`/v1/compliance/end-users?${query}`, sender);
    return (answer.body.data as { items: EndUser[] }).items.map(({ id }) => id);
  };

  it('returns 201 with the display name of a person and of a business', async () => {
    expect(await create()).toMatchObject({ display_name: 'Zoë Lovelace-Quux', document_count: 0, vat_number: null });
    expect(await create(BUSINESS)).toMatchObject({ display_name: 'Quux Instruments Ltd', first_name: 'Zoë' });
  });

  it.each<[string, object]>([
    ['first_name', { first_name: undefined }],
    ['last_name', { last_name: null }],
    ['business_name', { business_name: 'Quux' }],
    ['business_name', { kind: 'business' }],
    ['address_line1', { address_line1: undefined }],
    ['country', { country: 'XX' }],
    ['date_of_birth', { date_of_birth: '1990-02-30' }],
    ['date_of_birth', { date_of_birth: '2999-01-01' }],
    ['first_name', { first_name: 'x'.repeat(101) }],
    ['notes', { notes: 'x'.repeat(2001) }],
    ['postal_code', { postal_code: 'x'.repeat(17) }],
    ['postal_code', { postal_code: undefined }],
    ['postal_code', { postal_code: ' ' }],
  ])('returns 422 naming %s for %j', async (field, change) => {
    const answer = await api.post('/v1/compliance/end-users', { ...PERSON, ...change }, customer);
    expect([answer.status, Object.keys(answer.body.error?.fields ?? {})]).toEqual([422, [field]]);
  });

  it.each<[string, object]>([
    ['missing', { postal_code: undefined }],
    ['null', { postal_code: null }],
    ['empty', { postal_code: '' }],
  ])('needs no postal code in a country without them: %s', async (_name, change) => {
    const { id, postal_code: code } = await create({ ...PERSON, country: 'HK', ...change });
    expect(code).toBe('');
    const path = `/v1/compliance/end-users/${id}`;
    expect((await api.get(path, customer)).body.data).toMatchObject({ postal_code: '', country: 'HK' });
    const moved = await api.patch(path, { country: 'GB' }, customer);
    expect([moved.status, Object.keys(moved.body.error?.fields ?? {})]).toEqual([422, ['postal_code']]);
    const coded = await api.patch(path, { country: 'GB', postal_code: 'SW1Y 4JH' }, customer);
    expect(coded.body.data).toMatchObject({ postal_code: 'SW1Y 4JH', country: 'GB' });
    const cleared = await api.patch(path, { postal_code: null }, customer);
    expect([cleared.status, Object.keys(cleared.body.error?.fields ?? {})]).toEqual([422, ['postal_code']]);
    expect((await api.patch(path, { country: 'AE', ...change }, customer)).status).toBe(200);
  });

  it('accepts the longest name and notes', async () => {
    await create({ ...PERSON, first_name: 'x'.repeat(100), notes: 'x'.repeat(2000), postal_code: 'x'.repeat(16) });
  });

  it('finds end users by whole words without regard to case and accents, kind and country', async () => {
    const { id } = await create({ ...PERSON, first_name: 'Anaïs', email: 'anais@example.com', country: 'FR' });
    for (const query of [
      'q=anais',
      'q=ANAIS%20lovelace-quux',
      'q=anais@example.com',
      'country=FR&kind=person',
      'country=FR,BE&kind=person,business',
    ]) {
      expect([query, await found(query)]).toEqual([query, [id]]);
    }
    for (const query of ['q=ana', 'q=anais%20nin', 'q=anais&kind=business', 'q=anais&country=GB,DE']) {
      expect([query, await found(query)]).toEqual([query, []]);
    }
    expect(await found('q=anais', other)).toEqual([]);
  });

  it.each([
    ['Müller-Meier', ['Müller', 'muller', 'Mueller', 'meier', 'Müller-Meier', 'mueller meier', 'MEIER-MÜLLER']],
    ['Saint-Étienne', ['saint-etienne', 'Etienne', 'saint étienne']],
    ['Goethe', ['goethe']],
  ])('finds %s by each part of the name, in each spelling', async (name, queries) => {
    const { id } = await create({ ...PERSON, last_name: name });
    for (const query of queries) {
      expect([query, await found(`q=${encodeURIComponent(query)}`)]).toEqual([query, [id]]);
    }
    expect(await found('q=Mul')).toEqual([]);
  });

  it('updates the sent members, and finds the end user by the new name only', async () => {
    const { id } = await create();
    const path = `/v1/compliance/end-users/${id}`;
    const changed = await api.patch(path, { first_name: 'Wilhelmina', email: 'w@example.com', state: null }, customer);
    expect(changed.body.data).toMatchObject({ display_name: 'Wilhelmina Lovelace-Quux', city: 'London' });
    expect(await found('q=wilhelmina')).toEqual([id]);
    expect((await api.patch(path, { first_name: null }, customer)).body.error?.fields).toHaveProperty('first_name');
    expect((await api.patch(path, { kind: 'business' }, customer)).body.error?.fields).toHaveProperty('kind');
    const stale = { 'if-match': '"stale"' };
    expect((await api.patch(path, { city: 'Bath' }, customer, stale)).status).toBe(412);
  });

  it('deletes an end user once', async () => {
    const { id } = await create();
    const path = `/v1/compliance/end-users/${id}`;
    expect((await api.delete(path, customer)).body.data).toEqual({ id, deleted: true });
    expect((await api.delete(path, customer)).status).toBe(404);
    expect((await api.get(path, customer)).status).toBe(404);
  });

  it('returns 409 resource_in_use when a bundle depends on the end user', async () => {
    const { id } = await create();
    const path = `/v1/compliance/end-users/${id}`;
    await api.use(Database).query(
      `INSERT INTO compliance.bundles (id, account_id, name, end_user_id, country, status, rejection_codes, approved_at,
         created_at, updated_at) VALUES ('cb_' || $1, $2, 'Bundle', $1, 'GB', 'approved', '{}', now(), now(), now())`,
      [id, customer.accountId],
    );
    const refused = await api.patch(path, { last_name: 'Byron' }, customer);
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      { code: 'resource_in_use', fields: { bundles: '1' } },
    ]);
    expect((await api.patch(path, { last_name: 'Lovelace-Quux', email: 'z@example.com' }, customer)).status).toBe(200);
    expect((await api.delete(path, customer)).body.error).toMatchObject({ code: 'resource_in_use' });
  });

  it('returns 404 for the end user of another account, as for an unknown one', async () => {
    const { id } = await create();
    const path = `/v1/compliance/end-users/${id}`;
    for (const each of [path, '/v1/compliance/end-users/eu_unknown']) {
      expect((await api.get(each, other)).status).toBe(404);
      expect((await api.patch(each, { city: 'Bath' }, other)).status).toBe(404);
      expect((await api.delete(each, other)).status).toBe(404);
    }
  });

  it('returns 403 to a billing member', async () => {
    const billing = await join(api, customer, 'billing');
    expect((await api.get('/v1/compliance/end-users', billing)).status).toBe(403);
  });

  it('records a change in the access log, because it returns all details', async () => {
    const { id } = await create();
    const path = `/v1/compliance/end-users/${id}`;
    expect((await api.patch(path, {}, { key: customer.key })).body.data).toMatchObject({ id, first_name: 'Zoë' });
    expect((await api.patch(path, { kind: 'unknown' }, bySession(customer))).status).toBe(422);
    const log = await api.get(`/v1/compliance/access-log?resource_id=${id}`, bySession(customer));
    expect((log.body.data as { items: object[] }).items).toMatchObject([
      { action: 'end_user.read', actor_kind: 'api_key' },
    ]);
  });

  it('records every read in the access log, for owners and admins', async () => {
    const { id } = await create();
    const reader = await join(api, customer, 'read_only');
    await api.get(`/v1/compliance/end-users/${id}`, bySession(customer));
    await api.get(`/v1/compliance/end-users/${id}`, reader);
    await api.get(`/v1/compliance/end-users?limit=1`, { key: customer.key });
    const path = `/v1/compliance/access-log?resource_id=${id}`;
    const log = await api.get(path, bySession(customer));
    const { items } = log.body.data as { items: Record<string, unknown>[] };
    expect(items.map(({ actor_kind: kind, actor_id: by, action }) => [kind, by, action])).toEqual([
      ['api_key', expect.stringMatching(/^key_/), 'end_user.read'],
      ['user', reader.userId, 'end_user.read'],
      ['user', customer.userId, 'end_user.read'],
    ]);
    expect((await api.get(path, reader)).status).toBe(403);
    expect((await api.get(path, await join(api, customer, 'member'))).status).toBe(403);
    expect((await api.get(path, await join(api, customer, 'admin'))).status).toBe(200);
    expect((await api.get(path, other)).body.data).toEqual({ items: [], next_cursor: null });
  });
});
