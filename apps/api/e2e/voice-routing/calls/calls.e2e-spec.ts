import { Ledger } from '@trunkline/billing-ledger';
import { type EventPayloads, newId } from '@trunkline/kernel';
import { Database } from '@trunkline/platform';
import { UnplacedCalls } from '@trunkline/voice-routing';
import { RecordEvent } from '@trunkline/webhooks';
import { type Customer, startApi, SWITCH_TOKEN, TestApi } from '../../support';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row } from '../../support/numbering/shopping';
import { StreamReader } from '../../support/stream-reader';
import { jsonOf, Telephony } from '../../support/telephony';

const SWITCH = 'sw-agent';
const NODE = 'a';
const CALLEE = '+442079460000';
const now = () => Math.floor(Date.now() / 1000);

let api: TestApi;
let other: TestApi;
let stranger: Customer;
let after: string | undefined;

beforeAll(async () => {
  api = await startApi({ SWITCH_TOKENS: SWITCH_TOKEN });
  other = await TestApi.start({ SWITCH_TOKENS: SWITCH_TOKEN, DATABASE_URL: api.settings.DATABASE_URL });
  stranger = await api.customers.make();
  await api.operator('POST', '/operator/carriers', { name: 'Transit', host: '192.0.2.98' });
});
afterAll(async () => {
  await other.stop();
  await api.stop();
});

/** Asks for commands as the agent of a switch. */
async function poll(waitSeconds = 0): Promise<Row[]> {
  const query = `switch_id=${SWITCH}&node=${NODE}&wait_s=${waitSeconds}${after ? `&after=${after}` : ''}`;
  const { text } = await api.switchGet(`/switch/commands?${query}`);
  const { commands } = JSON.parse(text) as { commands: Row[] };
  after = commands.at(-1)?.['id'] === undefined ? after : String(commands.at(-1)?.['id']);
  return commands;
}
const commandOf = async (call: Row) =>
  (await poll()).find((command) => command['decision_id'] === String(call['id']).replace('call_', 'rd_'));
const event = (call: Row, name: string, given: Row = {}) =>
  api.switch('/switch/events', {
    switch_id: SWITCH,
    node: NODE,
    event: name,
    decision_id: String(call['id']).replace('call_', 'rd_'),
    at: now(),
    ...given,
  });
const report = async (call: Row, row: Row) => {
  const { decision_id: decisionId, call_id: callId } = call;
  const cdr = { switch_id: SWITCH, node: NODE, decision_id: decisionId, call_id: callId, ...row };
  return (jsonOf(await api.switch('/switch/cdrs', { cdrs: [cdr] }))['outcomes'] as Row[])[0];
};
const heldBy = async ({ accountId }: Customer) => (await api.use(Ledger).balance(accountId)).heldCents;

async function setBalance({ accountId }: Customer, cents: number): Promise<void> {
  const { amountCents } = await api.use(Ledger).balance(accountId);
  const order = { accountId, description: 'Spent', relatedKind: null, relatedId: null, reference: 'spent' };
  await api.use(Ledger).adjust({ ...order, amountCents: cents - amountCents });
}

/** Records the event of a CDR as the worker does. */
async function announce(cdrId: string, { accountId }: Customer): Promise<void> {
  const [row] = await api.use(Database).query<{
    data: EventPayloads['call.completed'];
  }>(`SELECT data FROM platform.outbox WHERE data->>'cdr_id' = $1`, [cdrId]);
  if (row === undefined) throw new Error(`${cdrId} has no event`);
  const event = { id: newId('evt'), accountId, createdAt: new Date(), type: 'call.completed' } as const;
  await api.use(RecordEvent).record({ ...event, data: row.data });
}

