import { sipResponse } from '@trunkline/kernel';
import { Database } from '@trunkline/platform';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row, Shopping } from '../../support/numbering/shopping';
import { type Customer, startApi, type TestApi } from '../../support';
import { anHourAgo, Telephony } from '../../support/telephony';

/** Why an attempt failed. */
const reasonOf = (code: number) => {
  const { explanation, remedy } = sipResponse(code);
  return { explanation, remedy };
};

describe('call records', () => {
  let api: TestApi;
  let telephony: Telephony;
  let stranger: Customer;
  let ids: string[];
  let start: number;

  beforeAll(async () => {
    api = await startApi();
    stranger = await api.customers.make();
    telephony = await Telephony.make(api);
    start = anHourAgo();
    ids = [
      await telephony.call({ startedAt: start, seconds: 600, from: '+493012345', row: { disconnected_by: 'callee' } }),
      await telephony.call({ startedAt: start + 100, seconds: null, from: 'sip:bob@example.com' }),
      await telephony.call({ startedAt: start + 200, seconds: 30, from: '+4312345678' }),
    ];
  });
  afterAll(() => api.stop());

  const list = (query = '', sender: object = telephony.customer) => api.get(`/v1/cdrs?${query}`, sender);
  /** Returns the indexes of the calls that a query finds. */
  const found = async (query: string) =>
    itemsOf(await list(`${query}&order=asc`)).map(({ id }) => ids.indexOf(String(id)));
  const redact = (value: string) =>
    api
      .use(Database)
      .query(
        `UPDATE identity.accounts SET settings = jsonb_set(settings, '{cdrRedaction}', to_jsonb($2::text)) WHERE id = $1`,
        [telephony.customer.accountId, value],
      );

  describe('GET /v1/cdrs', () => {
    it('returns 200 with every field, newest first', async () => {
      const answer = await list();
      expect(answer.status).toBe(200);
      expect(itemsOf(answer).map(({ id }) => ids.indexOf(String(id)))).toEqual([2, 1, 0]);
      expect(itemsOf(answer)[2]).toEqual({
        id: ids[0],
        direction: 'inbound',
        caller: '+493012345',
        caller_withheld: false,
        attestation: null,
        verification: null,
        callee: telephony.number,
        e164: telephony.number,
        number_id: telephony.numberId,
        routing_profile_id: null,
        sip_trunk_id: telephony.trunkId,
        forward_to_e164: null,
        webrtc_user_id: null,
        customer_reference: null,
        started_at: start,
        answered_at: start + 8,
        ended_at: start + 608,
        duration_s: 608,
        billable_duration_s: 600,
        hangup_cause: 'normal_clearing',
        sip_response_code: 200,
        customer_total_cents: 6,
        currency: 'USD',
        billing_transaction_id: expect.stringMatching(/^txn_/),
        country: 'DE',
        estimated_leg: true,
        imported_from: null,
      });
    });

    it('returns 200 with every filter', async () => {
      const { number, numberId, trunkId } = telephony;
      const encoded = encodeURIComponent(number);
      expect(await found(`from=${start + 100}&to=${start + 200}`)).toEqual([1]);
      expect(await found('created_from=1&created_to=2')).toEqual([]);
      expect(await found(`created_from=${start}`)).toEqual([0, 1, 2]);
      expect(await found('direction=inbound')).toEqual([0, 1, 2]);
      expect(await found(`e164=${encoded}`)).toEqual([0, 1, 2]);
      expect(await found(`number_id=${numberId}&sip_trunk_id=${trunkId}`)).toEqual([0, 1, 2]);
      expect(await found('caller=%2B493012345')).toEqual([0]);
      expect(await found('caller=%2B43*')).toEqual([2]);
      expect(await found('caller=sip:*')).toEqual([1]);
      // Form decoding turns a literal + into a space.
      expect(await found(`e164=${number}&caller=+43*`)).toEqual([2]);
      expect(await found(`caller=+493012345&callee=${number}`)).toEqual([0]);
      expect(await found('caller=%204931*')).toEqual([]);
      expect(await found(`callee=${encoded}`)).toEqual([0, 1, 2]);
      expect(await found('party=%2B43*')).toEqual([2]);
      expect(await found(`party=${encoded}`)).toEqual([0, 1, 2]);
      expect(await found('q=4312')).toEqual([2]);
      expect(await found('q=%2B493012345')).toEqual([0]);
      expect(await found('q=sip:bob')).toEqual([1]);
      expect(await found(`q=${number.slice(1)}&caller=%2B43*`)).toEqual([2]);
      expect(await found(`q=${encodeURIComponent('call 0.')}`)).toEqual([0, 1, 2]);
      expect(await found('q=%25')).toEqual([]);
      expect(await found('customer_reference=ticket%204711')).toEqual([]);
      expect(await found('country=AT,DE')).toEqual([0, 2]);
      expect(await found('country=US')).toEqual([]);
      expect(await found('hangup_cause=user_busy,no_answer')).toEqual([1]);
      expect(await found('sip_response_code=486')).toEqual([1]);
      expect(await found('answered=true')).toEqual([0, 2]);
      expect(await found('answered=false')).toEqual([1]);
      expect(await found('min_billable_s=1&max_billable_s=30')).toEqual([2]);
      expect(await found('min_cost_cents=2')).toEqual([0]);
    });

    it('returns 200 by direction and routing profile', async () => {
      const other = await Telephony.make(api);
      const targets = [{ kind: 'sip_trunk', sip_trunk_id: other.trunkId }];
      const profile = { name: 'Office', strategy: 'failover', targets };
      const { id } = dataOf(await api.post('/v1/routing-profiles', profile, other.customer))['profile'] as Row;
      const profiled = await new Shopping(api, other.customer).buy({ routing_profile_id: id });
      await api.patch(`/v1/sip-trunks/${other.trunkId}`, { inbound_cidrs: ['198.51.100.79'] }, other.customer);
      await api.operator('POST', '/operator/carriers', { name: 'Transit', host: '192.0.2.99' });
      const report = async (call: Row) => {
        const [outcome] = await other.report(other.rowOf(await other.route(call)));
        return outcome?.['cdr_id'];
      };
      const inbound = await report({ to: profiled['e164'] });
      const outbound = await report({ from: other.number, to: '+493012345', source_ip: '198.51.100.79' });
      const only = async (query: string) => itemsOf(await list(query, other.customer)).map((record) => record['id']);
      expect((await only('')).toSorted()).toEqual([inbound, outbound].toSorted());
      expect(await only('direction=inbound')).toEqual([inbound]);
      expect(await only('direction=outbound')).toEqual([outbound]);
      expect(await only(`routing_profile_id=${String(id)}`)).toEqual([inbound]);
    });

    it('returns 200 in each order, page by page', async () => {
      expect(await found('sort=billable_duration_s')).toEqual([1, 2, 0]);
      expect(await found('sort=customer_total_cents')).toEqual([1, 2, 0]);
      expect(await found('sort=created_at')).toEqual([0, 1, 2]);
      const first = await list('limit=2');
      const cursor = encodeURIComponent(String(dataOf(first)['next_cursor']));
      const second = await list(`limit=2&cursor=${cursor}`);
      expect([...itemsOf(first), ...itemsOf(second)].map(({ id }) => id)).toEqual([...ids].reverse());
      expect(dataOf(second)['next_cursor']).toBeNull();
      expect(fieldsOf(await list(`limit=2&sort=created_at&cursor=${cursor}`))).toEqual(['cursor']);
    });

    it('returns 200 with an empty list for another account', async () => {
      expect(itemsOf(await list('', stranger))).toEqual([]);
    });

    it('returns 200 for a range that starts at 0', async () => {
      expect(await found('created_from=0&sort=created_at')).toEqual([0, 1, 2]);
      expect(await found(`from=0&to=${start + 100}`)).toEqual([0]);
    });

    it('returns 200 with the country of the remote party, and null for a SIP URI', async () => {
      expect(itemsOf(await list('order=asc')).map(({ country }) => country)).toEqual(['DE', null, 'AT']);
    });

    it.each([
      ['limit=201', 'limit'],
      ['direction=sideways', 'direction'],
      ['e164=123', 'e164'],
      ['number_id=trk_1', 'number_id'],
      ['caller=*', 'caller'],
      ['party=%2B49030*', 'party'],
      ['q=', 'q'],
      [`q=${'x'.repeat(256)}`, 'q'],
      ['caller=%2B49*30', 'caller'],
      ['caller=%2B49030*', 'caller'],
      ['callee=+119005550123', 'callee'],
      ['e164=+490900123456', 'e164'],
      [`customer_reference=${'x'.repeat(201)}`, 'customer_reference'],
      ['customer_reference=', 'customer_reference'],
      ['country=Germany', 'country'],
      ['hangup_cause=boredom', 'hangup_cause'],
      ['sip_response_code=99', 'sip_response_code'],
      ['sip_response_code=486,x', 'sip_response_code'],
      [`sip_response_code=${Array(101).fill(486).join()}`, 'sip_response_code'],
      ['answered=maybe', 'answered'],
      ['min_billable_s=-1', 'min_billable_s'],
      ['sort=caller', 'sort'],
      ['cursor=abc', 'cursor'],
      ['colour=red', 'colour'],
    ])('returns 422 for %s', async (query, field) => {
      const answer = await list(query);
      expect([answer.status, codeOf(answer), fieldsOf(answer)]).toEqual([422, 'invalid_input', [field]]);
    });

    it('returns 401 without a credential, and 403 for another account', async () => {
      expect((await list('', {})).status).toBe(401);
      expect((await api.get('/v1/cdrs', telephony.customer, { 'x-account-id': stranger.accountId })).status).toBe(403);
    });
  });

  describe('GET /v1/cdrs/summary', () => {
    const summary = (query = '') => api.get(`/v1/cdrs/summary?${query}`, telephony.customer);
    const monthOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 7);

    it('returns 200 with the sums of the calls, by day unless asked otherwise', async () => {
      const answer = await summary('group_by=month');
      const sums = { calls: 3, answered: 2, billable_s: 630, asr_pct: 66.7, acd_s: 315, cost_cents: 7 };
      expect([answer.status, answer.body.data]).toEqual([
        200,
        { items: [{ key: monthOf(start), ...sums }], totals: sums, next_cursor: null },
      ]);
      const [day] = itemsOf(await summary());
      expect(day?.['key']).toMatch(/^\d{4}-\d\d-\d\d$/);
    });

    it('returns 200 with a key for each of two groups, of the calls that match the filters, page by page', async () => {
      const query = `group_by=country,direction&limit=1&created_from=${start}`;
      const first = await summary(query);
      const { items, totals, next_cursor: cursor } = first.body.data as Row;
      expect(items).toMatchObject([{ key: [null, 'inbound'], calls: 1, asr_pct: 0, acd_s: null }]);
      expect(totals).toMatchObject({ calls: 3 });
      const second = await summary(`${query}&cursor=${String(cursor)}`);
      expect(itemsOf(second)).toMatchObject([{ key: ['AT', 'inbound'], calls: 1 }]);
      expect(itemsOf(await summary('group_by=number&answered=false'))).toMatchObject([
        { key: telephony.number, calls: 1 },
      ]);
      expect((await summary(`group_by=direction&cursor=${String(cursor)}`)).status).toBe(422);
    });

    it('returns 200 with hours by the clock of the time zone', async () => {
      const [hour] = itemsOf(await summary('group_by=hour&timezone=Asia/Kathmandu'));
      expect(hour?.['key']).toMatch(/T\d\d:00\+05:45$/);
    });

    it.each([
      ['group_by=week', 'group_by'],
      ['group_by=day,day', 'group_by'],
      ['group_by=day,country,trunk', 'group_by'],
      ['timezone=%2B01:00', 'timezone'],
      ['timezone=Mars/Olympus', 'timezone'],
      ['limit=0', 'limit'],
      ['limit=1001', 'limit'],
      ['sort=key', 'sort'],
    ])('returns 422 for %s', async (query, field) => {
      const answer = await summary(query);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
    });

    it('returns nothing of another account', async () => {
      const answer = await api.get('/v1/cdrs/summary', stranger);
      expect(answer.body.data).toMatchObject({ items: [], totals: { calls: 0, asr_pct: null } });
    });
  });

  describe('GET /v1/cdrs/{id}', () => {
    const read = (id: string | undefined, sender: object = telephony.customer) =>
      api.get(`/v1/cdrs/${String(id)}`, sender);

    it('returns 200 with the charge, its rating inputs and the attempts', async () => {
      const answer = await read(ids[0]);
      expect(answer.status).toBe(200);
      expect(answer.body.data).toMatchObject({
        id: ids[0],
        customer_per_second_cents: 0.01,
        created_at: expect.any(Number),
        sip_call_id: expect.stringMatching(/^call /),
        disconnected_by: 'callee',
        forward_rating: null,
        rating: {
          prefix: '',
          rate_per_minute_microcents: 600_000,
          first_s: 1,
          next_s: 1,
          connection_fee_cents: 0,
          discount_pct: 0,
        },
      });
      const busy = dataOf(await read(ids[1]));
      expect(busy).toMatchObject({
        customer_per_second_cents: 0,
        billing_transaction_id: null,
        disconnected_by: null,
        answered_at: null,
      });
    });

    it('returns the attempts as reported by the switch', async () => {
      const routed = await telephony.route();
      const [first, second] = routed['routes'] as { gateway_id: string }[];
      const attempts = [
        { gateway_id: first?.gateway_id, started_at: start, sip_code: 503 },
        {
          gateway_id: second?.gateway_id,
          address: '198.51.100.4:5061',
          started_at: start + 1,
          ring_s: 7,
          answered_at: start + 8,
          sip_code: 200,
          sip_reason: 'OK',
          result: 'answered',
        },
        { carrier_id: 'car_1', address: 'sip.carrier.example:5060', leg: 'agent', contact_id: 'ct_1', sip_code: 486 },
      ];
      await telephony.backdate(routed, start - 9_000);
      const posted = await api.switch(
        '/switch/cdrs',
        telephony.rowOf(routed, { startedAt: start - 9_000, row: { attempts } }),
      );
      const [outcome] = (JSON.parse(posted.text) as { outcomes: { cdr_id: string }[] }).outcomes;
      expect(dataOf(await read(outcome?.cdr_id))['attempts']).toEqual([
        {
          order: 1,
          leg: 'callee',
          target_id: null,
          target_kind: 'sip_trunk',
          gateway_id: first?.gateway_id,
          contact_id: null,
          destination: '192.0.2.1:5060',
          address: null,
          started_at: start,
          ring_s: 0,
          answered_at: null,
          sip_code: 503,
          sip_reason: null,
          result: 'failed',
          ...reasonOf(503),
        },
        {
          order: 2,
          leg: 'callee',
          target_id: null,
          target_kind: 'sip_trunk',
          gateway_id: second?.gateway_id,
          contact_id: null,
          destination: 'sip.example.com:5061',
          address: '198.51.100.4:5061',
          started_at: start + 1,
          ring_s: 7,
          answered_at: start + 8,
          sip_code: 200,
          sip_reason: 'OK',
          result: 'answered',
          explanation: null,
          remedy: null,
        },
        // The address of a carrier is shown to operators only.
        {
          order: 3,
          leg: 'agent',
          target_id: null,
          target_kind: 'sip_trunk',
          gateway_id: null,
          contact_id: 'ct_1',
          destination: null,
          address: null,
          started_at: null,
          ring_s: 0,
          answered_at: null,
          sip_code: 486,
          sip_reason: null,
          result: 'busy',
          ...reasonOf(486),
        },
      ]);
    });

    it("returns 404 for another account's record, an unknown id and an invalid id", async () => {
      expect((await read(ids[0], stranger)).status).toBe(404);
      for (const id of ['cdr_none', 'x']) expect(codeOf(await read(id))).toBe('not_found');
    });

    it('returns 401 without a credential, and 403 for another account', async () => {
      expect((await read(ids[0], {})).status).toBe(401);
      expect(
        (await api.get(`/v1/cdrs/${String(ids[0])}`, telephony.customer, { 'x-account-id': stranger.accountId }))
          .status,
      ).toBe(403);
    });
  });

  describe('with redaction', () => {
    afterEach(() => redact('none'));

    it('masks caller and callee, and rejects filters that could guess them', async () => {
      await redact('partial');
      const [row] = itemsOf(await list('caller=%2B43*'));
      expect([row?.['caller'], row?.['callee']]).toEqual(['+431234****', telephony.number.replace(/\d{4}$/, '****')]);
      expect(dataOf(await api.get(`/v1/cdrs/${String(ids[2])}`, telephony.customer))).toMatchObject({
        caller: '+431234****',
      });
      expect(itemsOf(await list('caller=%2B43123456*'))).toEqual([]);
      expect(itemsOf(await list('q=4312'))).toHaveLength(1);
      expect(itemsOf(await list('q=43123456'))).toEqual([]);
      expect(fieldsOf(await list('party=%2B4312345678'))).toEqual(['party']);
      expect(fieldsOf(await list('caller=%2B4312345678'))).toEqual(['caller']);
    });

    it('hides caller and callee', async () => {
      await redact('full');
      expect(itemsOf(await list()).every(({ caller, callee }) => caller === null && callee === null)).toBe(true);
      expect(fieldsOf(await list('callee=%2B1*'))).toEqual(['callee']);
    });
  });

  it('keeps the records when their number is released', async () => {
    const { e164 } = await new Shopping(api, telephony.customer).buy({ trunk_id: telephony.trunkId });
    const id = await telephony.call({ to: String(e164) });
    await api.post(
      `/v1/numbers/${String(e164).slice(1)}/release`,
      { when: 'immediate', confirm_e164: e164 },
      telephony.customer,
    );
    expect((await api.get(`/v1/cdrs/${id}`, telephony.customer)).status).toBe(200);
    expect(await telephony.route({ to: e164 })).toMatchObject({ action: 'reject', code: 404 });
  });
});
