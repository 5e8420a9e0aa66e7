import { EvaluateAlarms } from '@trunkline/cdr';
import { newId } from '@trunkline/kernel';
import { Database } from '@trunkline/platform';
import { type Customer, startApi, type TestApi } from '../support';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row } from '../support/numbering/shopping';
import { failure, invalid } from '../support/refusals';
import { Telephony } from '../support/telephony';

const ASR = { name: 'Office', metric: 'asr_pct', window_s: 900, comparison: 'below', threshold: 40 };
const FAILED = { answered_at: null, sip_code: 503 };

describe('/v1/alarms', () => {
  let api: TestApi;
  let telephony: Telephony;
  let customer: Customer;

  beforeAll(async () => {
    api = await startApi();
    telephony = await Telephony.make(api);
  });
  beforeEach(async () => {
    customer = await api.customers.make();
  });
  afterAll(() => api.stop());

  const create = async (given: Row = {}, sender: Customer = customer): Promise<Row> => {
    const answer = await api.post('/v1/alarms', { ...ASR, ...given }, sender);
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return dataOf(answer);
  };
  const read = async (id: unknown, sender: Customer = customer) =>
    dataOf(await api.get(`/v1/alarms/${String(id)}`, sender));
  const evaluate = () => api.use(EvaluateAlarms).evaluate(() => undefined);
  const eventsOf = (accountId: string) =>
    api.use(Database).query<{
      type: string;
      data: Row;
    }>(`SELECT type, data FROM platform.outbox WHERE account_id = $1 AND type LIKE 'alarm.%' ORDER BY id`, [accountId]);

  describe('POST /v1/alarms', () => {
    it('returns 201 with the defaults, and the same for a read and in the list', async () => {
      const created = await create();
      expect(created).toEqual({
        ...ASR,
        id: expect.stringMatching(/^alm_/),
        min_calls: 20,
        scope: { sip_trunk_id: null, number_id: null, country: null },
        enabled: true,
        state: 'ok',
        since: expect.any(Number),
        value: null,
        calls: 0,
        created_at: created['since'],
        updated_at: created['since'],
      });
      expect(await read(created['id'])).toEqual(created);
      expect(dataOf(await api.get('/v1/alarms', customer))).toEqual({ items: [created], next_cursor: null });
      expect(itemsOf(await api.get('/v1/alarms?state=raised', customer))).toEqual([]);
    });

    it.each<Row>([
      { window_s: 300 },
      { window_s: 86_400 },
      { threshold: 0 },
      { threshold: 100 },
      { threshold: 99.9 },
      { metric: 'acd_s', threshold: 14_400 },
      { metric: 'cost_cents', threshold: 100_000_000 },
      { min_calls: 1 },
      { min_calls: 100_000 },
      { name: 'n'.repeat(64) },
      { scope: { country: 'DE', sip_trunk_id: null } },
      { enabled: false },
    ])('returns 201 at the limits, such as %j', async (given) => {
      expect(await create(given)).toMatchObject(given);
    });

    it.each<[Row, string]>([
      [{ window_s: 240 }, 'window_s'],
      [{ window_s: 86_460 }, 'window_s'],
      [{ window_s: 330 }, 'window_s'],
      [{ threshold: -0.1 }, 'threshold'],
      [{ threshold: 100.1 }, 'threshold'],
      [{ threshold: 40.55 }, 'threshold'],
      [{ metric: 'failure_pct', threshold: 101 }, 'threshold'],
      [{ metric: 'acd_s', threshold: 14_401 }, 'threshold'],
      [{ metric: 'cost_cents', threshold: 100_000_001 }, 'threshold'],
      [{ metric: 'cost_cents', threshold: 0.5 }, 'threshold'],
      [{ metric: 'pdd_s' }, 'metric'],
      [{ comparison: 'equal' }, 'comparison'],
      [{ min_calls: 0 }, 'min_calls'],
      [{ min_calls: 100_001 }, 'min_calls'],
      [{ name: 'n'.repeat(65) }, 'name'],
      [{ name: '' }, 'name'],
      [{ scope: { country: 'XX' } }, 'scope.country'],
      [{ scope: { country: 'de' } }, 'scope.country'],
      [{ scope: { sip_trunk_id: 'trk_none' } }, 'scope.sip_trunk_id'],
      [{ scope: { number_id: 'num_none' } }, 'scope.number_id'],
      [{ scope: { profile_id: 'rp_1' } }, 'scope.profile_id'],
      [{ scope: null }, 'scope'],
      [{ carrier_id: 'car_1' }, 'carrier_id'],
    ])('returns 422 with the field for %j', async (given, field) => {
      expect(await api.post('/v1/alarms', { ...ASR, ...given }, customer)).toMatchObject(invalid(field));
    });

    it.each(Object.keys(ASR))('returns 422 without %s', async (member) => {
      const body = Object.fromEntries(Object.entries(ASR).filter(([name]) => name !== member));
      expect(fieldsOf(await api.post('/v1/alarms', body, customer))).toEqual([member]);
    });

    it("returns 422 for another account's trunk and number, and 201 for its own", async () => {
      const { trunkId, numberId } = telephony;
      const of = (scope: Row, sender: Customer) => api.post('/v1/alarms', { ...ASR, scope }, sender);
      expect(await of({ sip_trunk_id: trunkId }, customer)).toMatchObject(invalid('scope.sip_trunk_id'));
      expect(await of({ number_id: numberId }, customer)).toMatchObject(invalid('scope.number_id'));
      const created = await of({ sip_trunk_id: trunkId, number_id: numberId }, telephony.customer);
      expect(dataOf(created)).toMatchObject({ scope: { sip_trunk_id: trunkId, number_id: numberId } });
      await api.delete(`/v1/alarms/${String(dataOf(created)['id'])}`, telephony.customer);
    });

    it('returns 409 alarm_limit_reached for the 51st, also when requests race', async () => {
      for (let n = 0; n < 49; n++) await create();
      const both = await Promise.all([1, 2].map(() => api.post('/v1/alarms', ASR, customer)));
      expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
      expect(await api.post('/v1/alarms', ASR, customer)).toMatchObject(failure(409, 'alarm_limit_reached'));
      const [{ id } = { id: '' }] = itemsOf(await api.get('/v1/alarms?limit=1', customer));
      await api.delete(`/v1/alarms/${String(id)}`, customer);
      await create();
    });

    it('returns the first answer when repeated with the same Idempotency-Key', async () => {
      const key = { 'idempotency-key': 'create-once' };
      const [first, second] = [
        await api.post('/v1/alarms', ASR, customer, key),
        await api.post('/v1/alarms', ASR, customer, key),
      ];
      expect([second.status, dataOf(second)]).toEqual([201, dataOf(first)]);
      expect(itemsOf(await api.get('/v1/alarms', customer))).toHaveLength(1);
    });
  });

  describe('GET /v1/alarms', () => {
    it('returns 200 page by page', async () => {
      for (const name of ['a', 'b', 'c']) await create({ name });
      const first = dataOf(await api.get('/v1/alarms?limit=2&order=asc', customer));
      const rest = dataOf(
        await api.get(`/v1/alarms?limit=2&order=asc&cursor=${String(first['next_cursor'])}`, customer),
      );
      const names = [first, rest].flatMap(({ items }) => (items as Row[]).map(({ name }) => name));
      expect([names, rest['next_cursor']]).toEqual([['a', 'b', 'c'], null]);
    });

    it('returns 422 for an unknown parameter', async () => {
      expect(await api.get('/v1/alarms?metric=asr_pct', customer)).toMatchObject(invalid('metric'));
      expect(await api.get('/v1/alarms?state=open', customer)).toMatchObject(invalid('state'));
    });
  });

  describe.each(['get', 'patch', 'delete'] as const)('%s /v1/alarms/{id}', (method) => {
    it("returns 404 for another account's alarm and an unknown one", async () => {
      const { id } = await create({}, telephony.customer);
      for (const each of [String(id), newId('alm')]) {
        const path = `/v1/alarms/${each}`;
        const answer =
          method === 'patch' ? await api.patch(path, { name: 'Mine' }, customer) : await api[method](path, customer);
        expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
      }
      expect(await read(id, telephony.customer)).toMatchObject({ name: 'Office' });
      await api.delete(`/v1/alarms/${String(id)}`, telephony.customer);
    });
  });

  describe('PATCH /v1/alarms/{id}', () => {
    it('returns 200 with the members that were sent changed, and the scope as a whole', async () => {
      const { id } = await create({ scope: { country: 'DE' } });
      const path = `/v1/alarms/${String(id)}`;
      const { trunkId } = telephony;
      expect(dataOf(await api.patch(path, { threshold: 30.5, min_calls: 5 }, customer))).toMatchObject({
        ...ASR,
        threshold: 30.5,
        min_calls: 5,
        scope: { country: 'DE' },
      });
      expect(dataOf(await api.patch(path, { scope: {} }, customer))).toMatchObject({ scope: { country: null } });
      expect(await api.patch(path, { scope: { sip_trunk_id: trunkId } }, customer)).toMatchObject(
        invalid('scope.sip_trunk_id'),
      );
      expect(await api.patch(path, { metric: 'acd_s', threshold: 20_000 }, customer)).toMatchObject(
        invalid('threshold'),
      );
      expect(await read(id)).toMatchObject({ metric: 'asr_pct', threshold: 30.5 });
    });

    it('returns 412 if the settings have changed since, and 200 if only the state has', async () => {
      const { id } = await create();
      const path = `/v1/alarms/${String(id)}`;
      const etag = String((await api.get(path, customer)).headers.get('etag'));
      await api
        .use(Database)
        .query(`UPDATE cdr.alarms SET state = 'raised', since = since + interval '1 hour' WHERE id = $1`, [id]);
      const changed = await api.patch(path, { name: 'Other' }, customer, { 'if-match': etag });
      expect([changed.status, dataOf(changed)['state']]).toEqual([200, 'raised']);
      expect(await api.patch(path, { name: 'Third' }, customer, { 'if-match': etag })).toMatchObject(
        failure(412, 'precondition_failed'),
      );
    });
  });

  it('are raised and cleared by calls that the switch reports, with events and mails', async () => {
    const sender = telephony.customer;
    const { id } = await create({ min_calls: 4, scope: { sip_trunk_id: telephony.trunkId } }, sender);
    await evaluate();
    for (let n = 0; n < 3; n++) await telephony.call({ seconds: null, row: FAILED });
    await evaluate();
    expect(await read(id, sender)).toMatchObject({ state: 'ok', value: 0, calls: 3 });
    await telephony.call({ seconds: 10 });
    await evaluate();
    expect(await read(id, sender)).toMatchObject({ state: 'raised', value: 25, calls: 4 });
    expect(itemsOf(await api.get('/v1/alarms?state=raised', sender)).map((alarm) => alarm['id'])).toEqual([id]);
    expect((await api.customers.subjectsTo(sender.email))[0]).toBe('An alarm was raised');
    for (let n = 0; n < 4; n++) await telephony.call({ seconds: 10 });
    await evaluate();
    await api.operator('POST', '/operator/sandbox/clock', { advance_s: 310 });
    await evaluate();
    expect(await read(id, sender)).toMatchObject({ state: 'ok', value: 62.5, calls: 8 });
    expect((await api.customers.subjectsTo(sender.email))[0]).toBe('An alarm was cleared');
    const events = await eventsOf(sender.accountId);
    expect(events).toMatchObject([
      { type: 'alarm.raised', data: { alarm_id: id, value: 25, calls: 4, sip_trunk_id: telephony.trunkId } },
      { type: 'alarm.cleared', data: { alarm_id: id, value: 62.5, reason: 'recovered' } },
    ]);
    // The window moves on by the test clock.
    await api.operator('POST', '/operator/sandbox/clock', { advance_s: 1_000 });
    expect(await read(id, sender)).toMatchObject({ value: null, calls: 0 });
  });
});