/** A customer with a number and a trunk, whose switch is connected. */
async function aDialler(balanceCents = 100_000, terms: Row = { tier: 'verified' }) {
  const telephony = await Telephony.make(api, balanceCents);
  const { customer, number: from, trunkId } = telephony;
  await api.operator('PATCH', `/operator/accounts/${customer.accountId}`, { max_concurrent_calls: null, ...terms });
  await poll();
  const body = { from, to: CALLEE, sip_trunk_id: trunkId };
  const dial = (given: Row = {}, headers: Record<string, string> = {}, of = api) =>
    of.post('/v1/calls', { ...body, ...given }, customer, headers);
  const placed = async (given: Row = {}) => dataOf(await dial(given));
  const read = async (call: Row, of = api) => dataOf(await of.get(`/v1/calls/${String(call['id'])}`, customer));
  const hangUp = (call: Row, headers: Record<string, string> = {}) =>
    api.post(`/v1/calls/${String(call['id'])}/hangup`, undefined, customer, headers);
  const list = async (query = '') => itemsOf(await api.get(`/v1/calls${query}`, customer));
  return { telephony, customer, dial, placed, read, hangUp, list };
}

describe('POST /v1/calls', () => {
  it('returns 201, holds the price, and asks the switch to ring the trunk and then to call the number', async () => {
    const { telephony, customer, dial, list } = await aDialler();
    const answer = await dial({ ring_timeout_s: 20, max_duration_s: 600, customer_reference: 'ticket 4711' });
    const call = dataOf(answer);
    expect(answer.status).toBe(201);
    expect(call).toMatchObject({
      id: expect.stringMatching(/^call_/),
      direction: 'outbound',
      status: 'routing',
      caller: telephony.number,
      callee: CALLEE,
      caller_withheld: false,
      e164: telephony.number,
      sip_trunk_id: telephony.trunkId,
      customer_reference: 'ticket 4711',
      answered_at: null,
      current_attempt: 1,
      attempts: [],
      estimated_cost_cents: 0,
      max_duration_s: 600,
      cdr_id: null,
    });
    expect(call['held_cents']).toBeGreaterThan(0);
    expect(await heldBy(customer)).toBe(call['held_cents']);
    expect(await list()).toEqual([{ ...call, duration_s: expect.any(Number) }]);
    expect(await commandOf(call)).toMatchObject({
      type: 'originate',
      call_id: expect.any(String),
      from: telephony.number,
      to: CALLEE,
      ring_timeout_s: 20,
      plan: { action: 'route', max_duration_s: 600, routes: [{ uri: `sip:${CALLEE}@192.0.2.98:5060` }] },
      agent: {
        action: 'route',
        routes: [
          {
            uri: `sip:${telephony.number}@192.0.2.1:5060`,
            fr_inv_timer: 20_000,
            auth: { user: 'me', password: 'secret' },
          },
          { uri: expect.stringContaining('sip.example.com') },
        ],
      },
    });
    expect(
      (
        await api.use(Database).query<{
          data: Row;
        }>(`SELECT data FROM platform.outbox WHERE type = 'call.started' AND account_id = $1`, [customer.accountId])
      ).map(({ data }) => data['call_id']),
    ).toEqual([call['id']]);
  });

  it('has one record with the attempts of both legs, and holds nothing after it', async () => {
    const { telephony, customer, placed, read } = await aDialler();
    const call = await placed();
    const command = (await commandOf(call)) as Row;
    const at = now();
    const [agent] = (command['agent'] as { routes: Row[] }).routes;
    const [route] = (command['plan'] as { routes: Row[] }).routes;
    const toAgent = {
      leg: 'agent',
      order: 1,
      gateway_id: agent?.['gateway_id'],
      address: '192.0.2.1:5060',
      started_at: at,
    };
    const toCallee = { order: 1, carrier_id: route?.['carrier_id'], address: '192.0.2.98:5060', started_at: at };
    await event(call, 'ringing', { attempts: [{ ...toAgent, sip_code: 180 }] });
    expect(await read(call, other)).toMatchObject({
      status: 'ringing',
      current_attempt: 1,
      attempts: [{ leg: 'agent', address: '192.0.2.1:5060', result: null, target_kind: 'sip_trunk' }],
    });
    const answered = { ...toAgent, sip_code: 200, sip_reason: 'OK', answered_at: at };
    await event(call, 'ringing', { attempts: [answered, { ...toCallee, sip_code: 180 }] });
    await event(call, 'answered', { at: at - 100, attempts: [answered, { ...toCallee, sip_code: 200 }] });
    const live = await read(call, other);
    expect(live).toMatchObject({
      status: 'in_progress',
      current_attempt: 1,
      attempts: [
        { leg: 'agent', result: 'answered', sip_reason: 'OK' },
        { leg: 'callee', result: 'answered', address: null, destination: CALLEE },
      ],
    });
    expect(live['estimated_cost_cents']).toBeGreaterThan(0);
    await telephony.backdate({ decision_id: command['decision_id'] }, at - 102);
    const outcome = await report(command, {
      started_at: at - 102,
      answered_at: at - 100,
      ended_at: at,
      sip_code: 200,
      attempts: [answered, { ...toCallee, sip_code: 200 }],
    });
    expect(outcome).toMatchObject({ outcome: 'recorded' });
    expect(await read(call)).toMatchObject({ status: 'completed', cdr_id: outcome?.['cdr_id'], held_cents: 0 });
    expect(await heldBy(customer)).toBe(0);
    const cdr = dataOf(await api.get(`/v1/cdrs/${String(outcome?.['cdr_id'])}`, customer));
    expect(cdr).toMatchObject({
      direction: 'outbound',
      caller: telephony.number,
      callee: CALLEE,
      estimated_leg: false,
      attempts: [{ leg: 'agent' }, { leg: 'callee', destination: CALLEE }],
    });
    expect((await api.get(`/v1/cdrs/${String(outcome?.['cdr_id'])}`, stranger)).status).toBe(404);
  });

  it('has its reference in its record, in its events, and in lists and streams by reference of its account alone', async () => {
    const reference = 'ticket 4711: “50 %” & Süd';
    const { telephony, customer, placed } = await aDialler();
    const others = await aDialler();
    const end = now();
    /** Reports a placed call; answered 10 seconds before its end, unless `given` says otherwise. */
    const record = async (call: Row, given: Row = {}) => {
      const key = { decision_id: String(call['id']).replace('call_', 'rd_'), call_id: call['id'] };
      await telephony.backdate(key, end - 20);
      const times = { started_at: end - 20, answered_at: end - 10, ended_at: end, sip_code: 200 };
      return String((await report(key, { ...times, ...given }))?.['cdr_id']);
    };
    const named = await placed({ customer_reference: reference });
    const unanswered = await record(named, { answered_at: null, sip_code: 486 });
    const answered = await record(named);
    const unnamed = await record(await placed());
    const foreign = await record(await others.placed({ customer_reference: reference }));
    expect(answered).toBe(unanswered);
    const list = async (query: string, sender = customer) => itemsOf(await api.get(`/v1/cdrs?${query}`, sender));
    const by = `customer_reference=${encodeURIComponent(reference)}`;
    const found = await list(by);
    expect(found).toMatchObject([{ id: answered, customer_reference: reference, billable_duration_s: 10 }]);
    expect(await list(`customer_reference=${encodeURIComponent(reference.slice(0, -1))}`)).toEqual([]);
    expect((await list(by, others.customer)).map(({ id }) => id)).toEqual([foreign]);
    expect(await list(by, stranger)).toEqual([]);
    expect((await list('')).map(({ id }) => id).toSorted()).toEqual([answered, unnamed].toSorted());
    const read = async (id: string) => dataOf(await api.get(`/v1/cdrs/${id}`, customer));
    expect(await read(answered)).toMatchObject({ customer_reference: reference });
    expect(await read(unnamed)).toMatchObject({ customer_reference: null });
    expect((await api.get(`/v1/cdrs/${foreign}`, customer)).status).toBe(404);
    const reader = await StreamReader.open(api, `/v1/cdrs/stream?${by}`, customer);
    for (const cdrId of [unnamed, answered]) await announce(cdrId, customer);
    await reader.received(1);
    expect(reader.messages.map(({ data }) => data)).toEqual(found);
    reader.kill();
    const events = await api.use(Database).query<{ type: string; reference: string }>(
      `SELECT type, data->>'customer_reference' AS reference FROM platform.outbox
        WHERE account_id = $1 AND (data->>'cdr_id' = $2 OR data->>'call_id' = $3) ORDER BY type`,
      [customer.accountId, answered, named['id']],
    );
    expect(events).toEqual(['call.completed', 'call.completed', 'call.started'].map((type) => ({ type, reference })));
  });

  it('releases the hold when the agent does not take the call', async () => {
    const { customer, placed, read } = await aDialler();
    const call = await placed();
    const command = (await commandOf(call)) as Row;
    const path = `/switch/commands/${String(command['id'])}/result`;
    expect((await api.switch(path, { switch_id: SWITCH, ok: false, sip_code: 486 })).status).toBe(200);
    expect(await read(call)).toMatchObject({ status: 'completed', held_cents: 0, cdr_id: null });
    const busy = { leg: 'agent', sip_code: 486, started_at: now() };
    const times = { started_at: now(), answered_at: null, ended_at: now() };
    const outcome = await report(command, { ...times, sip_code: 486, attempts: [busy] });
    expect(await read(call)).toMatchObject({ status: 'completed', cdr_id: outcome?.['cdr_id'] });
    const cdr = dataOf(await api.get(`/v1/cdrs/${String(outcome?.['cdr_id'])}`, customer));
    expect(cdr).toMatchObject({ hangup_cause: 'user_busy', customer_total_cents: 0, attempts: [{ result: 'busy' }] });
    expect(await heldBy(customer)).toBe(0);
  });

  it('ends a call at no cost that no switch takes in time', async () => {
    const { customer, placed, read } = await aDialler();
    const call = await placed();
    await api
      .use(Database)
      .query(
        `UPDATE voice.switch_commands SET created_at = created_at - interval '31 seconds' WHERE type = 'originate'`,
      );
    expect(await commandOf(call)).toBeUndefined();
    await Promise.all([api, other].map((each) => each.use(UnplacedCalls).endExpired()));
    expect(await read(call)).toMatchObject({ status: 'completed', held_cents: 0, cdr_id: null });
    expect(await heldBy(customer)).toBe(0);
    const unreported = await api.operator('GET', `/operator/calls/unreported?account_id=${customer.accountId}`);
    expect(itemsOf(unreported)).toEqual([]);
  });

  it('is not ended by heartbeats that do not list it while the agent rings', async () => {
    const { placed, read } = await aDialler();
    const call = await placed({ ring_timeout_s: 120 });
    const beat = () =>
      api.switch('/switch/events', { switch_id: SWITCH, node: NODE, event: 'heartbeat', at: now(), active_calls: [] });
    const age = (seconds: number) =>
      api.use(Database).query(
        `UPDATE voice.calls SET started_at = started_at - make_interval(secs => $2),
             named_at = named_at - make_interval(secs => $2) WHERE id = $1`,
        [call['id'], seconds],
      );
    await age(120);
    await beat();
    expect(await read(call)).toMatchObject({ status: 'routing' });
    await age(60);
    await beat();
    expect(await read(call)).toMatchObject({ status: 'completed' });
  });

  it('returns 201 with the same call for one Idempotency-Key, also after a crash before the response', async () => {
    const { customer, dial, list } = await aDialler();
    const key = { 'idempotency-key': 'dial-1' };
    const [first, second] = await Promise.all([dial({}, key), dial({}, key, other)]);
    const answers = [first, second].filter(({ status }) => status === 201);
    expect(answers.length).toBeGreaterThan(0);
    await api.use(Database).query(
      `UPDATE platform.idempotency_keys SET status = NULL, body_sealed = NULL, locked_until = now()
      WHERE account_id = $1`,
      [customer.accountId],
    );
    const repeated = await dial({}, key);
    expect(dataOf(repeated)['id']).toBe(dataOf(answers[0] ?? first)['id']);
    expect(await list()).toHaveLength(1);
    expect((await dial({ to: '+442079460001' }, key)).status).toBe(422);
  });

  it('places three of a hundred parallel calls on a balance for three, and returns 402 for the others', async () => {
    const { customer, placed, dial, hangUp } = await aDialler();
    const first = await placed({ max_duration_s: 600 });
    const price = Number(first['held_cents']);
    await hangUp(first);
    await setBalance(customer, 3 * price);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => dial({ max_duration_s: 600 }, {}, n % 2 === 0 ? api : other)),
    );
    const codes = answers.map((answer) => (answer.status === 201 ? 'placed' : codeOf(answer)));
    expect(codes.filter((code) => code === 'insufficient_balance')).toHaveLength(97);
    expect(codes.filter((code) => code === 'placed')).toHaveLength(3);
    const balance = await api.use(Ledger).balance(customer.accountId);
    expect(balance).toMatchObject({ heldCents: 3 * price, availableCents: 0 });
    expect((await poll()).filter(({ from }) => from === first['caller'])).toHaveLength(3);
  });

  it('returns 402 insufficient_balance when the balance covers no minute', async () => {
    const { customer, dial } = await aDialler();
    await setBalance(customer, 0);
    const answer = await dial();
    expect([answer.status, codeOf(answer)]).toEqual([402, 'insufficient_balance']);
  });

  it('returns 403 destination_not_allowed for a number that no carrier serves', async () => {
    const { dial } = await aDialler();
    const carriers = itemsOf(await api.operator('GET', '/operator/carriers'));
    const path = `/operator/carriers/${String(carriers[0]?.['id'])}`;
    await api.operator('PATCH', path, { prefixes: ['+1'] });
    const answer = await dial();
    await api.operator('PATCH', path, { prefixes: [] });
    expect([answer.status, codeOf(answer)]).toEqual([403, 'destination_not_allowed']);
  });

  it('returns 403 spend_cap_reached past the daily cap', async () => {
    const { dial, customer } = await aDialler(100_000, { tier: 'self_serve' });
    await api.use(Database).query(
      `UPDATE billing.wallets SET outbound_held_cents = 10000, held_cents = held_cents + 10000,
        call_held_cents = 10000 WHERE account_id = $1`,
      [customer.accountId],
    );
    const answer = await dial();
    expect([answer.status, codeOf(answer)]).toEqual([403, 'spend_cap_reached']);
  });

  it('returns 403 account_suspended for a suspended account', async () => {
    const { dial, customer } = await aDialler();
    await api.operator('POST', `/operator/accounts/${customer.accountId}/suspend`, { reason: 'x' });
    const answer = await dial();
    expect([answer.status, codeOf(answer)]).toEqual([403, 'account_suspended']);
  });

  it('returns 409 concurrency_limit_reached past the limit of the account, and of the trunk', async () => {
    const { dial, customer, telephony } = await aDialler(100_000, { tier: 'verified', max_concurrent_calls: 1 });
    expect((await dial()).status).toBe(201);
    const full = await dial();
    expect([full.status, codeOf(full)]).toEqual([409, 'concurrency_limit_reached']);
    await api.operator('PATCH', `/operator/accounts/${customer.accountId}`, { max_concurrent_calls: 100 });
    await api.patch(`/v1/sip-trunks/${telephony.trunkId}`, { max_concurrent_calls: 1 }, customer);
    const fullTrunk = await dial();
    expect([fullTrunk.status, codeOf(fullTrunk)]).toEqual([409, 'concurrency_limit_reached']);
  });

  it('returns 409 trunk_not_active for a disabled trunk, and for one without a way to reach it', async () => {
    const { dial, customer, telephony } = await aDialler();
    await api.patch(`/v1/sip-trunks/${telephony.trunkId}`, { status: 'disabled' }, customer);
    const disabled = await dial();
    expect([disabled.status, codeOf(disabled)]).toEqual([409, 'trunk_not_active']);
    const empty = dataOf(await api.post('/v1/sip-trunks', { name: 'Empty' }, customer));
    const unreachable = await dial({ sip_trunk_id: empty['id'] });
    expect([unreachable.status, codeOf(unreachable)]).toEqual([409, 'trunk_not_active']);
  });

  it('returns 409 switch_not_connected while no switch asks for commands', async () => {
    const { dial } = await aDialler();
    await api.use(Database).query(`UPDATE voice.switch_polls SET polled_at = polled_at - interval '41 seconds'`);
    const answer = await dial();
    expect([answer.status, codeOf(answer)]).toEqual([409, 'switch_not_connected']);
  });

  it('returns 422 naming the field', async () => {
    const { dial, telephony } = await aDialler();
    const theirs = dataOf(await api.post('/v1/sip-trunks', { name: 'Theirs' }, stranger));
    const faults: [Row, string][] = [
      [{ from: '+442079460000' }, 'from'],
      [{ from: 'x' }, 'from'],
      [{ to: '112' }, 'to'],
      [{ to: '+49112' }, 'to'],
      [{ to: '+4408001111' }, 'to'],
      [{ sip_trunk_id: theirs['id'] }, 'sip_trunk_id'],
      [{ ring_timeout_s: 4 }, 'ring_timeout_s'],
      [{ ring_timeout_s: 121 }, 'ring_timeout_s'],
      [{ max_duration_s: 59 }, 'max_duration_s'],
      [{ max_duration_s: 14_401 }, 'max_duration_s'],
      [{ customer_reference: 'x'.repeat(201) }, 'customer_reference'],
      [{ humidity: 7 }, 'humidity'],
    ];
    for (const [given, field] of faults) {
      const answer = await dial(given);
      expect([given, answer.status, fieldsOf(answer)]).toEqual([given, 422, [field]]);
    }
    const edge = { ring_timeout_s: 120, max_duration_s: 60, customer_reference: 'x'.repeat(200) };
    expect((await dial({ ...edge, from: telephony.number })).status).toBe(201);
    expect((await dial({ ring_timeout_s: 5, max_duration_s: 14_400 })).status).toBe(201);
  });

  it('returns 401 without a credential', async () => {
    expect((await api.post('/v1/calls', {})).status).toBe(401);
  });
});

