import { Database } from '@trunkline/platform';
import { OwnerConnection } from '@trunkline/platform/testing';
import { UnreportedCalls } from '@trunkline/voice-routing';
import { startApi, type TestApi } from '../support';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row } from '../support/numbering/shopping';
import { Telephony } from '../support/telephony';

const SECRET = '+493012345';
const ANONYMOUS = { display: 'Anonymous', uri: 'sip:anonymous@anonymous.invalid' };
const ASSERTED = { from: ANONYMOUS.uri, asserted_identity: `"Bob" <sip:${SECRET}@carrier.example>`, privacy: 'id' };

describe('who calls', () => {
  let api: TestApi;
  let telephony: Telephony;
  const carriers: string[] = [];

  beforeAll(async () => {
    api = await startApi();
    telephony = await Telephony.make(api, 100_000);
    const trusted = { name: 'Trusted', host: '192.0.2.98', send_identity: true, source_networks: ['198.51.100.0/24'] };
    for (const carrier of [trusted, { name: 'Other', host: '192.0.2.99', priority: 1 }])
      carriers.push(String(dataOf(await api.operator('POST', '/operator/carriers', carrier))['id']));
  });
  afterAll(async () => {
    for (const id of carriers) await api.operator('DELETE', `/operator/carriers/${id}`);
    await api.stop();
  });

  const recordOf = async (routed: Row) => {
    const [outcome] = await telephony.report(telephony.rowOf(routed));
    return dataOf(await api.get(`/v1/cdrs/${String(outcome?.['cdr_id'])}`, telephony.customer));
  };
  const routesOf = (routed: Row) => routed['routes'] as (Row & { headers: { from?: Row; extra?: string } })[];
  const reveal = (id: unknown, body: Row = { reason: 'Emergency' }) =>
    api.operator('POST', `/operator/calls/${String(id)}/reveal-caller`, body);

  describe('an inbound caller that withholds its number', () => {
    it('is anonymous to the trunk, null to the customer, and known to the operator alone', async () => {
      const routed = await telephony.route({ ...ASSERTED, source_ip: '198.51.100.10', attestation: 'A' });
      for (const { headers } of routesOf(routed)) {
        expect(headers.from).toEqual(ANONYMOUS);
        expect(headers.extra).toContain('Privacy: id\r\n');
      }
      expect(JSON.stringify(routesOf(routed))).not.toContain(SECRET);
      const record = await recordOf(routed);
      const who = { caller: null, caller_withheld: true, country: null, attestation: 'A', verification: null };
      expect(record).toMatchObject(who);
      const list = await api.get('/v1/cdrs', telephony.customer);
      expect(itemsOf(list)[0]).toMatchObject({ id: record['id'], ...who });
      const events = await api.use(Database).query<{
        type: string;
        data: Row;
      }>(`SELECT type, data FROM platform.outbox WHERE data->>'cdr_id' = $1 OR data->>'call_id' = $2`, [record['id'], String(routed['decision_id']).replace('rd_', 'call_')]);
      expect(events.map(({ type }) => type).sort()).toEqual(['call.completed', 'call.started']);
      for (const { data } of events)
        expect(data).toMatchObject({ caller_withheld: true, attestation: 'A', verification: null });
      const shown = [record, list.body, events, (await api.get('/v1/dashboard/summary', telephony.customer)).body];
      expect(JSON.stringify(shown)).not.toContain(SECRET.slice(1));
      expect(dataOf(await reveal(routed['decision_id']))).toMatchObject({
        decision_id: routed['decision_id'],
        account_id: telephony.customer.accountId,
        asserted_identity: ASSERTED.asserted_identity,
        source_ip: '198.51.100.10',
        source_port: 5060,
        transport: 'udp',
      });
    });

    it('is null in records of earlier releases too, which have what the switch sent', async () => {
      const AS_SENT = 'sip:anonymous@anonymous.invalid';
      const { customer } = telephony;
      const age = (id: unknown) =>
        api
          .use(Database)
          .query(`UPDATE voice.decisions SET caller = $2, caller_withheld = false WHERE id = $1`, [id, AS_SENT]);
      const live = await telephony.route({ from: 'anonymous' });
      const rejected = await telephony.route({ from: 'anonymous', to: '+12125550199', source_ip: '198.51.100.77' });
      const overdue = await telephony.route({ from: 'anonymous' });
      const ended = await telephony.route({ from: 'anonymous' });
      for (const { decision_id } of [live, rejected, overdue, ended]) await age(decision_id);
      await api
        .use(Database)
        .query(`UPDATE voice.decisions SET rejected_for = $2 WHERE id = $1`, [
          rejected['decision_id'],
          customer.accountId,
        ]);
      await api
        .use(Database)
        .query(`UPDATE voice.decisions SET report_due_at = now() - interval '1 hour' WHERE id = $1`, [
          overdue['decision_id'],
        ]);
      await api.use(UnreportedCalls).flag();
      const { id } = await recordOf(ended);
      const event = await api
        .use(Database)
        .find(`SELECT data FROM platform.outbox WHERE type = 'call.completed' AND data->>'cdr_id' = $1`, [id]);
      expect(event).toMatchObject({ data: { caller_withheld: true } });
      // A CDR that an earlier release has written.
      const owner = await OwnerConnection.open(api.settings.DATABASE_URL);
      await owner.query(
        `UPDATE cdr.cdrs SET caller = $2, caller_withheld = false, estimated_leg = true WHERE id = $1`,
        [id, AS_SENT],
      );
      await owner.query(
        `INSERT INTO cdr.estimated_legs (cdr_id, account_id, created_at)
         SELECT id, account_id, created_at FROM cdr.cdrs WHERE id = $1 ON CONFLICT DO NOTHING`,
        [id],
      );
      await owner.end();
      const callId = String(live['decision_id']).replace('rd_', 'call_');
      const { accountId } = customer;
      const lists = {
        '/v1/cdrs': await api.get('/v1/cdrs', customer),
        '/v1/calls': await api.get('/v1/calls', customer),
        '/v1/rejected-calls': await api.get('/v1/rejected-calls', customer),
        '/operator/calls': await api.operator('GET', `/operator/calls?account_id=${accountId}`),
        '/operator/calls/unreported': await api.operator('GET', `/operator/calls/unreported?account_id=${accountId}`),
        '/operator/cdrs/estimated': await api.operator('GET', `/operator/cdrs/estimated?account_id=${accountId}`),
      };
      for (const [path, list] of Object.entries(lists)) {
        const [first] = itemsOf(list);
        const caller = first && ('from' in first ? first['from'] : first['caller']);
        expect([path, caller, first?.['caller_withheld']]).toEqual([path, null, true]);
      }
      const single = {
        cdr: await api.get(`/v1/cdrs/${String(id)}`, customer),
        call: await api.get(`/v1/calls/${callId}`, customer),
        summary: await api.get('/v1/dashboard/summary', customer),
      };
      expect(dataOf(single.cdr)).toMatchObject({ caller: null, caller_withheld: true });
      expect(dataOf(single.call)).toMatchObject({ caller: null, caller_withheld: true });
      expect((dataOf(single.summary)['recent_cdrs'] as Row[])[0]).toMatchObject({
        caller: null,
        caller_withheld: true,
      });
      const all = [...Object.values(lists), ...Object.values(single)].map(({ body }) => body);
      expect(JSON.stringify(all)).not.toMatch(/anonymous/i);
    });

    it('is not known where its source is unknown', async () => {
      const routed = await telephony.route(ASSERTED);
      expect(await recordOf(routed)).toMatchObject({ caller: null, caller_withheld: true });
      expect(dataOf(await reveal(routed['decision_id']))).toMatchObject({ asserted_identity: null });
    });

    it('is stored sealed', async () => {
      const routed = await telephony.route({ ...ASSERTED, source_ip: '198.51.100.10' });
      const row = await api
        .use(Database)
        .find(`SELECT to_jsonb(d) AS stored FROM voice.decisions d WHERE id = $1`, [routed['decision_id']]);
      expect(row?.['stored']).toMatchObject({ caller: '', withheld_identity_sealed: expect.any(String) as string });
      expect(JSON.stringify(row)).not.toContain(SECRET.slice(1));
    });
  });

  describe('POST /operator/calls/{id}/reveal-caller', () => {
    it('returns 200 and records each access, with its reason and without the identity', async () => {
      const routed = await telephony.route({ ...ASSERTED, source_ip: '198.51.100.10' });
      const id = String(routed['decision_id']);
      const answer = await reveal(id.replace('rd_', 'call_'), { reason: 'Order 7 of the court' });
      expect([answer.status, dataOf(answer)['decision_id']]).toEqual([200, id]);
      const audit = itemsOf(await api.operator('GET', `/operator/audit?subject=${id}`));
      expect(audit).toMatchObject([{ action: 'call.reveal_caller', after: { reason: 'Order 7 of the court' } }]);
      expect(JSON.stringify(audit)).not.toContain(SECRET.slice(1));
    });

    it('returns 404 for an unknown call', async () => {
      expect((await reveal('call_none')).status).toBe(404);
    });

    it('returns 422 without a reason', async () => {
      expect(fieldsOf(await reveal('call_none', {}))).toEqual(['reason']);
    });
  });

  describe('a caller that cannot be read', () => {
    it.each([
      ['a SIP URI', 'sip:bob@example.com', 'sip:bob@example.com', false],
      ['no URI', '!!!', '!!!', false],
      ['more than 255 characters', 'x'.repeat(256), null, true],
      ['what cannot be stored', '\ud800', null, true],
    ])('is no reason to reject an inbound call: %s', async (_what, from, caller, withheld) => {
      const routed = await telephony.route({ from });
      expect(routed).toMatchObject({ action: 'route' });
      expect(await recordOf(routed)).toMatchObject({ caller, caller_withheld: withheld });
    });
  });

  describe('an outbound call', () => {
    const out = { to: '+493012345', source_ip: '203.0.113.77' };
    const set = (body: Row) => api.patch(`/v1/sip-trunks/${telephony.trunkId}`, body, telephony.customer);

    beforeAll(() => set({ inbound_cidrs: ['203.0.113.77'] }));

    it('shows a withheld number to no carrier, and asserts it to trusted ones', async () => {
      const asserted_identity = `<sip:${telephony.number}@pbx.example.com>`;
      const routed = await telephony.route({ ...out, from: 'anonymous', asserted_identity, verification: 'none' });
      expect(routesOf(routed).map(({ headers }) => headers)).toEqual([
        {
          from: ANONYMOUS,
          extra: `Privacy: id\r\nP-Asserted-Identity: <sip:${telephony.number}@192.0.2.98:5060>\r\n`,
        },
        { from: ANONYMOUS, extra: 'Privacy: id\r\n' },
      ]);
      const who = { caller: null, caller_withheld: true, e164: telephony.number, verification: 'none' };
      expect(await recordOf(routed)).toMatchObject(who);
    });

    it('is rejected without a number in From and default caller ID, and presents the default with one', async () => {
      const trunk = { name: 'Phones', registration_mode: 'register' };
      const created = dataOf(await api.post('/v1/sip-trunks', trunk, telephony.customer));
      const { sip_username, sip_domain } = created['credentials'] as Row;
      const own = { to: out.to, from: `sip:${String(sip_username)}@${String(sip_domain)}`, auth_user: sip_username };
      expect(await telephony.route(own)).toMatchObject({ code: 403, reason: 'Caller Id Not Allowed' });
      const change = { default_caller_id: telephony.number };
      const changed = await api.patch(`/v1/sip-trunks/${String(created['id'])}`, change, telephony.customer);
      expect([changed.status, dataOf(changed)]).toMatchObject([200, change]);
      const routed = await telephony.route(own);
      expect(routesOf(routed)[0]?.headers).toEqual({ from: { uri: `sip:${telephony.number}@192.0.2.98:5060` } });
      const record = await recordOf(routed);
      expect(record).toMatchObject({ caller: telephony.number, caller_withheld: false, e164: telephony.number });
      await api.patch(`/v1/sip-trunks/${String(created['id'])}`, { default_caller_id: null }, telephony.customer);
    });
  });

  describe('default_caller_id', () => {
    it("returns 422 for a number that is not the account's, on create and update", async () => {
      const other = { default_caller_id: SECRET };
      const created = await api.post('/v1/sip-trunks', { name: 'Other', ...other }, telephony.customer);
      const changed = await api.patch(`/v1/sip-trunks/${telephony.trunkId}`, other, telephony.customer);
      expect([fieldsOf(created), fieldsOf(changed)]).toEqual([['default_caller_id'], ['default_caller_id']]);
    });

    it('keeps its number from being released, and is cleared by a forced release', async () => {
      const owner = await Telephony.make(api);
      const path = `/v1/sip-trunks/${owner.trunkId}`;
      const both = {
        caller_id_strategy: 'override',
        caller_id_override: owner.number,
        default_caller_id: owner.number,
      };
      expect((await api.patch(path, both, owner.customer)).status).toBe(200);
      await api.patch(path, { caller_id_strategy: 'inherit' }, owner.customer);
      const release = { when: 'immediate', confirm_e164: owner.number };
      const numberPath = `/v1/numbers/${owner.number}/release`;
      const refused = await api.post(numberPath, release, owner.customer);
      expect([refused.status, codeOf(refused)]).toEqual([409, 'resource_in_use']);
      const forced = await api.post(numberPath, { ...release, force: true }, owner.customer);
      expect(forced.status).toBe(200);
      expect(dataOf(await api.get(path, owner.customer))).toMatchObject({ default_caller_id: null });
    });
  });
});
