import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DeliverMessages } from '@trunkline/messaging';
import { type PartScript, type ReceivedPart, Smsc } from '@trunkline/messaging/testing';
import { Database } from '@trunkline/platform';
import { eventually } from '@trunkline/platform/testing';
import { startApi, type TestApi } from '../../support';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row } from '../../support/numbering/shopping';
import { aSender, nowOf } from '../../support/sender';

const PATH = '/operator/messaging-carriers';
const UNKNOWN = 'mcr_0000000000000000000000000';
const PASSWORD = 'correct horse battery';
const CARRIER = { name: 'Aggregator', host: 'smpp.carrier.example' };
const ROUND_MS = 200;
const KEY = 'A'.repeat(43) + '=';
/** Each has a key of its own, because carriers with one key need profiles. */
const http = () => ({ protocol: 'http', webhook_public_key: randomBytes(32).toString('base64') });
const numbers = (count: number) => Array.from({ length: count }, (_, index) => `+1212${String(2_000_000 + index)}`);
const prefixes = (count: number) => Array.from({ length: count }, (_, index) => `+49${String(1_000 + index)}`);

describe('operators and carriers of messages', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const create = (body: object = {}, headers = {}) => api.operator('POST', PATH, { ...CARRIER, ...body }, headers);
  const aCarrier = async (body: object = {}) => {
    const answer = await create({ enabled: false, ...body });
    expect(answer.status).toBe(201);
    return `${PATH}/${String(dataOf(answer)['id'])}`;
  };
  const idOf = (path: string) => path.split('/').at(-1);
  const audited = async (path: string) =>
    itemsOf(await api.operator('GET', `/operator/audit?order=asc&subject=${String(idOf(path))}`));
  const list = async (query = '') => itemsOf(await api.operator('GET', `${PATH}${query}`));

  it("returns 401 without an operator's token", async () => {
    for (const [method, path] of [
      ['GET', PATH],
      ['POST', PATH],
      ['GET', `${PATH}/${UNKNOWN}`],
      ['GET', `${PATH}/${UNKNOWN}/status`],
      ['GET', `${PATH}/${UNKNOWN}/refusals`],
      ['PATCH', `${PATH}/${UNKNOWN}`],
      ['DELETE', `${PATH}/${UNKNOWN}`],
    ] as const) {
      const answer = await fetch(`${api.internalUrl}${path}`, { method });
      expect([method, path, answer.status]).toEqual([method, path, 401]);
    }
  });

  it('returns 404 for an unknown carrier and an invalid identifier', async () => {
    for (const id of [UNKNOWN, 'car_1', 'aggregator'])
      for (const path of [id, `${id}/status`, `${id}/refusals`])
        expect([path, codeOf(await api.operator('GET', `${PATH}/${path}`))]).toEqual([path, 'not_found']);
    expect(codeOf(await api.operator('PATCH', `${PATH}/${UNKNOWN}`, { priority: 1 }))).toBe('not_found');
    expect(codeOf(await api.operator('DELETE', `${PATH}/${UNKNOWN}`))).toBe('not_found');
  });

  it('returns 201 with the defaults of a carrier, which is read again and audited', async () => {
    const answer = await create({ enabled: undefined });
    expect([answer.status, answer.body.data]).toEqual([
      201,
      {
        id: expect.stringMatching(/^mcr_/),
        ...CARRIER,
        protocol: 'smpp',
        port: 2775,
        tls: false,
        system_id: null,
        has_password: false,
        webhook_public_key: null,
        system_type: '',
        bind: 'transceiver',
        window: 10,
        per_second: 50,
        per_number_per_second: 1,
        source_ton: 1,
        source_npi: 1,
        data_coding: 0,
        prefixes: [],
        priority: 0,
        numbers: null,
        enabled: true,
        connected: false,
        health: 'down',
        created_at: expect.any(Number),
        updated_at: expect.any(Number),
      },
    ]);
    const path = `${PATH}/${String(dataOf(answer)['id'])}`;
    expect((await api.operator('GET', path)).body.data).toEqual(answer.body.data);
    expect(await audited(path)).toMatchObject([
      { action: 'messaging_carrier.create', actor: expect.stringMatching(/^operator:/), before: null, after: CARRIER },
    ]);
  });

  it.each([
    [{ tls: true }, 3550],
    [http(), 443],
    [{ ...http(), tls: true }, 443],
    [{ port: 2776, tls: true }, 2776],
  ])('returns 201 with the usual port of %j: %d', async (given, port) => {
    expect(dataOf(await create({ ...given, enabled: false }))).toMatchObject({ port });
  });

  it('returns 201 with every member as sent, and the same again for the same Idempotency-Key', async () => {
    const sent = {
      port: 2776,
      tls: true,
      system_id: 'trunkline',
      system_type: 'VMA',
      bind: 'pair',
      window: 20,
      per_second: 100,
      per_number_per_second: 3,
      source_ton: 2,
      source_npi: 8,
      data_coding: 1,
      prefixes: ['+49', '+43'],
      priority: 5,
      numbers: ['+12125550123'],
      enabled: false,
    };
    const key = { 'idempotency-key': 'messaging-carrier-1' };
    const answer = await create({ ...sent, password: PASSWORD }, key);
    expect(dataOf(answer)).toMatchObject({ ...sent, has_password: true });
    expect(dataOf(await create({ ...sent, password: PASSWORD }, key))['id']).toBe(dataOf(answer)['id']);
  });

  it('never shows the password, seals it at rest, and keeps it out of the audit trail', async () => {
    const path = await aCarrier({ system_id: 'us', password: PASSWORD });
    await api.operator('PATCH', path, { password: `${PASSWORD} 2` });
    const removed = await aCarrier({ password: PASSWORD });
    await api.operator('DELETE', removed);
    const shown = [await api.operator('GET', path), await api.operator('GET', PATH)].map(({ text }) => text);
    const rows = await api.use(Database).query(`SELECT c::text AS carrier FROM messaging.carriers c`);
    const trail = await audited(path);
    for (const text of [...shown, JSON.stringify(rows), JSON.stringify([trail, await audited(removed)])])
      expect(text).not.toContain(PASSWORD);
    expect(trail.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['messaging_carrier.create', null, expect.objectContaining({ system_id: 'us', has_password: true })],
      ['messaging_carrier.change', {}, { password_replaced: true }],
    ]);
    expect(dataOf(await api.operator('PATCH', path, { password: null }))).toMatchObject({ has_password: false });
  });

  it('returns 200 for a change of the members sent, recorded with before and after, and records no change without one', async () => {
    const path = await aCarrier({ system_id: 'us', priority: 1, numbers: ['+12125550123'] });
    const change = { name: 'Aggregator 2', prefixes: ['+44'], priority: 2, numbers: null };
    const answer = await api.operator('PATCH', path, change);
    expect([answer.status, dataOf(answer)]).toMatchObject([200, { ...change, system_id: 'us', host: CARRIER.host }]);
    await api.operator('PATCH', path, { name: 'Aggregator 2' });
    expect((await audited(path)).slice(1)).toMatchObject([
      {
        action: 'messaging_carrier.change',
        before: { name: 'Aggregator', prefixes: [], priority: 1, numbers: ['+12125550123'] },
        after: change,
      },
    ]);
  });

  it('returns 412 precondition_failed for a change of another version', async () => {
    const path = await aCarrier();
    const etag = (await api.operator('GET', path)).headers.get('etag') ?? '';
    const change = (priority: number) => api.operator('PATCH', path, { priority }, { 'if-match': etag });
    expect((await change(1)).status).toBe(200);
    const late = await change(2);
    expect([late.status, codeOf(late)]).toEqual([412, 'precondition_failed']);
  });

  it('returns 200 for a deletion with the previous values in the audit trail, and 404 afterwards', async () => {
    const path = await aCarrier({ priority: 7 });
    const answer = await api.operator('DELETE', path);
    expect([answer.status, dataOf(answer)]).toEqual([200, { id: idOf(path), deleted: true }]);
    for (const gone of [path, `${path}/status`, `${path}/refusals`])
      expect((await api.operator('GET', gone)).status).toBe(404);
    expect((await audited(path)).at(-1)).toMatchObject({
      action: 'messaging_carrier.delete',
      before: { name: 'Aggregator', priority: 7, has_password: false },
      after: null,
    });
  });

  it('returns 200 with the carriers by protocol and state, newest first, page by page', async () => {
    const paths = [await aCarrier(), await aCarrier(http()), await aCarrier({ ...http(), enabled: true })];
    const ids = async (query: string) => (await list(query)).map(({ id }) => id);
    const [first, second, third] = paths.map(idOf);
    expect((await ids('?limit=3')).slice(0, 3)).toEqual([third, second, first]);
    expect((await ids('?protocol=http&limit=2')).slice(0, 2)).toEqual([third, second]);
    expect(await ids('?protocol=http&enabled=false&limit=1')).toEqual([second]);
    expect(await ids('?protocol=sandbox&order=asc')).toHaveLength(1);
    const page = dataOf(await api.operator('GET', `${PATH}?limit=2`));
    expect(await ids(`?limit=1&cursor=${String(page['next_cursor'])}`)).toEqual([first]);
  });

  it('returns 422 for a second carrier with one key, unless both name a profile', async () => {
    const shared = { ...http(), enabled: false };
    const first = await aCarrier(shared);
    for (const systemId of [null, 'second']) {
      const answer = await create({ ...shared, system_id: systemId });
      expect([answer.status, fieldsOf(answer)]).toEqual([422, ['system_id']]);
    }
    await api.operator('PATCH', first, { system_id: 'first' });
    expect((await create({ ...shared, system_id: 'first' })).status).toBe(422);
    expect((await create({ ...shared, system_id: 'second' })).status).toBe(201);
  });

  it.each<[string, unknown, unknown]>([
    ['name', 'x', ''],
    ['name', 'x'.repeat(64), 'x'.repeat(65)],
    ['host', '10.0.0.1', 'not a host'],
    ['host', `${'x.'.repeat(125)}abc`, `${'x.'.repeat(126)}ab`],
    ['port', 1, 0],
    ['port', 65_535, 65_536],
    ['system_id', 'x'.repeat(15), 'x'.repeat(16)],
    ['system_type', 'x'.repeat(12), 'x'.repeat(13)],
    ['window', 1, 0],
    ['window', 1_000, 1_001],
    ['per_second', 1, 0],
    ['per_second', 10_000, 10_001],
    ['per_number_per_second', 1, 0],
    ['per_number_per_second', 10_000, 10_001],
    ['source_ton', 0, -1],
    ['source_ton', 255, 256],
    ['source_npi', 0, -1],
    ['source_npi', 255, 256],
    ['data_coding', 0, -1],
    ['data_coding', 255, 256],
    ['priority', 0, -1],
    ['priority', 99, 100],
    ['prefixes', prefixes(500), prefixes(501)],
    ['numbers', numbers(1_000), numbers(1_001)],
    ['password', 'x'.repeat(255), 'x'.repeat(256)],
    ['bind', 'pair', 'receiver'],
    ['protocol', 'smpp', 'smtp'],
    ['enabled', false, 'no'],
  ])('returns 201 and 422 at the limits of %s', async (field, edge, past) => {
    expect((await create({ enabled: false, [field]: edge })).status).toBe(201);
    const answer = await create({ enabled: false, [field]: past });
    expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
  });

  it.each<[string, Row, string[]]>([
    ['no name', { name: undefined }, ['name']],
    ['no host', { host: undefined }, ['host']],
    ['http without a key for its callbacks', { protocol: 'http' }, ['webhook_public_key']],
    ['a key that is too short', { ...http(), webhook_public_key: KEY.slice(1) }, ['webhook_public_key']],
    ['a key that is no base64', { ...http(), webhook_public_key: '!'.repeat(44) }, ['webhook_public_key']],
    ['http with a pair of binds', { ...http(), bind: 'pair' }, ['bind']],
    ['http with a profile that is too long', { ...http(), system_id: 'x'.repeat(65) }, ['system_id']],
    ['a prefix in another spelling', { prefixes: ['+49', '+490'] }, ['prefixes.1']],
    ['a prefix twice', { prefixes: ['+49', '+49'] }, ['prefixes']],
    ['a number twice', { numbers: ['+12125550123', '+12125550123'] }, ['numbers']],
    ['an invalid number', { numbers: ['+1'] }, ['numbers.0']],
    ['an unknown member', { weight: 1 }, ['weight']],
  ])('returns 422 for %s', async (_name, given, fields) => {
    const answer = await create(given);
    expect([answer.status, fieldsOf(answer)]).toEqual([422, fields]);
  });

  it.each([
    ['', 'limit=101', 'limit'],
    ['', 'protocol=sms', 'protocol'],
    ['', 'enabled=maybe', 'enabled'],
    ['', 'colour=red', 'colour'],
    ['/refusals', 'limit=0', 'limit'],
    ['/refusals', 'from=2&to=1', 'to'],
    ['/refusals', 'from=2&to=2', 'to'],
    ['/refusals', 'from=soon', 'from'],
    ['/refusals', 'cursor=abc', 'cursor'],
  ])('returns 422 for GET %s?%s', async (suffix, query, field) => {
    const path = suffix === '' ? PATH : `${await aCarrier()}${suffix}`;
    const answer = await api.operator('GET', `${path}?${query}`);
    expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
  });
});