describe('GET /v1/calls', () => {
  it('returns 200 with the filtered calls of the account, newest first', async () => {
    const { telephony, placed, list } = await aDialler();
    const outbound = await placed();
    const inbound = await telephony.route({ switch_id: SWITCH, node: NODE });
    const ids = async (query: string) => (await list(query)).map((call) => call['id']);
    const inboundId = String(inbound['decision_id']).replace('rd_', 'call_');
    expect(await ids('')).toEqual([inboundId, outbound['id']]);
    expect(await ids('?direction=inbound')).toEqual([inboundId]);
    expect(await ids('?direction=outbound')).toEqual([outbound['id']]);
    expect(await ids(`?e164=${encodeURIComponent(telephony.number)}`)).toHaveLength(2);
    expect(await ids('?e164=%2B442079460000')).toEqual([]);
    expect(await ids(`?sip_trunk_id=${telephony.trunkId}`)).toHaveLength(2);
    expect(await ids('?sip_trunk_id=trk_0mh2k3l4p9f1c2d3e4b5a6978')).toEqual([]);
    const first = await api.get('/v1/calls?limit=1', telephony.customer);
    const cursor = (first.body.data as { next_cursor: string }).next_cursor;
    expect(await ids(`?limit=1&cursor=${cursor}`)).toEqual([outbound['id']]);
    expect(itemsOf(await api.get('/v1/calls', stranger))).toEqual([]);
  });

  it('shows a withheld caller as null, and hides numbers as the account demands', async () => {
    const { telephony, customer, list } = await aDialler();
    await telephony.route({ switch_id: SWITCH, node: NODE, from: 'anonymous' });
    expect(await list()).toMatchObject([{ caller: null, caller_withheld: true, callee: telephony.number }]);
    await api.patch('/v1/accounts/me', { settings: { cdr_redaction: 'partial' } }, { cookie: customer.cookie });
    expect((await list())[0]?.['callee']).toBe(telephony.number.replace(/\d{4}$/, '****'));
  });

  it('returns 401 without a credential, and 422 for an unknown parameter', async () => {
    expect((await api.get('/v1/calls')).status).toBe(401);
    expect((await api.get('/v1/calls?status=routing', stranger)).status).toBe(422);
  });
});

