import { fieldsOf } from '../support/numbering/shopping';
import { type Customer, startApi, type TestApi } from '../support';
import { type Operation, operationsOf } from '../support/operations';

const NO_COUNTRIES = ['XX', 'UK', 'us', 'USA'];

describe('invalid countries', () => {
  let api: TestApi;
  let customer: Customer;
  let operations: Operation[];

  beforeAll(async () => {
    api = await startApi();
    customer = await api.customers.make();
    operations = operationsOf(await (await fetch(`${api.url}/openapi.json`)).json());
  });
  afterAll(() => api.stop());

  it('are rejected by every query parameter', async () => {
    const queried = operations.filter(({ query, name }) => 'country' in query && !name.includes('/idp/'));
    expect(queried.length).toBeGreaterThanOrEqual(5);
    for (const { name, method, path } of queried) {
      for (const country of NO_COUNTRIES) {
        const sender = customer;
        const answer = await api.send(method, `${path}?country=${country}`, { sender, headers: {} });
        expect([name, country, answer.status]).toEqual([name, country, 422]);
        expect(fieldsOf(answer)).toContain('country');
      }
    }
  });

  it('are rejected in every body', async () => {
    const changes = operations.filter(({ body }) => body !== null && 'country' in body);
    expect(changes.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['POST /v1/auth/signup', 'PATCH /v1/accounts/me', 'POST /v1/numbers']),
    );
    for (const { name, method, path } of changes) {
      for (const country of NO_COUNTRIES) {
        const answer = await api.send(method, path, { body: { country }, sender: customer, headers: {} });
        expect([name, country, answer.status]).toEqual([name, country, 422]);
        expect(fieldsOf(answer)).toContain('country');
      }
    }
  });

  it('are rejected in a list that also has a valid country', async () => {
    for (const path of ['/v1/numbers', '/v1/number-orders', '/v1/cdrs']) {
      const answer = await api.get(`${path}?country=US,XX`, customer);
      expect([path, answer.status, fieldsOf(answer)]).toEqual([path, 422, ['country']]);
      expect((await api.get(`${path}?country=US,XK,AC,TA`, customer)).status).toBe(200);
    }
  });

  it('include ZZ except for numbers', async () => {
    expect((await api.get('/v1/catalog/search?country=ZZ', customer)).status).toBe(200);
    expect((await api.get('/v1/numbers?country=ZZ', customer)).status).toBe(200);
    const account = await api.patch('/v1/accounts/me', { country: 'ZZ' }, customer);
    expect([account.status, fieldsOf(account)]).toEqual([422, ['country']]);
  });

  it('are rejected in the conditions of a target, as are unknown conditions', async () => {
    const made = await api.post('/v1/routing-profiles', { name: 'conditional' }, customer);
    const { profile } = made.body.data as { profile: { id: string } };
    const add = (conditions: object) =>
      api.post(
        `/v1/routing-profiles/${profile.id}/targets`,
        { kind: 'pstn_forward', pstn_forward_e164: '+12125550123', conditions },
        customer,
      );
    for (const [conditions, field] of [
      [{ caller_countries: ['XX'] }, 'conditions.caller_countries.0'],
      [{ not_caller_countries: ['ZZ'] }, 'conditions.not_caller_countries.0'],
      [{ nope: null }, 'conditions.nope'],
      [{ nope: null, caller_countries: ['DE'] }, 'conditions.nope'],
    ] as const) {
      const answer = await add(conditions);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
    }
  });
});