describe('the state of a carrier of messages', () => {
  /** By what the recipient begins with: an SMPP status that refuses it. */
  const REFUSED: Readonly<Record<string, number>> = { '+49151': 0x0b, '+49152': 0x0b, '+49160': 0x45 };
  let api: TestApi;
  let smsc: Smsc;
  let path: string;
  let sender: Awaited<ReturnType<typeof aSender>>;
  let isOver = false;
  let rounds = Promise.resolve();

  beforeAll(async () => {
    const script = ({ to }: ReceivedPart): PartScript => ({ status: REFUSED[`+${to}`.slice(0, 6)] ?? 0, delayMs: 5 });
    smsc = await Smsc.start({ script });
    api = await startApi();
    const speed = { per_second: 1_000, per_number_per_second: 1_000 };
    const carrier = { ...CARRIER, ...speed, host: '127.0.0.1', port: smsc.port, system_id: 'us', password: PASSWORD };
    path = `${PATH}/${String(dataOf(await api.operator('POST', PATH, { ...carrier, prefixes: ['+49'] }))['id'])}`;
    sender = await aSender(api, 2_000);
  });
  afterAll(async () => {
    isOver = true;
    await rounds;
    await api.use(DeliverMessages).stop();
    await api.stop();
    await smsc.close();
  });

  const status = async () => dataOf(await api.operator('GET', `${path}/status`));
  const refusals = async (query = '') => itemsOf(await api.operator('GET', `${path}/refusals${query}`));
  /** Works as a worker does, which renews its lease in each round. */
  const work = async () => {
    while (!isOver) {
      await api.use(DeliverMessages).round();
      await sleep(ROUND_MS);
    }
  };

  it('is down with what waits for it before a worker connects', async () => {
    const before = nowOf(api);
    const messages: Row[] = [];
    for (let count = 0; count < 3; count += 1)
      messages.push(await sender.sent({ to: `+491711234567${String(count)}` }));
    expect(await status()).toEqual({
      health: 'down',
      connected: false,
      since: null,
      reported_at: null,
      last_error: null,
      lag_ms: null,
      in_flight: 0,
      accepted: 0,
      refused: 0,
      queued: 3,
      oldest_queued_at: expect.any(Number),
      unhandled: 0,
      oldest_unhandled_at: null,
      last_fault: null,
    });
    expect((await status())['oldest_queued_at']).toBeGreaterThanOrEqual(before);
    for (const message of messages) await sender.cancel(message);
  });

  it('is up with its lag and what it took once a worker is connected', async () => {
    rounds = work();
    await eventually(async () => expect(await status()).toMatchObject({ connected: true, queued: 0 }));
    for (let count = 0; count < 3; count += 1) await sender.sent({ to: `+491721234567${String(count)}` });
    await eventually(async () => expect(await status()).toMatchObject({ accepted: 3, in_flight: 0, queued: 0 }));
    expect(await status()).toMatchObject({
      health: 'up',
      connected: true,
      since: expect.any(Number),
      reported_at: expect.any(Number),
      last_error: null,
      lag_ms: expect.any(Number),
      in_flight: 0,
      refused: 0,
      oldest_queued_at: null,
    });
    expect((await status())['lag_ms']).toBeGreaterThanOrEqual(5);
    expect(dataOf(await api.operator('GET', path))).toMatchObject({ connected: true, health: 'up' });
  });

  it('counts refusals by prefix and reason, the most frequent first, page by page, and offers the messages to others', async () => {
    const recipients = [
      '+4915112345671',
      '+4915112345672',
      '+4915112345673',
      '+4915212345678',
      '+4915212345679',
      '+4916012345678',
    ];
    const messages: Row[] = [];
    for (const to of recipients) messages.push(await sender.sent({ to }));
    await eventually(async () => {
      for (const message of messages) expect(await sender.read(message)).toMatchObject({ status: 'delivered' });
      expect(await refusals()).toHaveLength(3);
    });
    const all = await refusals();
    expect(all).toMatchObject([
      { prefix: '+49151', code: 'ESME_RINVDSTADR', error_code: 'recipient_invalid', count: 3 },
      { prefix: '+49152', code: 'ESME_RINVDSTADR', error_code: 'recipient_invalid', count: 2 },
      { prefix: '+49160', code: 'ESME_RSUBMITFAIL', error_code: 'carrier_refused', count: 1 },
    ]);
    expect(await refusals('?order=asc')).toEqual([...all].reverse());
    const page = dataOf(await api.operator('GET', `${path}/refusals?limit=2`));
    expect(page['items']).toEqual(all.slice(0, 2));
    expect(await refusals(`?limit=2&cursor=${String(page['next_cursor'])}`)).toEqual([all[2]]);
    expect(await refusals(`?to=${String(nowOf(api) - 7_200)}`)).toEqual([]);
    expect(await refusals(`?from=${String(nowOf(api))}&to=${String(nowOf(api) + 1)}`)).toEqual(all);
    // Only refusals for reasons of the carrier count against it.
    expect(await status()).toMatchObject({ accepted: 3, refused: 1 });
  });

  it('shows the last error after the connection was lost, and is not connected', async () => {
    smsc.set({ bind: () => 0x0e });
    smsc.disconnect();
    await eventually(async () =>
      expect(await status()).toMatchObject({ connected: false, last_error: expect.any(String) }),
    );
    expect((await status())['last_error']).not.toContain(PASSWORD);
  });
});