describe('GET /v1/calls/{id}', () => {
  it('returns 200 for 24 hours after the end of the call, then 404', async () => {
    const { telephony, customer, read } = await aDialler();
    const routed = await telephony.route({ switch_id: SWITCH, node: NODE });
    const call = { id: String(routed['decision_id']).replace('rd_', 'call_') };
    await event(call, 'ended', { sip_code: 486 });
    expect(await read(call, other)).toMatchObject({ status: 'completed', cdr_id: null, held_cents: 0 });
    const age = (hours: number) =>
      api
        .use(Database)
        .query(`UPDATE voice.calls SET ended_at = now() - make_interval(hours => $2) WHERE id = $1`, [call.id, hours]);
    await age(23);
    expect((await api.get(`/v1/calls/${call.id}`, customer)).status).toBe(200);
    await age(24);
    expect((await api.get(`/v1/calls/${call.id}`, customer)).status).toBe(404);
  });

  it("returns 404 for another account's call, an unknown id and an invalid id", async () => {
    const { placed } = await aDialler();
    const call = await placed();
    for (const id of [String(call['id']), 'call_0mh2k3l4p9f1c2d3e4b5a6978', 'x'])
      expect((await api.get(`/v1/calls/${id}`, stranger)).status).toBe(404);
    expect((await api.get(`/v1/calls/${String(call['id'])}`)).status).toBe(401);
  });
});

