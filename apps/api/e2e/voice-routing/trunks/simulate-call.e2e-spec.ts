import { Database } from '@trunkline/platform';
import { type Customer, startApi, type TestApi } from '../../support';
import { codeOf, dataOf, fieldsOf, type Row } from '../../support/numbering/shopping';
import { Telephony } from '../../support/telephony';

const FRANCE = '+33123456789';
const OWN = '198.51.100.7';
const FOREIGN = '198.51.100.8';

describe('POST /v1/sip-trunks/{id}/simulate', () => {
  let api: TestApi;
  let telephony: Telephony;
  let other: Telephony;
  let customer: Customer;

  beforeAll(async () => {
    api = await startApi();
    await api.operator('POST', '/operator/carriers', { name: 'Secret transit', host: '192.0.2.98' });
    telephony = await Telephony.make(api, 100_000);
    other = await Telephony.make(api, 100_000);
    ({ customer } = telephony);
    await api.patch(`/v1/sip-trunks/${telephony.trunkId}`, { inbound_cidrs: [`${OWN}/32`] }, customer);
    await api.patch(`/v1/sip-trunks/${other.trunkId}`, { inbound_cidrs: [FOREIGN] }, other.customer);
  });
  afterAll(() => api.stop());

  const send = (body: unknown, sender: Customer = customer) =>
    api.post(`/v1/sip-trunks/${telephony.trunkId}/simulate`, body, sender);
  const simulate = async (given: Row = {}) => dataOf(await send({ from: telephony.number, to: FRANCE, ...given }));

  it('returns 200 with what the switch then receives, and changes nothing', async () => {
    const stored = () =>
      api.use(Database).find(
        `SELECT (SELECT count(*) FROM voice.decisions) AS decisions, (SELECT count(*) FROM voice.calls) AS calls,
           (SELECT count(*) FROM platform.outbox WHERE type = 'call.started') AS events,
           (SELECT count(*) FROM voice.trunk_sources WHERE used_at IS NOT NULL) AS used`,
      );
    const before = await stored();
    const simulated = await simulate();
    expect(simulated).toEqual({
      action: 'route',
      sip_code: null,
      reason: null,
      explanation: 'The call passes every check and is routed.',
      remedy: null,
      price: expect.objectContaining({ prefix: '331', rate_per_minute_microcents: 1_500_000 }),
      max_duration_s: 14_400,
      attempts: [
        {
          order: 1,
          target_kind: 'pstn_forward',
          target_id: null,
          gateway_id: null,
          contact_id: null,
          destination: FRANCE,
          ring_timeout_s: 60,
        },
      ],
      checks: expect.any(Array),
    });
    expect((simulated['checks'] as Row[]).every(({ ok }) => ok === true)).toBe(true);
    expect(JSON.stringify(simulated)).not.toMatch(/transit|192\.0\.2\.98|car_/i);
    expect(await stored()).toEqual(before);
    const routed = await telephony.route({ from: telephony.number, to: FRANCE, source_ip: OWN });
    expect(routed).toMatchObject({ action: 'route', max_duration_s: simulated['max_duration_s'] });
  });

  it('returns 200 for a call of a registered system, as its trunk places calls', async () => {
    const trunk = await api.post('/v1/sip-trunks', { name: 'Desk', registration_mode: 'register' }, customer);
    const id = String(dataOf(trunk)['id']);
    const call = { from: telephony.number, to: FRANCE };
    const simulated = dataOf(await api.post(`/v1/sip-trunks/${id}/simulate`, call, customer));
    expect(simulated).toMatchObject({ action: 'route' });
    expect(simulated['checks']).toContainEqual({
      check: 'trunk',
      ok: true,
      detail: `The call is placed by ${id}, which is active.`,
    });
  });

  it('returns 200 with the SIP response alone for a call to another account, and nothing of its address', async () => {
    const called = await simulate({ to: other.number });
    expect(called).toMatchObject({ action: 'route', price: null, max_duration_s: null, attempts: [] });
    expect(called['checks']).toHaveLength(1);
    const foreign = await simulate({ source_ip: FOREIGN });
    const unknown = await simulate({ source_ip: '203.0.113.200' });
    expect(JSON.stringify(foreign)).toBe(JSON.stringify(unknown).replaceAll('203.0.113.200', FOREIGN));
    expect(foreign).toMatchObject({ action: 'reject', reason: 'number_unknown' });
  });

  it('returns 200 for a time that is given, and for an IPv4-mapped address', async () => {
    const at = Math.floor(Date.now() / 1000) + 3_600;
    expect(await simulate({ at, source_ip: `::ffff:${OWN}` })).toMatchObject({ action: 'route' });
  });

  it("returns 404 for another account's trunk", async () => {
    const answer = await send({ from: other.number, to: FRANCE }, other.customer);
    expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
  });

  it.each<[Row, string[]]>([
    [{}, ['from', 'to']],
    [{ from: '', to: 'x'.repeat(256) }, ['from', 'to']],
    [{ from: 'a', to: 'b', source_ip: 'home' }, ['source_ip']],
    [{ from: 'a', to: 'b', source_ip: '198.51.100.7/32' }, ['source_ip']],
    [{ from: 'a', to: 'b', auth_user: 'x'.repeat(256) }, ['auth_user']],
    [{ from: 'a', to: 'b', at: -1 }, ['at']],
    [{ from: 'a', to: 'b', carrier: 'c' }, ['carrier']],
  ])('returns 422 for %j', async (body, fields) => {
    const answer = await send(body);
    expect([answer.status, fieldsOf(answer)]).toEqual([422, fields]);
  });
});
