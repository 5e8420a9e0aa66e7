import { Clock } from '@trunkline/kernel';
import { FinishPendingOrders, NumberJobs, RunNumberJob } from '@trunkline/numbering';
import { ActivityLog, Database, type MovableClock } from '@trunkline/platform';
import { bySession, type Customer, startApi, type TestApi } from '../support';
import { accessToken } from '../support/identity/access-tokens';
import { join } from '../support/identity/members';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row, Shopping } from '../support/numbering/shopping';

const PATH = '/v1/activity';

describe(`GET ${PATH}`, () => {
  let api: TestApi;
  let customer: Customer;
  let stranger: Customer;

  beforeAll(async () => {
    api = await startApi();
  });
  beforeEach(async () => {
    customer = await api.customers.make({ balanceCents: 10_000 });
    stranger = await api.customers.make();
  });
  afterAll(() => api.stop());

  const list = async (query = '', sender: object = bySession(customer)): Promise<Row[]> =>
    itemsOf(await api.get(`${PATH}?${query}`, sender));
  const aTrunk = async (name = 'Berlin', sender: object = bySession(customer)) =>
    String(dataOf(await api.post('/v1/sip-trunks', { name }, sender))['id']);

  it('returns 200 with who changed what, from which address, newest first', async () => {
    const id = await aTrunk();
    const path = `/v1/sip-trunks/${id}`;
    const change = { name: 'Munich', max_concurrent_calls: 20 };
    await api.patch(path, change, bySession(customer));
    const [updated, created] = await list(`resource=${id}`);
    expect(updated).toEqual({
      id: expect.stringMatching(/^act_[0-9a-z]{25}$/),
      at: expect.any(Number),
      actor: { kind: 'user', id: customer.userId, name: 'Test Customer' },
      ip: '127.0.0.1',
      action: 'sip_trunk.updated',
      resource_kind: 'sip_trunk',
      resource_id: id,
      resource_name: 'Munich',
      changes: [
        { field: 'max_concurrent_calls', from: null, to: 20, redacted: false },
        { field: 'name', from: 'Berlin', to: 'Munich', redacted: false },
      ],
    });
    expect(created).toMatchObject({ action: 'sip_trunk.created', resource_name: 'Berlin' });
    await api.delete(path, bySession(customer));
    expect((await list(`resource=${id}`))[0]).toMatchObject({ action: 'sip_trunk.archived' });
  });

  it('names keys, applications and operators, and the system', async () => {
    const byKey = await aTrunk('By key', customer);
    const [key] = itemsOf(await api.get('/v1/api-keys', bySession(customer)));
    expect((await list(`resource=${byKey}`))[0]).toMatchObject({
      actor: { kind: 'api_key', id: key?.['id'], name: 'test' },
    });
    const token = await accessToken(api, customer, ['sip_trunks:write']);
    const headers = { authorization: `Bearer ${token}` };
    const byApp = String(dataOf(await api.post('/v1/sip-trunks', { name: 'By app' }, {}, headers))['id']);
    const [entry] = await list(`resource=${byApp}`);
    expect(entry?.['actor']).toMatchObject({ kind: 'oauth_app', name: expect.any(String) as string });
    await api.operator('PATCH', `/operator/accounts/${customer.accountId}`, { max_concurrent_calls: 7 });
    const [ofOperator] = await list('actor=operator');
    expect(ofOperator).toMatchObject({ actor: { kind: 'operator', id: null, name: null }, ip: null });
    await api.use(Database).query(`UPDATE voice.sip_trunks SET status = 'disabled' WHERE id = $1`, [byKey]);
    const [ofSystem] = await list(`resource=${byKey}`);
    expect(ofSystem).toMatchObject({
      actor: { kind: 'system', id: null, name: null },
      ip: null,
      changes: [{ field: 'status', from: 'active', to: 'disabled', redacted: false }],
    });
  });

  it('names the user for whom a worker changes numbers', async () => {
    const number = await new Shopping(api, customer).buy();
    const body = { select: { e164s: [number['e164']] }, change: { label: 'Reception' } };
    const { id } = dataOf(await api.post('/v1/numbers/jobs', body, bySession(customer)));
    await api.use(RunNumberJob).run({ accountId: customer.accountId, id: String(id) }, (error) => {
      throw error;
    });
    const actor = { kind: 'user', id: customer.userId, name: 'Test Customer' };
    const [changed] = await list(`resource=${String(number['id'])}`);
    expect(changed).toMatchObject({ actor, ip: null, changes: [{ field: 'label', from: null, to: 'Reception' }] });
    const ofJob = await list(`resource=${String(id)}`);
    expect(ofJob.map(({ action }) => action)).toEqual([
      'number_job.updated',
      'number_job.updated',
      'number_job.created',
    ]);
    expect(ofJob).toMatchObject([{ actor }, { actor }, { actor }]);
  });

  it('says what a job clears', async () => {
    const { e164 } = await new Shopping(api, customer).buy();
    const change = { routing: { trunk_id: null }, compliance_bundle_id: null, label: null, add_tags: ['a'] };
    await api.post('/v1/numbers/jobs', { select: { e164s: [e164] }, change }, bySession(customer));
    const [created] = await list('action=number_job.created');
    const cleared = { from: null, to: null, redacted: false };
    expect(created?.['changes']).toEqual([
      { field: 'change.add_tags', from: null, to: ['a'], redacted: false },
      { field: 'change.compliance_bundle_id', ...cleared },
      { field: 'change.label', ...cleared },
      { field: 'change.routing.trunk_id', ...cleared },
      { field: 'done', from: null, to: 0, redacted: false },
      { field: 'failed', from: null, to: 0, redacted: false },
      { field: 'status', from: null, to: 'pending', redacted: false },
      { field: 'total', from: null, to: 1, redacted: false },
    ]);
    await api.patch('/v1/accounts/me', { settings: { low_balance_alert_cents: null } }, bySession(customer));
    const ofAccount = (await list('resource=account')).flatMap((entry) => entry['changes'] as Row[]);
    expect(ofAccount.filter(({ from, to, redacted }) => from === to && redacted === false)).toEqual([]);
  });

  it('names the customer of an order that the supplier confirms later', async () => {
    const shopping = new Shopping(api, customer);
    const select_token = await shopping.token('area_code=212&ends_with=9004');
    const answer = await api.post('/v1/numbers', { select_token }, bySession(customer));
    expect(dataOf(answer)).toMatchObject({ number: null });
    await (api.use(Clock) as MovableClock).advance(61);
    await api.use(FinishPendingOrders).finish();
    const [added] = await list('action=number.created');
    expect(added?.['actor']).toMatchObject({ kind: 'user', id: customer.userId });
  });

  it('says that a secret has changed, without its value', async () => {
    const gateway = { name: 'A', host: '198.41.0.4', auth_username: 'pbx', auth_password: 'correct horse' };
    await api.post('/v1/sip-trunks', { name: 'Secret', gateways: [gateway] }, customer);
    const [entry] = await list('resource=sip_gateway');
    expect(entry?.['changes']).toContainEqual({ field: 'auth_password', from: null, to: null, redacted: true });
    expect(JSON.stringify(entry)).not.toContain('correct horse');
  });

  it('is written with the change or not at all', async () => {
    const before = await list();
    await aTrunk('Twice');
    const failed = await api.post('/v1/sip-trunks', { name: 'Twice' }, customer);
    expect([failed.status, (await list()).length]).toEqual([409, before.length + 1]);
  });

  it('has members of settings one by one, and times as Unix seconds', async () => {
    await api.patch('/v1/accounts/me', { settings: { timezone: 'Europe/Berlin' } }, bySession(customer));
    const [settings] = await list('resource=account');
    expect(settings?.['changes']).toMatchObject([{ field: 'settings.timezone', to: 'Europe/Berlin' }]);
    const number = await new Shopping(api, customer).buy();
    const e164 = String(number['e164']);
    const released = dataOf(await api.post(`/v1/numbers/${e164.slice(1)}/release`, {}, customer));
    const [release] = await list('action=number.updated');
    expect(release).toMatchObject({
      resource_name: e164,
      changes: [{ field: 'release_scheduled_at', from: null, to: released['release_scheduled_at'] }],
    });
  });

  it('filters by actor, action, resource and time, alone and together', async () => {
    const id = await aTrunk('Filtered');
    await aTrunk('By key', customer);
    const actions = async (query: string) => (await list(query)).map(({ action }) => action);
    expect(new Set(await actions(`actor=${customer.userId}`))).toContain('sip_trunk.created');
    expect(await actions('actor=api_key')).toEqual(['sip_trunk.created']);
    expect((await actions('resource=sip_trunk')).length).toBe(2);
    expect(await actions(`resource=${id}&action=sip_trunk.created&actor=user`)).toEqual(['sip_trunk.created']);
    expect(await actions(`resource=${id}&action=sip_trunk.updated`)).toEqual([]);
    const [{ at } = { at: 0 }] = await list();
    expect(await actions(`from=${Number(at) + 1}`)).toEqual([]);
    expect((await actions(`to=${Number(at) + 1}&resource=sip_trunk`)).length).toBe(2);
  });

  it('returns pages that a later change does not shift', async () => {
    for (const name of ['A', 'B', 'C']) await aTrunk(name);
    const first = dataOf(await api.get(`${PATH}?resource=sip_trunk&limit=2`, bySession(customer)));
    await aTrunk('D');
    const cursor = String(first['next_cursor']);
    const rest = await list(`resource=sip_trunk&limit=2&cursor=${cursor}`);
    expect([...(first['items'] as Row[]), ...rest].map((each) => each['resource_name'])).toEqual(['C', 'B', 'A']);
  });

  it('returns only entries of the own account', async () => {
    const id = await aTrunk();
    expect(await list(`resource=${id}`, bySession(stranger))).toEqual([]);
  });

  it.each(['admin', 'owner'])('returns 200 to members of the role %s', async (role) => {
    const member = await join(api, customer, role);
    expect((await api.get(PATH, { cookie: member.cookie })).status).toBe(200);
  });

  it.each(['billing', 'member', 'read_only'])('returns 403 forbidden to members of the role %s', async (role) => {
    const member = await join(api, customer, role);
    const answer = await api.get(PATH, { cookie: member.cookie });
    expect([answer.status, codeOf(answer)]).toEqual([403, 'forbidden']);
  });

  it('returns 401 without a credential, and 403 for an access token', async () => {
    expect((await api.get(PATH)).status).toBe(401);
    const headers = { authorization: `Bearer ${await accessToken(api, customer, ['account:read'])}` };
    expect((await api.get(PATH, {}, headers)).status).toBe(403);
  });

  it('returns 422 for unknown parameters, invalid times and cursors of other filters', async () => {
    await aTrunk('A');
    await aTrunk('B');
    const { next_cursor: cursor } = dataOf(await api.get(`${PATH}?limit=1`, bySession(customer)));
    for (const [query, field] of [
      ['kind=number', 'kind'],
      ['from=yesterday', 'from'],
      ['limit=101', 'limit'],
      [`resource=sip_trunk&cursor=${String(cursor)}`, 'cursor'],
      [`actor=${'x'.repeat(101)}`, 'actor'],
    ] as const) {
      const answer = await api.get(`${PATH}?${query}`, bySession(customer));
      expect([query, answer.status, fieldsOf(answer)]).toEqual([query, 422, [field]]);
    }
  });

  it('shows and keeps entries for 400 days, and deletes none before', async () => {
    const id = await aTrunk();
    expect(await api.use(ActivityLog).prune()).toBe(0);
    const clock = api.use(Clock) as MovableClock;
    await clock.advance(399 * 86_400);
    expect(await api.use(ActivityLog).prune()).toBe(0);
    await clock.advance(2 * 86_400);
    const kept = `SELECT FROM platform.activity WHERE resource_id = $1`;
    expect(await api.use(Database).query(kept, [id])).toHaveLength(1);
    expect(await api.use(ActivityLog).prune()).toBeGreaterThan(0);
    expect(await api.use(Database).query(kept, [id])).toHaveLength(0);
  });

  it('has no entry of jobs that retention deletes', async () => {
    const number = await new Shopping(api, customer).buy();
    const body = { select: { e164s: [number['e164']] }, change: { label: 'Reception' } };
    const { id } = dataOf(await api.post('/v1/numbers/jobs', body, bySession(customer)));
    await api.post(`/v1/numbers/jobs/${String(id)}/cancel`, {}, bySession(customer));
    await (api.use(Clock) as MovableClock).advance(31 * 86_400);
    expect(await api.use(NumberJobs).prune()).toBeGreaterThan(0);
    const actions = (await list(`resource=${String(id)}`, customer)).map(({ action }) => action);
    expect(actions).toEqual(['number_job.updated', 'number_job.created']);
  });

  it('cannot be changed or deleted by the role of the application', async () => {
    for (const statement of ['DELETE FROM platform.activity', `UPDATE platform.activity SET ip = NULL`])
      await expect(api.use(Database).query(statement)).rejects.toThrow('permission denied');
  });
});