describe('POST /v1/calls/{id}/hangup', () => {
  it('returns 202 and asks the process of the switch that the call belongs to, once per Idempotency-Key', async () => {
    const { telephony, hangUp } = await aDialler();
    const routed = await telephony.route({ switch_id: SWITCH, node: NODE });
    const call = { id: String(routed['decision_id']).replace('rd_', 'call_') };
    const answer = await hangUp(call, { 'idempotency-key': 'hangup-1' });
    expect([answer.status, dataOf(answer)['status']]).toEqual([202, 'routing']);
    expect((await hangUp(call, { 'idempotency-key': 'hangup-1' })).status).toBe(202);
    const commands = (await poll()).filter((command) => command['decision_id'] === routed['decision_id']);
    expect(commands).toMatchObject([{ type: 'hangup', call_id: routed['call_id'] }]);
  });

  it('returns 202 with the call completed when no switch has received it yet', async () => {
    const { customer, placed, hangUp } = await aDialler();
    const call = await placed();
    const answer = await hangUp(call);
    expect([answer.status, dataOf(answer)]).toMatchObject([202, { status: 'completed', held_cents: 0 }]);
    expect(await commandOf(call)).toBeUndefined();
    expect(await heldBy(customer)).toBe(0);
  });

  it('returns 409 call_already_ended', async () => {
    const { placed, hangUp } = await aDialler();
    const call = await placed();
    await commandOf(call);
    await event(call, 'ended', { sip_code: 200 });
    const answer = await hangUp(call);
    expect([answer.status, codeOf(answer)]).toEqual([409, 'call_already_ended']);
  });

  it('returns 409 switch_not_connected when the switch of the call takes no commands', async () => {
    const { telephony, hangUp } = await aDialler();
    const routed = await telephony.route({ switch_id: 'sw-without-agent' });
    const answer = await hangUp({ id: String(routed['decision_id']).replace('rd_', 'call_') });
    expect([answer.status, codeOf(answer)]).toEqual([409, 'switch_not_connected']);
  });

  it("returns 401 without a credential, and 404 for another account's call", async () => {
    const { placed } = await aDialler();
    const path = `/v1/calls/${String((await placed())['id'])}/hangup`;
    expect((await api.post(path)).status).toBe(401);
    expect((await api.post(path, undefined, stranger)).status).toBe(404);
  });
});

