import { addBundle } from '@trunkline/compliance/testing';
import { ApiKeys } from '@trunkline/identity';
import { RunNumberJob } from '@trunkline/numbering';
import { Database } from '@trunkline/platform';
import { codeOf, dataOf, fieldsOf, itemsOf, Shopping } from '../../support/numbering/shopping';
import { bySession, type Customer, startApi, type TestApi } from '../../support';
import { join } from '../../support/identity/members';

const JOBS = '/v1/numbers/jobs';

describe('jobs of numbers', () => {
  let api: TestApi;
  let customer: Customer;
  let stranger: Customer;
  let shopping: Shopping;
  let e164s: string[];

  beforeAll(async () => {
    api = await startApi();
    stranger = await api.customers.make();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    customer = await api.customers.make({ balanceCents: 100_000 });
    shopping = new Shopping(api, customer);
    e164s = [String((await shopping.buy())['e164']), String((await shopping.buy())['e164'])];
  });

  const create = (body: unknown, sender: object = customer, headers: Record<string, string> = {}) =>
    api.post(JOBS, body, sender, headers);
  const label = (select: unknown, change: unknown = { label: 'x' }) => create({ select, change });
  const run = (id: unknown) =>
    api.use(RunNumberJob).run({ accountId: customer.accountId, id: String(id) }, (error) => {
      throw error;
    });
  const read = async (id: unknown) => dataOf(await api.get(`${JOBS}/${String(id)}`, customer));

  it('returns 202 with a job of the numbers, which a worker changes', async () => {
    const trunk_id = await shopping.trunk();
    const change = { routing: { trunk_id }, label: null, add_tags: ['a'], remove_tags: ['b'], deletion_lock: true };
    const answer = await create({ select: { e164s: [...e164s, '+12125559999', e164s[0]] }, change });
    const job = dataOf(answer);
    expect([answer.status, job]).toMatchObject([
      202,
      { status: 'pending', total: 3, done: 0, failed: 0, change, completed_at: null },
    ]);
    expect(job['created_by']).toEqual({ kind: 'api_key', id: expect.stringMatching(/^key_/) });
    await run(job['id']);
    expect(await read(job['id'])).toMatchObject({ status: 'completed', done: 2, failed: 1, change });
    const path = `${JOBS}/${String(job['id'])}/items`;
    expect(itemsOf(await api.get(path, customer)).map(({ e164, ok }) => [e164, ok])).toEqual([
      [e164s[0], true],
      [e164s[1], true],
      ['+12125559999', false],
    ]);
    expect(itemsOf(await api.get(`${path}?ok=false`, customer))).toEqual([
      {
        e164: '+12125559999',
        ok: false,
        error_code: 'not_found',
        error_message: 'The selected number is not in the account.',
      },
    ]);
    const page = await api.get(`${path}?ok=true&limit=1`, customer);
    const cursor = String(dataOf(page)['next_cursor']);
    expect(itemsOf(page)).toMatchObject([{ e164: e164s[0] }]);
    expect(itemsOf(await api.get(`${path}?ok=true&limit=1&cursor=${cursor}`, customer))).toMatchObject([
      { e164: e164s[1] },
    ]);
    const number = dataOf(await api.get(`/v1/numbers/${e164s[0]}`, customer));
    expect(number).toMatchObject({ trunk_id, tags: ['a'], deletion_lock: true });
    const [entry] = itemsOf(await api.get(`/v1/numbers/${e164s[0]}/history`, customer));
    expect({ kind: entry?.['actor_kind'], id: entry?.['actor_id'] }).toEqual(job['created_by']);
  });

  it('returns 202 for a filter that matches the expected count, and 409 conflict for another', async () => {
    await api.patch(`/v1/numbers/${e164s[0]}`, { tags: ['sales'] }, customer);
    const filter = { tag: ['sales'], country: 'US', status: ['active'], assigned_from: 1 };
    const wrong = await label({ filter, expected_count: 2 });
    expect([wrong.status, codeOf(wrong), wrong.body.error?.message]).toEqual([
      409,
      'conflict',
      expect.stringContaining('matches one number, not 2'),
    ]);
    const answer = await label({ filter, expected_count: 1 });
    expect([answer.status, dataOf(answer)['total']]).toEqual([202, 1]);
    await run(dataOf(answer)['id']);
    const labels = itemsOf(await api.get('/v1/numbers', customer)).map((number) => [number['e164'], number['label']]);
    expect(labels).toEqual(
      expect.arrayContaining([
        [e164s[0], 'x'],
        [e164s[1], null],
      ]),
    );
  });

  it('returns 409 job_limit_reached for a third open job, and again a job when one has ended', async () => {
    const [first] = [dataOf(await label({ e164s })), dataOf(await label({ e164s }))];
    const third = await label({ e164s });
    expect([third.status, codeOf(third)]).toEqual([409, 'job_limit_reached']);
    const cancelled = await api.post(`${JOBS}/${String(first['id'])}/cancel`, {}, customer);
    expect([cancelled.status, dataOf(cancelled)]).toMatchObject([200, { status: 'cancelled', done: 0, failed: 0 }]);
    expect((await label({ e164s })).status).toBe(202);
    const again = await api.post(`${JOBS}/${String(first['id'])}/cancel`, {}, customer);
    expect([again.status, again.body.error]).toEqual([
      409,
      { code: 'invalid_state', message: 'The job is already `cancelled`.' },
    ]);
    const listed = itemsOf(await api.get(JOBS, customer)).map(({ status }) => status);
    expect(listed).toEqual(['pending', 'pending', 'cancelled']);
  });

  it('returns 202 with the same job for a repeated Idempotency-Key', async () => {
    const body = { select: { e164s }, change: { label: 'x' } };
    const jobs = [
      await create(body, customer, { 'idempotency-key': 'k' }),
      await create(body, customer, { 'idempotency-key': 'k' }),
    ];
    expect(jobs.map(({ status }) => status)).toEqual([202, 202]);
    expect(jobs.map((job) => dataOf(job)['id'])).toEqual([dataOf(jobs[0]!)['id'], dataOf(jobs[0]!)['id']]);
    expect(itemsOf(await api.get(JOBS, customer))).toHaveLength(1);
  });

  it('returns 202 for releases, and attaches bundles', async () => {
    const bundle = (await addBundle(api.use(Database), customer.accountId, { country: 'US' })).id;
    const attached = dataOf(await label({ e164s }, { compliance_bundle_id: bundle }));
    await run(attached['id']);
    expect(dataOf(await api.get(`/v1/numbers/${e164s[0]}`, customer))['compliance_bundle_id']).toBe(bundle);
    const released = dataOf(await label({ e164s }, { release: { when: 'immediate' } }));
    await run(released['id']);
    expect(itemsOf(await api.get('/v1/numbers?status=released', customer))).toHaveLength(2);
  });

  it('returns 403 for a bundle without compliance:read, and 202 for a label', async () => {
    const { key } = await scopedKey(['numbers:write']);
    const answer = await create({ select: { e164s }, change: { compliance_bundle_id: null } }, { key });
    expect([answer.status, codeOf(answer)]).toEqual([403, 'forbidden']);
    expect((await create({ select: { e164s }, change: { label: 'x' } }, { key })).status).toBe(202);
    const reader = await scopedKey(['numbers:read']);
    expect((await create({ select: { e164s }, change: { label: 'x' } }, reader)).status).toBe(403);
    expect((await api.get(JOBS, reader)).status).toBe(200);
  });

  const scopedKey = async (scopes: readonly string[]) => {
    const { accountId, userId } = customer;
    const rights = { role: 'owner', scopes: ['*'], tier: 'self_serve', accountStatus: 'active' } as const;
    const owner = {
      credential: 'session',
      credentialId: 'ses_1',
      accountId,
      userId,
      ...rights,
      isPartial: false,
      signedInAt: new Date(),
    } as const;
    const request = { name: 'scoped', scopes: [...scopes], allowedCidrs: [], expiresAt: null };
    const { key, apiKey } = await api.use(ApiKeys).create(owner, request);
    return { key, id: apiKey.id };
  };

  it('completes jobs whose key was revoked and whose creator has left the account', async () => {
    const { key, id } = await scopedKey(['numbers:write']);
    const member = await join(api, customer, 'member');
    const change = { select: { e164s }, change: { add_tags: ['of a key'] } };
    const ofKey = dataOf(await create(change, { key }))['id'];
    const ofMember = dataOf(await create({ ...change, change: { label: 'of a member' } }, { cookie: member.cookie }))[
      'id'
    ];
    const owner = bySession(customer);
    expect((await api.delete(`/v1/api-keys/${id}`, owner)).status).toBe(200);
    expect((await api.delete(`/v1/accounts/me/members/${member.userId}`, owner)).status).toBe(200);
    expect((await api.get(JOBS, { key })).status).toBe(401);
    for (const job of [ofKey, ofMember]) await run(job);
    expect(itemsOf(await api.get(JOBS, customer))).toMatchObject([
      { id: ofMember, status: 'completed', done: 2, created_by: { kind: 'user', id: member.userId } },
      { id: ofKey, status: 'completed', done: 2, created_by: { kind: 'api_key', id } },
    ]);
    expect(dataOf(await api.get(`/v1/numbers/${e164s[0]}`, customer))).toMatchObject({
      label: 'of a member',
      tags: ['of a key'],
    });
  });

  it('returns 202 at the limit of 1,000 numbers, and 422 one past it', async () => {
    const many = Array.from({ length: 1000 }, (_, n) => `+1212555${String(1000 + n)}`);
    const answer = await label({ e164s: many });
    expect([answer.status, dataOf(answer)['total']]).toEqual([202, 1000]);
    const more = await label({ e164s: [...many, e164s[0]] });
    expect([more.status, fieldsOf(more)]).toEqual([422, ['select.e164s']]);
  });

  const some = () => ({ e164s });
  it.each<[string, () => unknown, unknown, string[]]>([
    ['no selection', () => ({}), { label: 'x' }, ['select.e164s', 'select.filter']],
    ['two selections', () => ({ e164s, filter: {} }), { label: 'x' }, ['select.e164s', 'select.filter']],
    ['a filter without a count', () => ({ filter: {} }), { label: 'x' }, ['select.expected_count']],
    ['a count without a filter', () => ({ e164s, expected_count: 2 }), { label: 'x' }, ['select.expected_count']],
    ['no numbers', () => ({ filter: { country: 'FR' }, expected_count: 0 }), { label: 'x' }, ['select']],
    ['an empty list', () => ({ e164s: [] }), { label: 'x' }, ['select.e164s']],
    [
      'numbers in another spelling',
      () => ({ e164s: ['+112125550123', ...e164s, '1'] }),
      { label: 'x' },
      ['select.e164s.0', 'select.e164s.3'],
    ],
    [
      'an unknown filter',
      () => ({ filter: { colour: 'red', limit: 5 }, expected_count: 1 }),
      { label: 'x' },
      ['select.filter.limit'],
    ],
    [
      'an invalid filter',
      () => ({ filter: { country: 'usa' }, expected_count: 1 }),
      { label: 'x' },
      ['select.filter.country'],
    ],
    [
      'a comma in an item of a filter',
      () => ({ filter: { tag: ['a,b'] }, expected_count: 1 }),
      { label: 'x' },
      ['select.filter.tag'],
    ],
    ['an unknown member', () => ({ e164s, all: true }), { label: 'x' }, ['select.all']],
    ['no change', some, {}, ['change']],
    ['no tag to add', some, { add_tags: [] }, ['change.add_tags']],
    ['no tag to add or remove', some, { add_tags: [], remove_tags: [] }, ['change.add_tags', 'change.remove_tags']],
    ['a release with another change', some, { release: { when: 'immediate' }, label: 'x' }, ['change.release']],
    ['an unknown time of release', some, { release: { when: 'now' } }, ['change.release.when']],
    ['a route to nothing', some, { routing: {} }, ['change.routing']],
    [
      'two routes',
      some,
      { routing: { trunk_id: 'trk_1', routing_profile_id: 'rp_1' } },
      ['change.routing.routing_profile_id', 'change.routing.trunk_id'],
    ],
    ["a trunk that is not the account's", some, { routing: { trunk_id: 'trk_1' } }, ['change.routing.trunk_id']],
    ["a bundle that is not the account's", some, { compliance_bundle_id: 'cb_1' }, ['change.compliance_bundle_id']],
    ['a long label', some, { label: 'x'.repeat(65) }, ['change.label']],
    ['a tag to add and to remove', some, { add_tags: ['a'], remove_tags: ['a'] }, ['change.add_tags']],
    ['a tag with a comma', some, { add_tags: ['a,b'] }, ['change.add_tags']],
    ['too many tags', some, { remove_tags: Array.from({ length: 21 }, (_, n) => String(n)) }, ['change.remove_tags']],
    ['a lock that is no flag', some, { deletion_lock: null }, ['change.deletion_lock']],
  ])('returns 422 for %s', async (_, select, change, fields) => {
    const answer = await create({ select: select(), change });
    expect([answer.status, fieldsOf(answer)]).toEqual([422, fields]);
  });

  it('returns 409 for an inactive trunk', async () => {
    const answer = await label({ e164s }, { routing: { trunk_id: await shopping.trunk('disabled') } });
    expect([answer.status, codeOf(answer)]).toEqual([409, 'trunk_not_active']);
  });

  it.each([
    ['GET', ''],
    ['GET', '/items'],
    ['POST', '/cancel'],
  ])("returns 404 for another account's job and an unknown one: %s %s", async (method, suffix) => {
    const theirs = String(dataOf(await label({ e164s }))['id']);
    for (const [id, sender] of [
      [theirs, stranger],
      ['nj_0000', customer],
      ['abc', customer],
    ] as const) {
      const answer = await api.send(method, `${JOBS}/${id}${suffix}`, {
        body: method === 'POST' ? {} : undefined,
        sender,
        headers: {},
      });
      expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
    }
    expect(
      (await api.send(method, `${JOBS}/${theirs}${suffix}`, { body: undefined, sender: {}, headers: {} })).status,
    ).toBe(401);
  });

  it('returns 422 for an invalid query', async () => {
    const { id } = dataOf(await label({ e164s }));
    for (const [query, field] of [
      ['ok=maybe', 'ok'],
      ['limit=101', 'limit'],
      ['cursor=x', 'cursor'],
    ] as const)
      expect(fieldsOf(await api.get(`${JOBS}/${String(id)}/items?${query}`, customer))).toEqual([field]);
  });
});