describe('/operator/alarms', () => {
  let api: TestApi;
  let telephony: Telephony;
  let carrierId: string;

  beforeAll(async () => {
    api = await startApi();
    telephony = await Telephony.make(api);
    const carrier = { name: 'Out', host: '192.0.2.99' };
    carrierId = String(dataOf(await api.operator('POST', '/operator/carriers', carrier))['id']);
    await api.patch(`/v1/sip-trunks/${telephony.trunkId}`, { inbound_cidrs: ['198.51.100.7'] }, telephony.customer);
    await api.operator('PATCH', `/operator/accounts/${telephony.customer.accountId}`, {
      outbound_exceptions: { countries: [], ranges: [], calls_per_second: 1000 },
    });
  });
  afterAll(() => api.stop());

  const create = (given: Row = {}) =>
    api.operator('POST', '/operator/alarms', { ...ASR, carrier_id: carrierId, ...given });
  const actions = async (subject: unknown) =>
    itemsOf(await api.operator('GET', `/operator/audit?subject=${String(subject)}&order=asc`)).map(
      ({ action, before, after }) => ({ action, before, after }),
    );

  it('return 201, 200 and 404, each change with an entry in the audit trail', async () => {
    const created = dataOf(await create());
    const { id } = created;
    expect(created).toEqual({
      ...ASR,
      id: expect.stringMatching(/^alm_/),
      carrier_id: carrierId,
      min_calls: 20,
      enabled: true,
      state: 'ok',
      since: expect.any(Number),
      value: null,
      calls: 0,
      created_at: expect.any(Number),
      updated_at: expect.any(Number),
    });
    const path = `/operator/alarms/${String(id)}`;
    expect(dataOf(await api.operator('GET', path))).toEqual(created);
    expect(itemsOf(await api.operator('GET', `/operator/alarms?carrier_id=${carrierId}`))).toEqual([created]);
    expect(itemsOf(await api.operator('GET', `/operator/alarms?carrier_id=${newId('car')}`))).toEqual([]);
    expect(dataOf(await api.operator('PATCH', path, { window_s: 600 }))).toMatchObject({ window_s: 600 });
    expect((await api.operator('PATCH', path, { window_s: 600 })).status).toBe(200);
    expect(dataOf(await api.operator('DELETE', path))).toEqual({ id, deleted: true });
    for (const method of ['GET', 'DELETE']) expect((await api.operator(method, path)).status).toBe(404);
    expect(await actions(id)).toEqual([
      {
        action: 'alarm.create',
        before: null,
        after: expect.objectContaining({ carrier_id: carrierId, window_s: 900 }),
      },
      { action: 'alarm.change', before: { window_s: 900 }, after: { window_s: 600 } },
      { action: 'alarm.delete', before: expect.objectContaining({ name: 'Office', window_s: 600 }), after: null },
    ]);
  });

  it.each<[Row, string]>([
    [{ carrier_id: 'car_none' }, 'carrier_id'],
    [{ carrier_id: null }, 'carrier_id'],
    [{ scope: {} }, 'scope'],
    [{ window_s: 330 }, 'window_s'],
    [{ threshold: 101 }, 'threshold'],
  ])('return 422 with the field for %j', async (given, field) => {
    expect(await create(given)).toMatchObject(invalid(field));
  });

  it('return 409 alarm_limit_reached for the 51st of a carrier', async () => {
    const other = { name: 'Other', host: '192.0.2.98', enabled: false };
    const of = { carrier_id: dataOf(await api.operator('POST', '/operator/carriers', other))['id'] };
    for (let n = 0; n < 50; n++) expect((await create(of)).status).toBe(201);
    expect(await create(of)).toMatchObject(failure(409, 'alarm_limit_reached'));
    expect((await create()).status).toBe(201);
  });

  it("return 404 for an account's alarm, and an account does not see the operator's", async () => {
    const own = dataOf(await api.post('/v1/alarms', ASR, telephony.customer));
    const path = `/operator/alarms/${String(own['id'])}`;
    expect((await api.operator('GET', path)).status).toBe(404);
    expect((await api.operator('PATCH', path, { name: 'Mine' })).status).toBe(404);
    const operators = dataOf(await create());
    expect((await api.get(`/v1/alarms/${String(operators['id'])}`, telephony.customer)).status).toBe(404);
    expect(itemsOf(await api.get('/v1/alarms', telephony.customer))).toEqual([own]);
  });

  it('are raised by calls that the carrier does not complete, and named by the doctor', async () => {
    const raising = { metric: 'failure_pct', comparison: 'above', threshold: 50, min_calls: 3, name: 'Carrier fails' };
    const { id } = dataOf(await create(raising));
    for (let n = 0; n < 3; n++) {
      const routed = await telephony.route({ from: telephony.number, to: '+493012345', source_ip: '198.51.100.7' });
      const attempts = [{ order: 1, carrier_id: carrierId, sip_code: 503, result: 'failed' }];
      const row = telephony.rowOf(routed, { seconds: null, row: { ...FAILED, attempts } });
      expect(await telephony.report(row)).toMatchObject([{ outcome: 'recorded' }]);
    }
    const changed: unknown[] = [];
    await api.use(EvaluateAlarms).evaluate((change) => changed.push(change));
    expect(changed).toMatchObject([{ alarm: { id, carrierId }, transition: { to: 'raised' } }]);
    const raised = itemsOf(await api.operator('GET', '/operator/alarms?state=raised'));
    expect(raised).toMatchObject([{ id, value: 100, calls: 3 }]);
    const { findings } = dataOf(await api.operator('GET', '/operator/doctor')) as { findings: Row[] };
    expect(findings.filter(({ check }) => check === 'alarms')).toMatchObject([
      { status: 'warning', message: expect.stringContaining(`"Carrier fails" about failure_pct of ${carrierId}`) },
    ]);
  });
});