describe('POST /operator/calls/{id}/end', () => {
  const end = (id: string) => api.operator('POST', `/operator/calls/${id}/end`, { reason: 'stuck' });

  it('asks the switch of the call to hang up, once', async () => {
    const { telephony } = await aDialler();
    const routed = await telephony.route({ switch_id: SWITCH, node: NODE });
    const id = String(routed['decision_id']).replace('rd_', 'call_');
    expect((await end(id)).status).toBe(200);
    expect((await end(id)).status).toBe(409);
    const commands = (await poll()).filter((command) => command['decision_id'] === routed['decision_id']);
    expect(commands).toMatchObject([{ type: 'hangup' }]);
  });

  it('withdraws the command of a call that no switch has received', async () => {
    const { customer, placed } = await aDialler();
    const call = await placed();
    expect((await end(String(call['id']))).status).toBe(200);
    expect(await commandOf(call)).toBeUndefined();
    expect(await heldBy(customer)).toBe(0);
  });
});

describe('GET /v1/billing/holds', () => {
  const holdsOf = async (customer: Customer, query = '') =>
    itemsOf(await api.get(`/v1/billing/holds${query}`, customer));

  it('returns 200 with what holds money, in pages', async () => {
    const { customer, placed, hangUp } = await aDialler();
    const [first, second] = [await placed(), await placed({ max_duration_s: 600 })];
    const holds = await holdsOf(customer);
    expect(holds).toEqual(
      [second, first].map((call) => ({
        id: expect.stringMatching(/^hold_/),
        kind: 'call',
        related_id: call['id'],
        amount_cents: call['held_cents'],
        since: expect.any(Number),
        until: expect.any(Number),
      })),
    );
    expect(Number(holds[0]?.['until']) - now()).toBeGreaterThan(24 * 3600);
    const balance = dataOf(await api.get('/v1/billing/balance', customer));
    expect(balance['held_cents']).toBe(Number(first['held_cents']) + Number(second['held_cents']));
    const page = (await api.get('/v1/billing/holds?limit=1', customer)).body.data as { next_cursor: string };
    expect(await holdsOf(customer, `?limit=1&cursor=${page.next_cursor}`)).toEqual([holds[1]]);
    await hangUp(first);
    expect(await holdsOf(customer)).toEqual([holds[0]]);
    expect(await holdsOf(stranger)).toEqual([]);
  });

  it('returns 200 with the hold of an order', async () => {
    const { customer } = await aDialler();
    const hold = { accountId: customer.accountId, amountCents: 250, reference: 'order:ord_1' };
    await api.use(Ledger).hold({ ...hold, relatedKind: 'number_order', relatedId: 'ord_1' });
    expect(await holdsOf(customer)).toMatchObject([
      { kind: 'order', related_id: 'ord_1', amount_cents: 250, until: null },
    ]);
  });

  it('returns 401 without a credential, and 422 for an unknown parameter', async () => {
    expect((await api.get('/v1/billing/holds')).status).toBe(401);
    expect((await api.get('/v1/billing/holds?kind=call', stranger)).status).toBe(422);
  });
});

describe('GET /v1/calls/echo', () => {
  it('returns 200 with the echo number of the sandbox', async () => {
    expect(dataOf(await api.get('/v1/calls/echo', stranger))).toEqual({ e164: '+12025550199' });
  });

  it('returns 401 without a credential', async () => {
    expect((await api.get('/v1/calls/echo')).status).toBe(401);
  });
});
