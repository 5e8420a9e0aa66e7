import { Database } from '@trunkline/platform';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row } from '../../support/numbering/shopping';
import { type Customer, startApi, type TestApi } from '../../support';
import { badValues, type Operation, operationsOf } from '../../support/operations';

describe('GET /operator/audit', () => {
  let api: TestApi;
  let customer: Customer;
  let actor: string;

  beforeAll(async () => {
    api = await startApi();
    customer = await api.customers.make();
    const path = `/operator/accounts/${customer.accountId}`;
    await api.operator('PATCH', path, { tier: 'verified' });
    await api.operator('POST', `${path}/suspend`, { reason: 'Debt' });
    await api.operator('POST', `${path}/reinstate`, { reason: 'Paid' });
    await api.operator('POST', '/operator/sandbox/clock', { advance_s: 60 });
    actor = String((await entries(''))[0]?.['actor']);
  });
  afterAll(() => api.stop());

  const entries = async (query: string): Promise<Row[]> => {
    const answer = await api.operator('GET', `/operator/audit?${query}`);
    expect([query, answer.status]).toEqual([query, 200]);
    return itemsOf(answer);
  };
  const actions = async (query: string) => (await entries(query)).map(({ action }) => action);

  it('returns 200 with actor, action, before and after, newest first', async () => {
    expect(await actions('')).toEqual(['sandbox.clock', 'account.reinstate', 'account.suspend', 'account.change']);
    expect(actor).toMatch(/^operator:[0-9a-f]{12}$/);
    expect((await entries('action=account.suspend'))[0]).toEqual({
      id: expect.stringMatching(/^aud_/),
      at: expect.any(Number),
      actor,
      action: 'account.suspend',
      subject: customer.accountId,
      account_id: customer.accountId,
      before: { status: 'active', suspension_reason: null },
      after: { status: 'suspended', suspension_reason: 'Debt' },
    });
  });

  it('returns 200 by actor, action, subject, account and time', async () => {
    const accountId = customer.accountId;
    const moved = Number((await entries('action=sandbox.clock'))[0]?.['at']);
    expect(await actions(`actor=${actor}`)).toHaveLength(4);
    expect(await actions('actor=operator:000000000000')).toEqual([]);
    expect(await actions('subject=clock')).toEqual(['sandbox.clock']);
    expect(await actions(`account_id=${accountId}&order=asc`)).toEqual([
      ...['account.change', 'account.suspend', 'account.reinstate'],
    ]);
    expect(await actions(`account_id=${accountId}&action=account.change`)).toEqual(['account.change']);
    expect(await actions(`from=${moved}`)).toEqual(['sandbox.clock']);
    expect(await actions(`to=${moved}`)).toHaveLength(3);
  });

  it('returns 200 page by page', async () => {
    const seen: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const answer = await api.operator('GET', `/operator/audit?limit=1${cursor && `&cursor=${cursor}`}`);
      seen.push(...itemsOf(answer).map(({ action }) => action));
      cursor = dataOf(answer)['next_cursor'] as string | null;
    }
    expect(seen).toEqual(await actions(''));
  });

  it("returns 401 without an operator's token", async () => {
    for (const authorization of ['', 'Bearer wrong', `Bearer ${customer.key}`]) {
      const answer = await api.operator('GET', '/operator/audit', undefined, { authorization });
      expect([answer.status, codeOf(answer)]).toEqual([401, 'unauthorized']);
    }
  });

  it('returns 404 on the public listener', async () => {
    expect((await api.get('/operator/audit', customer)).status).toBe(404);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('returns 405 for %s', async (method) => {
    const answer = await api.operator(method, '/operator/audit', {});
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, expect.stringContaining('GET')]);
  });

  it.each([
    ['unknown_filter=1', 'unknown_filter'],
    ['account_id=x', 'account_id'],
    ['from=yesterday', 'from'],
    ['to=-1', 'to'],
    ['sort=actor', 'sort'],
    ['order=up', 'order'],
    ['limit=0', 'limit'],
    ['cursor=x', 'cursor'],
    ['actor=%00', 'actor'],
    ['subject=', 'subject'],
  ])('returns 422 for %s', async (query, field) => {
    const answer = await api.operator('GET', `/operator/audit?${query}`);
    expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
  });

  it('cannot be rewritten by the application', async () => {
    const db = api.use(Database);
    for (const statement of [`UPDATE platform.audit_trail SET actor = 'x'`, `DELETE FROM platform.audit_trail`]) {
      await expect(db.query(statement)).rejects.toMatchObject({ code: '42501' });
    }
  });
});

/** Every operation of the operators' document. */
describe("the operators' interface", () => {
  let api: TestApi;
  let described: string;
  let operations: Operation[];

  beforeAll(async () => {
    api = await startApi();
    const document = await (await fetch(`${api.internalUrl}/operator/openapi.json`)).json();
    described = JSON.stringify(document);
    operations = operationsOf(document);
  });
  afterAll(() => api.stop());

  const summaryOf = ({ name }: Operation, what: unknown, answer: { status: number; text: string }) =>
    `${name} with ${JSON.stringify(what).slice(0, 60)}: ${answer.status} ${answer.text.slice(0, 200)}`;

  it('has no limits and roles in its document', async () => {
    expect((await api.operator('GET', '/operator/accounts')).headers.get('x-ratelimit-limit')).toBeNull();
    for (const word of ['X-RateLimit-Limit', 'rate_limited', '"forbidden"']) expect(described).not.toContain(word);
  });

  it("returns 401 without an operator's token on every operation", async () => {
    expect(operations.length).toBeGreaterThanOrEqual(8);
    for (const operation of operations) {
      const body = operation.body ? {} : undefined;
      const answer = await api.operator(operation.method, operation.path, body, { authorization: '' });
      expect([operation.name, answer.status, codeOf(answer)]).toEqual([operation.name, 401, 'unauthorized']);
    }
  });

  it('returns 422 and names unknown members on every operation', async () => {
    for (const operation of operations) {
      const path = `${operation.path}?unknown_parameter=1`;
      const query = operation.isCsvOnly
        ? await api.operator(operation.method, path, 'prefix', { 'content-type': 'text/csv' })
        : await api.operator(operation.method, path);
      expect(summaryOf(operation, 'an unknown parameter', query)).toMatch(/: 422 /);
      expect(query.body.error?.fields).toHaveProperty('unknown_parameter');
      if (!operation.body) continue;
      const body = await api.operator(operation.method, operation.path, { unknown_member: 1 });
      expect(summaryOf(operation, 'an unknown member', body)).toMatch(/: 422 /);
      expect(body.body.error?.fields).toHaveProperty('unknown_member');
    }
  });

  it('returns 422 and names each field of a wrong type, with control characters, or over its limit', async () => {
    for (const operation of operations) {
      for (const [field, schema] of Object.entries(operation.body ?? {})) {
        for (const value of badValues(schema)) {
          const answer = await api.operator(operation.method, operation.path, { [field]: value });
          expect(summaryOf(operation, { [field]: value }, answer)).toMatch(/: 422 /);
          // Errors within a list are named by index.
          expect(fieldsOf(answer)).toContainEqual(expect.stringMatching(new RegExp(`^${field}(\\.|$)`)));
        }
      }
    }
  });

  it('returns 400 for invalid JSON', async () => {
    for (const operation of operations.filter(({ body }) => body !== null)) {
      const answer = await api.operator(operation.method, operation.path, '{"a":');
      expect([operation.name, answer.status, codeOf(answer)]).toEqual([operation.name, 400, 'malformed_json']);
    }
  });
});
