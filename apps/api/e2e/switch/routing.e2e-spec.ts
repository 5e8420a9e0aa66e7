import { Ledger } from '@trunkline/billing-ledger';
import { Database } from '@trunkline/platform';
import { createHash } from 'node:crypto';
import { dataOf, itemsOf, type Row } from '../support/numbering/shopping';
import { startApi, SWITCH_TOKEN, type TestApi } from '../support';
import { anHourAgo, jsonOf, Telephony } from '../support/telephony';

const HASHED_TOKEN = 'the-token-of-another-switch';
const PATHS = [
  '/switch/route',
  '/switch/cdrs',
  '/switch/events',
  '/switch/gateway-health',
  '/switch/auth',
  '/switch/registrations',
];

describe('the switch interface', () => {
  let api: TestApi;
  let telephony: Telephony;

  beforeAll(async () => {
    const hashed = `sha256:${createHash('sha256').update(HASHED_TOKEN).digest('hex')}`;
    api = await startApi({ SWITCH_TOKENS: `${SWITCH_TOKEN},${hashed}` });
    telephony = await Telephony.make(api);
  });
  afterAll(() => api.stop());

  const errorOf = (answer: { text: string }) =>
    (JSON.parse(answer.text) as { error: { code: string; fields?: Row } }).error;
  const outcomesOf = (answer: Parameters<typeof jsonOf>[0]) => jsonOf(answer)['outcomes'] as Row[];
  const post = (rows: unknown) => api.switch('/switch/cdrs', { cdrs: rows });
  const balance = async () => Number(dataOf(await api.get('/v1/billing/balance', telephony.customer))['amount_cents']);

  describe.each(PATHS)('POST %s', (path) => {
    it('returns 401 without a token, with a wrong one, and with a hash in place of it', async () => {
      const hash = createHash('sha256').update(HASHED_TOKEN).digest('hex');
      for (const token of ['', 'wrong-token-unknown', hash, `sha256:${hash}`]) {
        const answer = await api.switch(path, {}, token);
        expect([answer.status, errorOf(answer).code]).toEqual([401, 'unauthorized']);
      }
    });

    it('accepts a token that is configured as a hash', async () => {
      expect((await api.switch(path, {}, HASHED_TOKEN)).status).not.toBe(401);
    });

    it('returns 404 on the public listener', async () => {
      const answer = await fetch(`${api.url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${SWITCH_TOKEN}` },
        body: '{}',
      });
      expect(answer.status).toBe(404);
    });

    it('returns 405 for GET', async () => {
      const answer = await fetch(`${api.internalUrl}${path}`, { headers: { authorization: `Bearer ${SWITCH_TOKEN}` } });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    });

    it.each(['', '{"a":', 'a=b', '\u0000'])('returns 400 for invalid JSON: %j', async (body) => {
      const answer = await api.switch(path, body);
      expect([answer.status, errorOf(answer).code]).toEqual([400, 'malformed_json']);
    });

    it.each(['[]', '"a"', '5', 'null'])('returns 422 for the body %s', async (body) => {
      const answer = await api.switch(path, body);
      expect([answer.status, errorOf(answer).code]).toEqual([422, 'invalid_input']);
    });

    it('returns 413 beyond 4 MiB of records or 256 KiB of anything else', async () => {
      const size = path === '/switch/cdrs' ? 4 * 1024 * 1024 : 256 * 1024;
      expect((await api.switch(path, `{"a":"${'x'.repeat(size - 8)}"}`)).status).not.toBe(413);
      const answer = await api.switch(path, `{"a":"${'x'.repeat(size)}"}`);
      expect([answer.status, errorOf(answer).code]).toEqual([413, 'payload_too_large']);
    });
  });

  it('accepts a thousand records with fifteen attempts each', async () => {
    const id = 'i'.repeat(30);
    const attempt = { target_id: id, gateway_id: id, started_at: 1_780_000_000, ring_s: 25, sip_code: 503 };
    const attempts = Array.from({ length: 15 }, (_, index) => ({ order: index + 1, ...attempt, result: 'failed' }));
    const times = { started_at: 1_780_000_000, ended_at: 1_780_000_060, sip_code: 503 };
    const rows = Array.from({ length: 1_000 }, (_, index) => ({
      switch_id: 'sw1',
      call_id: `many-${index}`,
      decision_id: 'rd_none',
      ...times,
      attempts,
    }));
    const answer = await post(rows);
    expect(answer.status).toBe(200);
    expect(new Set(outcomesOf(answer).map((row) => row['outcome']))).toEqual(new Set(['ignored']));
  });

  it('returns 404 for an unknown path', async () => {
    expect((await api.switch('/switch/weather', {})).status).toBe(404);
  });

  describe('POST /switch/route', () => {
    it('returns the routes of the trunk for a call to a number, in rtjson format', async () => {
      const call = {
        switch_id: 'sw1',
        call_id: 'c1',
        from: '493012345',
        to: telephony.number.slice(1),
        source_ip: '203.0.113.9',
        source_port: 5060,
        transport: 'udp',
      };
      const answer = await api.switch('/switch/route', call);
      const number = telephony.number;
      expect([answer.status, jsonOf(answer)]).toEqual([
        200,
        {
          action: 'route',
          decision_id: expect.stringMatching(/^rd_/),
          version: '1.0',
          routing: 'serial',
          max_duration_s: 14_400,
          ring_timeout_ms: 25_000,
          first_branch: 0,
          auth: { user: 'me', password: 'secret' },
          routes: [
            {
              uri: `sip:${number}@192.0.2.1:5060`,
              dst_uri: 'sip:192.0.2.1:5060',
              fr_timer: 4_000,
              fr_inv_timer: 25_000,
              headers: { extra: `X-Svc-Number: ${number}\r\nX-Site: b\r\n` },
              auth: { user: 'me', password: 'secret' },
              target_id: null,
              gateway_id: expect.stringMatching(/^gw_/),
              pass: 0,
              carrier_id: null,
              contact_id: null,
              media: 'rtp',
              codecs: ['g711a', 'g711u'],
              dtmf_mode: 'rfc4733',
            },
            {
              uri: `sip:${number}@sip.example.com:5061;transport=tls`,
              dst_uri: 'sip:sip.example.com:5061;transport=tls',
              fr_timer: 4_000,
              fr_inv_timer: 25_000,
              headers: { extra: `X-Svc-Number: ${number}\r\n` },
              target_id: null,
              gateway_id: expect.stringMatching(/^gw_/),
              pass: 0,
              carrier_id: null,
              contact_id: null,
              media: 'rtp',
              codecs: ['g711a', 'g711u'],
              dtmf_mode: 'rfc4733',
            },
          ],
        },
      ]);
      const decision = await api
        .use(Database)
        .find(`SELECT routes::text AS routes, rating FROM voice.decisions WHERE id = $1`, [
          jsonOf(answer)['decision_id'],
        ]);
      expect(decision).toMatchObject({ rating: { ratePerMinuteMicrocents: 600_000 } });
      expect(String(decision?.['routes'])).not.toContain('secret');
    });

    it('forks in parallel for simultaneous_ring', async () => {
      const target = { kind: 'sip_trunk', sip_trunk_id: telephony.trunkId };
      const made = await api.post(
        '/v1/routing-profiles',
        { name: 'Group', strategy: 'simultaneous_ring', ring_timeout_s: 40, targets: [target, target] },
        telephony.customer,
      );
      const { id: routing_profile_id } = dataOf(made)['profile'] as Row;
      const path = `/v1/numbers/${telephony.number.slice(1)}/routing`;
      await api.patch(path, { routing_profile_id }, telephony.customer);
      const answer = await telephony.route();
      await api.patch(path, { trunk_id: telephony.trunkId }, telephony.customer);
      expect(answer).toMatchObject({ action: 'route', routing: 'parallel', ring_timeout_ms: 40_000 });
      expect(answer['routes']).toHaveLength(2);
    });

    it.each([
      ['to an unassigned number', { to: '+12125550199' }, [404, 'Number Not Found']],
      ['to what is no number', { to: 'reception' }, [404, 'Number Not Found']],
      ['by an unknown user', { to: '+12125550199', auth_user: 'mallory' }, [403, 'Source Not Known']],
    ])('rejects a call %s', async (_name, given, expected) => {
      const answer = await telephony.route(given);
      expect([answer['action'], answer['code'], answer['reason']]).toEqual(['reject', ...expected]);
      expect(answer).toMatchObject({ decision_id: expect.any(String), routes: [], max_duration_s: 0 });
    });

    it('rejects a call on an empty balance, and limits its duration by the balance', async () => {
      const poor = await Telephony.make(api, 5_000);
      const { accountId } = poor.customer;
      const { amountCents } = await api.use(Ledger).balance(accountId);
      const order = { accountId, description: 'Spent', relatedKind: 'test', relatedId: 'test', reference: 'to six' };
      await api.use(Ledger).charge({ ...order, amountCents: amountCents - 6 });
      expect(await poor.route()).toMatchObject({ action: 'route', max_duration_s: 600 });
      // The call in progress holds the rest.
      expect(await poor.route()).toMatchObject({ action: 'reject', code: 402, reason: 'Insufficient Balance' });
    });

    it("accepts calls from a carrier's network only to numbers of this service, even if a trunk claims the network", async () => {
      const carrier = { name: 'In', host: '192.0.2.98', source_networks: ['198.51.100.128/25'] };
      const carrierId = String(dataOf(await api.operator('POST', '/operator/carriers', carrier))['id']);
      const cidr = { inbound_cidrs: ['198.51.100.130'] };
      await api.patch(`/v1/sip-trunks/${telephony.trunkId}`, cidr, telephony.customer);
      const source_ip = '198.51.100.130';
      expect(await telephony.route({ source_ip })).toMatchObject({ action: 'route' });
      const out = { from: telephony.number, to: '+493012345', source_ip };
      expect(await telephony.route(out)).toMatchObject({ action: 'reject', code: 404, reason: 'Number Not Found' });
      await api.operator('DELETE', `/operator/carriers/${carrierId}`);
    });

    it('rejects an emergency call without an emergency carrier, else routes it free of charge, also for a suspended account', async () => {
      const caller = await Telephony.make(api, 100);
      const cidr = { inbound_cidrs: ['198.51.100.9'], max_concurrent_calls: 1 };
      await api.patch(`/v1/sip-trunks/${caller.trunkId}`, cidr, caller.customer);
      const sos = { from: caller.number, to: 'sip:911@pbx.example.com', source_ip: '198.51.100.9' };
      expect(await caller.route(sos)).toMatchObject({ code: 403, reason: 'Emergency Calls Not Served' });
      const carrier = { name: 'SOS', host: '192.0.2.91', emergency: true, prefixes: ['+44'], max_concurrent_calls: 1 };
      const carrierId = String(dataOf(await api.operator('POST', '/operator/carriers', carrier))['id']);
      await api.operator('POST', `/operator/accounts/${caller.customer.accountId}/suspend`, { reason: 'Debt' });
      const first = await caller.route(sos);
      const second = await caller.route(sos);
      await api.operator('DELETE', `/operator/carriers/${carrierId}`);
      const way = { uri: 'sip:911@192.0.2.91:5060', headers: { extra: 'Priority: emergency\r\n' } };
      for (const routed of [first, second]) expect(routed).toMatchObject({ action: 'route', routes: [way] });
      const before = dataOf(await api.get('/v1/billing/balance', caller.customer));
      const rows = [first, second].map((routed) =>
        caller.rowOf(routed, { startedAt: Math.floor(Date.now() / 1000) - 70 }),
      );
      expect(outcomesOf(await post(rows)).map(({ outcome }) => outcome)).toEqual(['recorded', 'recorded']);
      expect(dataOf(await api.get('/v1/billing/balance', caller.customer))).toEqual(before);
      const cdrs = itemsOf(await api.get('/v1/cdrs?direction=outbound', caller.customer));
      expect(cdrs).toMatchObject([
        { customer_total_cents: 0, billing_transaction_id: null },
        { customer_total_cents: 0, billing_transaction_id: null },
      ]);
    });

    it('rejects an outbound call without a carrier, and rates it with one', async () => {
      const cidr = { inbound_cidrs: ['198.51.100.7'] };
      await api.patch(`/v1/sip-trunks/${telephony.trunkId}`, cidr, telephony.customer);
      const out = { from: telephony.number, to: '+493012345', source_ip: '::ffff:198.51.100.7' };
      expect(await telephony.route(out)).toMatchObject({
        action: 'reject',
        code: 480,
        reason: 'No Carrier For Destination',
      });
      const carrier = { name: 'Out', host: '192.0.2.99', auth_username: 'us', auth_password: 'carrier secret' };
      const carrierId = String(dataOf(await api.operator('POST', '/operator/carriers', carrier))['id']);
      const routed = await telephony.route(out);
      await api.operator('PATCH', `/operator/carriers/${carrierId}`, { max_concurrent_calls: 1 });
      expect(await telephony.route(out)).toMatchObject({ code: 503, reason: 'No Circuit Available' });
      await api.operator('DELETE', `/operator/carriers/${carrierId}`);
      expect(routed).toMatchObject({
        action: 'route',
        auth: { user: 'us', password: 'carrier secret' },
        routes: [
          {
            dst_uri: 'sip:192.0.2.99:5060',
            gateway_id: null,
            carrier_id: carrierId,
            headers: { from: { uri: `sip:${telephony.number}@192.0.2.99:5060` } },
            codecs: ['g711a', 'g711u'],
            dtmf_mode: 'rfc4733',
          },
        ],
      });
      expect(await telephony.route({ ...out, from: '+493012345' })).toMatchObject({
        action: 'reject',
        code: 403,
        reason: 'Caller Id Not Allowed',
      });
      const before = await balance();
      const [outcome] = outcomesOf(await post([telephony.rowOf(routed, { seconds: 61 })]));
      // Germany: 1.5 cents a minute, the first minute whole, then by the second.
      expect([outcome?.['outcome'], before - (await balance())]).toEqual(['recorded', 2]);
      const record = await api.get(`/v1/cdrs/${String(outcome?.['cdr_id'])}`, telephony.customer);
      expect(dataOf(record)).toMatchObject({
        direction: 'outbound',
        e164: telephony.number,
        callee: '+493012345',
        forward_to_e164: null,
        rating: { prefix: '493' },
      });
    });

    it.each<[Row, string[]]>([
      [{}, ['switch_id', 'call_id', 'from', 'to']],
      [{ switch_id: 'a', call_id: 'b', from: 'c', to: '' }, ['to']],
      [{ switch_id: 'a', call_id: 'b\u0000', from: 5, to: 'd' }, ['call_id', 'from']],
      [{ switch_id: 'a', call_id: 'b', from: 'c', to: 'x'.repeat(256) }, ['to']],
      [
        { switch_id: 'a', call_id: 'b', from: 'c', to: 'd', attestation: 'D', source_port: 0 },
        ['source_port', 'attestation'],
      ],
      [{ switch_id: 'a', call_id: 'b', from: 'c', to: 'd', source_ip: 'home' }, ['source_ip']],
      [{ switch_id: 'a', call_id: 'b', from: 'c', to: 'd', auth_user: {} }, ['auth_user']],
    ])('returns 422 for %j', async (body, fields) => {
      const answer = await api.switch('/switch/route', body);
      expect([answer.status, Object.keys(errorOf(answer).fields ?? {})]).toEqual([422, fields]);
    });
  });

  describe('POST /switch/cdrs', () => {
    it('records, rates and charges a call, publishes an event, and keeps the ledger consistent', async () => {
      const before = await balance();
      const id = await telephony.call({ seconds: 101 });
      expect(before - (await balance())).toBe(2);
      const record = dataOf(await api.get(`/v1/cdrs/${id}`, telephony.customer));
      expect(record).toMatchObject({
        billable_duration_s: 101,
        customer_total_cents: 2,
        hangup_cause: 'normal_clearing',
        number_id: telephony.numberId,
        sip_trunk_id: telephony.trunkId,
      });
      const posted = await api.get(
        `/v1/billing/transactions/${String(record['billing_transaction_id'])}`,
        telephony.customer,
      );
      expect(dataOf(posted)).toMatchObject({
        kind: 'charge',
        amount_cents: -2,
        related_kind: 'cdr',
        related_id: id,
        description: `Inbound call to ${telephony.number}`,
      });
      const events = await api
        .use(Database)
        .query(`SELECT data FROM platform.outbox WHERE type = 'call.completed' AND data->>'cdr_id' = $1`, [id]);
      expect(events).toEqual([
        {
          data: {
            cdr_id: id,
            direction: 'inbound',
            e164: telephony.number,
            customer_reference: null,
            caller_withheld: false,
            attestation: null,
            verification: null,
            billable_duration_s: 101,
            customer_total_cents: 2,
          },
        },
      ]);
    });

    it('accepts a single record without a list', async () => {
      const row = telephony.rowOf(await telephony.route());
      const first = await api.switch('/switch/cdrs', row);
      const again = await api.switch('/switch/cdrs', row);
      expect([first.status, outcomesOf(first)]).toEqual([
        200,
        [{ outcome: 'recorded', cdr_id: expect.stringMatching(/^cdr_/) }],
      ]);
      expect(outcomesOf(again)).toEqual([{ outcome: 'repeated', cdr_id: outcomesOf(first)[0]?.['cdr_id'] }]);
    });

    it('returns an outcome per row, and records the valid rows beside invalid ones', async () => {
      const [good, other] = [await telephony.route(), await telephony.route()];
      const unassigned = await telephony.route({ to: '+12125550199' });
      const rows = [
        telephony.rowOf(good),
        'nonsense',
        { ...telephony.rowOf(other), ended_at: 'later' },
        { ...telephony.rowOf(other), decision_id: 'rd_none' },
        { ...telephony.rowOf(other), switch_id: 'sw2' },
        telephony.rowOf(unassigned, { seconds: null }),
        telephony.rowOf(good),
      ];
      const answer = await post(rows);
      expect([answer.status, outcomesOf(answer).map((row) => row['reason'] ?? row['outcome'])]).toEqual([
        200,
        ['recorded', 'error', 'unreadable', 'unknown_decision', 'decision_mismatch', 'ignored', 'repeated'],
      ]);
      expect(outcomesOf(answer)[2]).toEqual({
        outcome: 'quarantined',
        quarantine_id: expect.stringMatching(/^cq_/),
        reason: 'unreadable',
        fields: { ended_at: expect.any(String), answered_at: expect.any(String) },
      });
    });

    it('charges each call once when one batch is posted ten times in parallel', async () => {
      const busy = await Telephony.make(api, 10_000);
      const rows: Row[] = [];
      for (let count = 0; count < 40; count++) rows.push(busy.rowOf(await busy.route(), { seconds: 60 }));
      const answers = await Promise.all(Array.from({ length: 10 }, () => post(rows)));
      const recorded = answers.flatMap(outcomesOf).filter(({ outcome }) => outcome === 'recorded');
      expect([answers.every(({ status }) => status === 200), recorded.length]).toEqual([true, 40]);
      const charges = itemsOf(await api.get('/v1/billing/transactions?related_kind=cdr&limit=200', busy.customer));
      expect([charges.length, new Set(charges.map((row) => row['related_id'])).size]).toEqual([40, 40]);
      expect(itemsOf(await api.get('/v1/cdrs?limit=200', busy.customer))).toHaveLength(40);
      const verified = await api.operator('GET', '/operator/ledger/verify');
      expect([verified.status, JSON.stringify(verified.body.data)]).toEqual([200, expect.stringContaining('[]')]);
    });

    it('charges a completed call beyond the balance', async () => {
      const poor = await Telephony.make(api, 1_000);
      const routed = await poor.route();
      const { accountId } = poor.customer;
      const { amountCents } = await api.use(Ledger).balance(accountId);
      const order = { accountId, description: 'Spent', relatedKind: 'test', relatedId: 'test', reference: 'all' };
      await api.use(Ledger).adjust({ ...order, amountCents: -amountCents });
      expect(outcomesOf(await post([poor.rowOf(routed)]))[0]?.['outcome']).toBe('recorded');
      expect((await api.use(Ledger).balance(accountId)).amountCents).toBe(-1);
    });

    it('records the reason of a rejected call', async () => {
      const closed = await Telephony.make(api);
      await api.patch(`/v1/sip-trunks/${closed.trunkId}`, { status: 'disabled' }, closed.customer);
      const id = await closed.call({ seconds: null, row: { sip_code: null } });
      expect(dataOf(await api.get(`/v1/cdrs/${id}`, closed.customer))).toMatchObject({
        hangup_cause: 'no_route_destination',
        sip_response_code: 480,
        customer_total_cents: 0,
        rating: null,
      });
    });

    it.each([[{ cdrs: [] }], [{ cdrs: 'none' }], [{ cdrs: Array(1_001).fill({}) }]])(
      'returns 422 for a list that is invalid, empty or longer than 1,000',
      async (body) => {
        const answer = await api.switch('/switch/cdrs', body);
        expect([answer.status, Object.keys(errorOf(answer).fields ?? {})]).toEqual([422, ['cdrs']]);
      },
    );
  });

  describe('POST /switch/events', () => {
    const stateOf = (routed: Row) =>
      api
        .use(Database)
        .find(`SELECT status, last_seen_at IS NOT NULL AS seen FROM voice.calls WHERE decision_id = $1`, [
          routed['decision_id'],
        ]);

    it('returns 200 and follows a call until its CDR', async () => {
      const routed = await telephony.route();
      const report = (event: string, given: Row = {}) =>
        api.switch('/switch/events', { switch_id: 'sw1', event, decision_id: routed['decision_id'], ...given });
      expect(await stateOf(routed)).toEqual({ status: 'routing', seen: false });
      expect([(await report('ringing')).status, await stateOf(routed)]).toEqual([
        200,
        { status: 'ringing', seen: true },
      ]);
      expect([(await report('answered', { at: anHourAgo() })).status, await stateOf(routed)]).toEqual([
        200,
        { status: 'in_progress', seen: true },
      ]);
      expect((await report('heartbeat', { active_calls: [routed['decision_id'], 'rd_none'] })).status).toBe(200);
      await post([telephony.rowOf(routed)]);
      await report('ringing');
      expect(await stateOf(routed)).toMatchObject({ status: 'completed' });
      expect((await report('ringing', { decision_id: 'rd_none' })).status).toBe(200);
    });

    it.each<[Row, string[]]>([
      [{ switch_id: 'a' }, ['event', 'decision_id']],
      [{ switch_id: 'a', event: 'exploded', decision_id: 'b' }, ['event']],
      [{ switch_id: 'a', event: 'heartbeat' }, ['active_calls']],
      [{ switch_id: 'a', event: 'heartbeat', active_calls: [5] }, ['active_calls']],
      [{ event: 'ringing', decision_id: 'b', at: 'now' }, ['switch_id', 'at']],
    ])('returns 422 for %j', async (body, fields) => {
      const answer = await api.switch('/switch/events', body);
      expect([answer.status, Object.keys(errorOf(answer).fields ?? {})]).toEqual([422, fields]);
    });
  });

  describe('POST /switch/gateway-health', () => {
    it('returns 200, and a failed gateway is tried last', async () => {
      const gateways = async () => ((await telephony.route())['routes'] as Row[]).map(({ gateway_id }) => gateway_id);
      const [first, second] = await gateways();
      expect(
        (await api.switch('/switch/gateway-health', { gateway_id: first, ok: false, sip_code: 503, rtt_ms: null }))
          .status,
      ).toBe(200);
      expect(await gateways()).toEqual([second, first]);
      await api.switch('/switch/gateway-health', { gateway_id: first, ok: true, sip_code: 200, rtt_ms: 12 });
      expect(await gateways()).toEqual([first, second]);
    });

    it('returns 200, and only the third failed call takes a gateway down', async () => {
      const gateways = async () => ((await telephony.route())['routes'] as Row[]).map(({ gateway_id }) => gateway_id);
      const [first, second] = await gateways();
      const report = (ok: boolean) =>
        api.switch('/switch/gateway-health', { gateway_id: first, ok, sip_code: ok ? 200 : 408, evidence: 'call' });
      expect([(await report(false)).status, (await report(false)).status]).toEqual([200, 200]);
      expect(await gateways()).toEqual([first, second]);
      expect((await report(false)).status).toBe(200);
      expect(await gateways()).toEqual([second, first]);
      await report(true);
      expect(await gateways()).toEqual([first, second]);
    });

    it('returns 404 for an unknown gateway', async () => {
      expect((await api.switch('/switch/gateway-health', { gateway_id: 'gw_none', ok: true })).status).toBe(404);
    });

    it.each<[Row, string[]]>([
      [{}, ['gateway_id', 'ok']],
      [{ gateway_id: 'a', ok: 'yes', sip_code: 1, rtt_ms: -1 }, ['ok', 'sip_code', 'rtt_ms']],
      [{ gateway_id: 'a', ok: true, evidence: 'rumour' }, ['evidence']],
      [{ carrier_id: 'a', ok: true, evidence: 1 }, ['evidence']],
    ])('returns 422 for %j', async (body, fields) => {
      const answer = await api.switch('/switch/gateway-health', body);
      expect([answer.status, Object.keys(errorOf(answer).fields ?? {})]).toEqual([422, fields]);
    });
  });
});
