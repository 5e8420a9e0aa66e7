import { newId } from '@trunkline/kernel';
import { HandOutCommands } from '@trunkline/voice-routing';
import { AddressGuard, Database } from '@trunkline/platform';
import { eventually } from '@trunkline/platform/testing';
import { jest } from '@jest/globals';
import { type Customer, startApi, type TestApi } from '../../support';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row, Shopping } from '../../support/numbering/shopping';
import { jsonOf, justBefore, Telephony } from '../../support/telephony';

const UNKNOWN = '/v1/sip-trunks/trk_0mh2k3l4p9f1c2d3e4b5a6978';
const GATEWAY = 'gw_0mh2k3l4p9f1c2d3e4b5a6978';

describe('the status of SIP trunks', () => {
  let api: TestApi;
  let telephony: Telephony;
  let customer: Customer;
  let theirs: string;
  let trunk: string;
  let gatewayIds: string[];

  beforeAll(async () => {
    api = await startApi();
    const stranger = await api.customers.make();
    theirs = `/v1/sip-trunks/${await new Shopping(api, stranger).trunk()}`;
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    telephony = await Telephony.make(api);
    customer = telephony.customer;
    trunk = `/v1/sip-trunks/${telephony.trunkId}`;
    const { items } = dataOf(await api.get(`${trunk}/gateways`, customer)) as { items: Row[] };
    gatewayIds = items.map(({ id }) => String(id));
    await api.use(Database).query(`DELETE FROM voice.switch_polls`);
  });
  afterEach(() => jest.restoreAllMocks());

  const test = (body: Row = {}, path = trunk, sender: Customer = customer) => api.post(`${path}/test`, body, sender);
  const status = async (path = trunk) => dataOf(await api.get(`${path}/status`, customer));
  /** Polls as a switch, and reports a result for each probe. */
  const answerProbes = async (resultOf: (uri: string) => Row | null, count: number) => {
    const uris: string[] = [];
    let after = '';
    while (uris.length < count) {
      const polled = await api.switchGet(`/switch/commands?switch_id=sw1&wait_s=5${after && `&after=${after}`}`);
      for (const { id, uri, type } of jsonOf(polled)['commands'] as Row[]) {
        expect(type).toBe('probe');
        uris.push(String(uri));
        after = String(id);
        const result = resultOf(String(uri));
        if (result) await api.switch(`/switch/commands/${String(id)}/result`, { switch_id: 'sw1', ...result });
      }
    }
    return uris;
  };
  const connect = async () => {
    await api.switchGet('/switch/commands?switch_id=sw1');
    await eventually(() => expect(api.use(HandOutCommands).waitingPolls).toBe(0));
  };

  describe.each([
    ['GET', 'status'],
    ['POST', 'test'],
  ])('%s /v1/sip-trunks/{id}/%s', (method, suffix) => {
    const send = (path: string, sender: object) =>
      api.send(method, `${path}/${suffix}`, { body: method === 'POST' ? {} : undefined, sender, headers: {} });

    it('returns 401 without a credential', async () => {
      expect((await send(trunk, {})).status).toBe(401);
    });

    it("returns 404 for another account's trunk, an unknown id and an invalid id", async () => {
      for (const path of [theirs, UNKNOWN, '/v1/sip-trunks/office']) {
        const answer = await send(path, customer);
        expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
      }
    });
  });

  describe('GET /v1/sip-trunks/{id}/status', () => {
    it('returns 200 with gateways as switches have reported them, and the calls in progress', async () => {
      const unknown = {
        state: 'unknown',
        evidence: null,
        measured_at: null,
        last_probe_at: null,
        last_sip_code: null,
        rtt_ms: null,
        down_until: null,
        since: null,
      };
      expect(await status()).toEqual({
        trunk_id: telephony.trunkId,
        registration: null,
        contacts: [],
        gateways: gatewayIds.map((gateway_id) => ({ gateway_id, ...unknown })),
        active_calls: 0,
      });
      const [first, second] = gatewayIds;
      await api.switch('/switch/gateway-health', { gateway_id: first, ok: true, sip_code: 200, rtt_ms: 12 });
      await api.switch('/switch/gateway-health', { gateway_id: second, ok: false, sip_code: 503 });
      await telephony.route();
      expect(await status()).toMatchObject({
        gateways: [
          { state: 'up', last_probe_at: expect.any(Number), last_sip_code: 200, rtt_ms: 12, down_until: null },
          { state: 'down', last_sip_code: 503, rtt_ms: null, down_until: expect.any(Number) },
        ],
        active_calls: 1,
      });
    });

    it('returns 200 with the state by calls that are newer than the last report', async () => {
      const [first, second] = gatewayIds;
      const sentAt = justBefore(68);
      const attempts = [
        { order: 1, gateway_id: first, started_at: sentAt, sip_code: 408, result: 'failed' },
        { order: 2, gateway_id: second, started_at: sentAt + 4, sip_code: 200, answered_at: sentAt + 8 },
      ];
      await telephony.call({ row: { attempts } });
      expect(await status()).toMatchObject({
        gateways: [
          {
            state: 'down',
            evidence: 'call',
            measured_at: sentAt,
            last_sip_code: 408,
            last_probe_at: null,
            since: sentAt,
          },
          { state: 'up', evidence: 'call', measured_at: sentAt + 4, last_sip_code: 200, last_probe_at: null },
        ],
      });
      await api.switch('/switch/gateway-health', { gateway_id: first, ok: true, sip_code: 200, rtt_ms: 12 });
      const [probed] = (await status())['gateways'] as Row[];
      expect(probed).toMatchObject({ state: 'up', evidence: 'probe', rtt_ms: 12 });
      await telephony.call({
        row: {
          attempts: [{ ...attempts[1], order: 1, gateway_id: first, started_at: Math.floor(Date.now() / 1000) + 1 }],
        },
      });
      expect(((await status())['gateways'] as Row[])[0]).toMatchObject({ evidence: 'call', rtt_ms: null });
    });

    it('returns 200 with the registered systems of a trunk in register mode, the preferred one first', async () => {
      const created = dataOf(
        await api.post('/v1/sip-trunks', { name: 'Phones', registration_mode: 'register' }, customer),
      );
      const path = `/v1/sip-trunks/${String(created['id'])}`;
      const none = { registered: false, contact_ip: null, user_agent: null, expires_at: null };
      expect(await status(path)).toMatchObject({ registration: none, contacts: [] });
      const { sip_username: username } = created['credentials'] as Row;
      const expiresAt = Math.floor(Date.now() / 1000) + 300;
      const report = await api.switch('/switch/registrations', {
        switch_id: 'sw1',
        boot_id: 'b1',
        username,
        contacts: [
          { uri: 'sip:desk@192.168.1.5:5060', user_agent: 'Desk', q: 0.5, expires_at: expiresAt },
          {
            uri: 'sip:cell@10.0.0.9:5060',
            received: 'sip:203.0.113.9:30123',
            user_agent: 'Cell',
            expires_at: expiresAt,
          },
        ],
      });
      expect(report.status).toBe(200);
      expect(await status(path)).toMatchObject({
        registration: { registered: true, contact_ip: '203.0.113.9', user_agent: 'Cell', expires_at: expiresAt },
        contacts: [
          { contact_ip: '203.0.113.9', user_agent: 'Cell', q: 1, registered_at: expect.any(Number) },
          { contact_ip: '192.168.1.5', user_agent: 'Desk', q: 0.5, expires_at: expiresAt },
        ],
        gateways: [],
      });
      expect(dataOf(await api.get(path, customer))).toMatchObject({ reachable: true, warnings: [] });
    });
  });

  describe('GET /v1/sip-trunks/status', () => {
    const statuses = (query: string, sender: object = customer) =>
      api.send('GET', `/v1/sip-trunks/status${query}`, { sender, headers: {} });

    it('returns 200 with the status of each trunk of the account, and leaves out the others', async () => {
      const second = dataOf(
        await api.post('/v1/sip-trunks', { name: 'Second', gateways: [{ name: 'a', host: '192.0.2.9' }] }, customer),
      );
      const [gateway] = gatewayIds;
      await api.switch('/switch/gateway-health', { gateway_id: gateway, ok: true, sip_code: 200, rtt_ms: 12 });
      await telephony.call();
      const ids = [String(second['id']), telephony.trunkId, theirs.split('/').at(-1), UNKNOWN.split('/').at(-1)];
      const answer = await statuses(`?id=${ids.join(',')}`);
      expect(answer.status).toBe(200);
      const expected = [await status(), await status(`/v1/sip-trunks/${String(second['id'])}`)];
      expect(dataOf(answer)['items']).toEqual(
        expected.sort((a, b) => (String(a['trunk_id']) < String(b['trunk_id']) ? -1 : 1)),
      );
    });

    it('returns 200 with the same state of a gateway as for its trunk alone, if a call went on to another trunk', async () => {
      const second = dataOf(
        await api.post('/v1/sip-trunks', { name: 'Second', gateways: [{ name: 'a', host: '192.0.2.9' }] }, customer),
      );
      const secondPath = `/v1/sip-trunks/${String(second['id'])}`;
      const [own] = itemsOf(await api.get(`${secondPath}/gateways`, customer));
      const targets = [telephony.trunkId, second['id']].map((id) => ({ kind: 'sip_trunk', sip_trunk_id: id }));
      const profile = { name: 'Office', strategy: 'failover', targets };
      const { id } = dataOf(await api.post('/v1/routing-profiles', profile, customer))['profile'] as Row;
      await api.patch(`/v1/numbers/${telephony.number.slice(1)}/routing`, { routing_profile_id: id }, customer);
      const sentAt = justBefore(68);
      const attempts = [
        { order: 1, gateway_id: gatewayIds[0], started_at: sentAt, sip_code: 503, result: 'failed' },
        { order: 2, gateway_id: own!['id'], started_at: sentAt + 4, sip_code: 200, answered_at: sentAt + 8 },
      ];
      await telephony.call({ row: { attempts } });
      const answer = await statuses(`?id=${telephony.trunkId},${String(second['id'])}`);
      const expected = [await status(), await status(secondPath)];
      expect(expected[1]).toMatchObject({ gateways: [{ state: 'up', evidence: 'call' }] });
      expect(itemsOf(answer)).toEqual(expect.arrayContaining(expected));
    });

    it('returns 401 without a credential', async () => {
      expect((await statuses(`?id=${telephony.trunkId}`, {})).status).toBe(401);
    });

    it('returns 422 without IDs, for an invalid ID and for more than 100', async () => {
      const many = Array.from({ length: 101 }, () => newId('trk')).join(',');
      for (const query of ['', '?id=', '?id=office', `?id=${GATEWAY}`, `?id=${many}`]) {
        const answer = await statuses(query);
        expect([answer.status, fieldsOf(answer)]).toEqual([422, ['id']]);
      }
    });
  });

  describe('POST /v1/sip-trunks/{id}/test', () => {
    it('returns 409 switch_not_connected while no switch polls for commands', async () => {
      const answer = await test();
      expect([answer.status, codeOf(answer)]).toEqual([409, 'switch_not_connected']);
    });

    it('returns 200 with the result of each gateway, which count as probes', async () => {
      await connect();
      const results = (uri: string) =>
        uri.includes('192.0.2.1') ? { ok: true, sip_code: 200, rtt_ms: 21 } : { ok: false, sip_code: 408 };
      const [answer, uris] = await Promise.all([test(), answerProbes(results, 2)]);
      expect(uris.sort()).toEqual(['sip:192.0.2.1:5060', 'sip:sip.example.com:5061;transport=tls']);
      expect([answer.status, dataOf(answer)['items']]).toEqual([
        200,
        [
          { gateway_id: gatewayIds[0], ok: true, sip_code: 200, rtt_ms: 21, error: null },
          {
            gateway_id: gatewayIds[1],
            ok: false,
            sip_code: 408,
            rtt_ms: null,
            error: expect.stringContaining('did not respond') as string,
          },
        ],
      ]);
      expect(await status()).toMatchObject({
        gateways: [
          { state: 'up', rtt_ms: 21 },
          { state: 'down', last_sip_code: 408 },
        ],
      });
    });

    it('returns 200 with the one gateway that was asked for, and the error that the switch reports', async () => {
      await connect();
      const result = { ok: false, sip_code: 503, error: 'TLS handshake failed' };
      const [answer] = await Promise.all([test({ gateway_id: gatewayIds[1] }), answerProbes(() => result, 1)]);
      expect(dataOf(answer)['items']).toEqual([
        { gateway_id: gatewayIds[1], ok: false, sip_code: 503, rtt_ms: null, error: 'TLS handshake failed' },
      ]);
    });

    it('returns 200 with the error of a switch that sent nothing, which says nothing about the gateway', async () => {
      await connect();
      const error = 'The switch could not send OPTIONS.';
      const [answer] = await Promise.all([
        test({ gateway_id: gatewayIds[0] }),
        answerProbes(() => ({ ok: false, error }), 1),
      ]);
      expect(dataOf(answer)['items']).toMatchObject([{ ok: false, sip_code: null, error }]);
      expect(((await status())['gateways'] as Row[])[0]).toMatchObject({ state: 'unknown' });
    });

    it('returns 200 after six seconds without a result, which says nothing about the gateway', async () => {
      await connect();
      const startedAt = Date.now();
      const [answer] = await Promise.all([test({ gateway_id: gatewayIds[0] }), answerProbes(() => null, 1)]);
      expect(Date.now() - startedAt).toBeLessThan(8_000);
      expect(dataOf(answer)['items']).toMatchObject([
        { ok: false, sip_code: null, error: 'The switch has sent no result within 6 seconds.' },
      ]);
      expect(((await status())['gateways'] as Row[])[0]).toMatchObject({ state: 'unknown' });
    });

    it('returns 200 and sends nothing to a host that is not allowed', async () => {
      await connect();
      jest.spyOn(api.use(AddressGuard), 'judgeHost').mockResolvedValue({ isAllowed: false, reason: 'is private' });
      expect(dataOf(await test({ gateway_id: gatewayIds[0] }))['items']).toMatchObject([
        { ok: false, sip_code: null, error: 'The host is private.' },
      ]);
    });

    it('returns 422 naming gateway_id for a gateway of another trunk and an invalid one', async () => {
      for (const gateway_id of [GATEWAY, 'office', 7])
        expect([(await test({ gateway_id })).status, fieldsOf(await test({ gateway_id }))]).toEqual([
          422,
          ['gateway_id'],
        ]);
      expect(fieldsOf(await test({ gateway: 1 }))).toEqual(['gateway']);
    });

    it('returns 409 invalid_state for an archived trunk', async () => {
      await api.send('DELETE', `${trunk}?force=true`, { sender: customer, headers: {} });
      const answer = await test();
      expect([answer.status, codeOf(answer)]).toEqual([409, 'invalid_state']);
    });
  });

  describe('warnings', () => {
    const warningsOf = (row: Row) => (row['warnings'] as Row[]).map(({ code }) => code);
    const aTrunk = async (body: Row = {}) =>
      String(dataOf(await api.post('/v1/sip-trunks', { name: `T ${Math.random()}`, ...body }, customer))['id']);
    const route = async (body: Row) =>
      dataOf(await api.patch(`/v1/numbers/${telephony.number.slice(1)}/routing`, body, customer));
    const unreachable = ['trunk_unreachable'];

    it('say at PATCH /v1/numbers/{e164}/routing that no call can reach the trunk, and do not change its version', async () => {
      const path = `/v1/numbers/${telephony.number.slice(1)}`;
      expect(warningsOf(await route({ trunk_id: await aTrunk() }))).toEqual(unreachable);
      const changed = await api.patch(`${path}/routing`, { trunk_id: telephony.trunkId }, customer);
      expect(warningsOf(dataOf(changed))).toEqual([]);
      const etag = String(changed.headers.get('etag'));
      const again = await api.send('PATCH', path, {
        body: { label: 'a' },
        sender: customer,
        headers: { 'if-match': etag },
      });
      expect(again.status).toBe(200);
      expect(warningsOf(await route({ trunk_id: null }))).toEqual([]);
    });

    it('say at POST /v1/numbers/routing of each routed number that no call can reach the trunk', async () => {
      const body = { e164s: [telephony.number, '+12125550123'], trunk_id: await aTrunk() };
      const { items } = dataOf(await api.post('/v1/numbers/routing', body, customer)) as { items: Row[] };
      expect(items.map((item) => [item['ok'], warningsOf(item)])).toEqual([
        [true, unreachable],
        [false, []],
      ]);
    });

    it('say in simulate which trunks and profiles no call can reach', async () => {
      const target = { kind: 'sip_trunk', sip_trunk_id: await aTrunk({ registration_mode: 'register' }) };
      const created = await api.post('/v1/routing-profiles', { name: 'P', targets: [target] }, customer);
      const id = String((dataOf(created)['profile'] as Row)['id']);
      const simulated = dataOf(
        await api.post(`/v1/routing-profiles/${id}/simulate`, { from: '+4930123456' }, customer),
      );
      expect(warningsOf(simulated)).toEqual(['trunk_unreachable', 'profile_unreachable']);
      expect(simulated['skipped']).toMatchObject([{ reason: 'not_registered' }]);
      expect(warningsOf(await route({ routing_profile_id: id }))).toEqual(['trunk_unreachable', 'profile_unreachable']);
    });
  });
});

describe('where no switch has ever reported', () => {
  it('says so of a trunk in register mode', async () => {
    const api = await startApi();
    const customer = await api.customers.make();
    const codes = async (registration_mode: string) => {
      const created = dataOf(
        await api.post('/v1/sip-trunks', { name: registration_mode, registration_mode }, customer),
      );
      const trunk = dataOf(await api.get(`/v1/sip-trunks/${String(created['id'])}`, customer));
      return [trunk['reachable'], (trunk['warnings'] as Row[]).map(({ code }) => code)];
    };
    expect(await codes('register')).toEqual([false, ['trunk_unreachable', 'switch_never_reported']]);
    expect(await codes('static_ip')).toEqual([false, ['trunk_unreachable']]);
    await api.stop();
  });
});
