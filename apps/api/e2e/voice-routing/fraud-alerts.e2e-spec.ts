import { newId } from '@trunkline/kernel';
import { Database } from '@trunkline/platform';
import { WatchSpending } from '@trunkline/voice-routing';
import { startApi, type TestApi } from '../support';
import { codeOf, dataOf, fieldsOf, itemsOf } from '../support/numbering/shopping';
import { Telephony } from '../support/telephony';

/** The first calls to a country at night raise an alert of their own. */
const NO_NIGHT = { from: '00:00', to: '00:00' };
const OUTBOUND = { to: '+493012345', source_ip: '198.51.100.7' };

describe('fraud alerts', () => {
  let api: TestApi;
  let telephony: Telephony;
  let accountId: string;
  let alertId: string;

  beforeAll(async () => {
    api = await startApi();
    telephony = await Telephony.make(api);
    ({ accountId } = telephony.customer);
    await api.operator('POST', '/operator/carriers', { name: 'Out', host: '192.0.2.99' });
    await api.operator('PATCH', `/operator/accounts/${accountId}`, {
      outbound_exceptions: { countries: [], ranges: [], calls_per_second: 1000 },
    });
    await api.patch(`/v1/sip-trunks/${telephony.trunkId}`, { inbound_cidrs: ['198.51.100.7'] }, telephony.customer);
  });
  afterAll(() => api.stop());

  const place = () => telephony.route({ from: telephony.number, ...OUTBOUND });
  const shortCalls = async (count: number) => {
    for (let n = 0; n < count; n++) {
      const [outcome] = await telephony.report(telephony.rowOf(await place(), { seconds: 5 }));
      expect(outcome).toMatchObject({ outcome: 'recorded' });
    }
  };
  const alertsOf = async (query = '') => itemsOf(await api.get(`/v1/billing/alerts${query}`, telephony.customer));
  const acknowledge = (id: string) => api.operator('POST', `/operator/alerts/${id}/acknowledge`);
  const raise = () => api.use(WatchSpending).raise();

  it('are raised once when short calls to one range repeat, and block outbound calls if the operator chose that', async () => {
    const policy = dataOf(await api.operator('GET', '/operator/outbound-policy'));
    await api.operator('PUT', '/operator/outbound-policy', { ...policy, night: NO_NIGHT, on_alert: 'block' });
    await shortCalls(19);
    expect((await raise()).filter(({ rule }) => rule === 'short_calls')).toEqual([]);
    expect(await place()).toMatchObject({ action: 'route' });
    await shortCalls(1);
    await Promise.all([raise(), raise()]);
    await raise();
    const [alert, ...others] = await alertsOf();
    expect(others).toEqual([]);
    expect(alert).toEqual({
      id: expect.stringMatching(/^alr_/),
      status: 'open',
      rule: 'short_calls',
      blocks_outbound: true,
      started_at: expect.any(Number),
      country: null,
      prefix: '+49301',
      calls: 20,
      messages: null,
      cost_cents: 40,
      usual_cost_cents: null,
      created_at: expect.any(Number),
      acknowledged_at: null,
    });
    alertId = String(alert?.['id']);
    const events = await api
      .use(Database)
      .query(`SELECT data FROM platform.outbox WHERE type = 'fraud.alert' AND account_id = $1`, [accountId]);
    expect(events).toMatchObject([{ data: { alert_id: alertId, calls: 20, blocks_outbound: true } }]);
  });

  it('name the rule in the rejection of a call, at POST /calls and in the rejected calls', async () => {
    expect(await place()).toMatchObject({ action: 'reject', code: 403, reason: 'Outbound Calls Blocked' });
    const rejected = itemsOf(await api.get('/v1/rejected-calls?reason=blocked_by_alert', telephony.customer));
    expect(rejected).toMatchObject([{ reason: 'blocked_by_alert', sip_code: 403, to: '+493012345' }]);
    await api.switchGet('/switch/commands?switch_id=sw1&wait_s=0');
    const dialled = { from: telephony.number, to: OUTBOUND.to, sip_trunk_id: telephony.trunkId };
    const { status, body } = await api.post('/v1/calls', dialled, telephony.customer);
    expect([status, body.error]).toMatchObject([
      403,
      { code: 'destination_not_allowed', fields: { rule: 'blocked_by_alert' } },
    ]);
    expect(await telephony.route()).toMatchObject({ action: 'route' });
  });

  describe('GET /v1/billing/alerts', () => {
    it('returns 200 with the alerts of a status', async () => {
      expect((await alertsOf('?status=open')).map(({ id }) => id)).toEqual([alertId]);
      expect(await alertsOf('?status=acknowledged')).toEqual([]);
    });

    it("returns 200 without another account's alerts", async () => {
      const stranger = await api.customers.make();
      expect(itemsOf(await api.get('/v1/billing/alerts', stranger))).toEqual([]);
    });

    it('returns 422 for an unknown status', async () => {
      const answer = await api.get('/v1/billing/alerts?status=closed', telephony.customer);
      expect([answer.status, codeOf(answer), fieldsOf(answer)]).toEqual([422, 'invalid_input', ['status']]);
    });
  });

  describe('GET /operator/alerts', () => {
    it('returns 200 with the alerts of all accounts, or of one', async () => {
      const [alert] = itemsOf(await api.operator('GET', `/operator/alerts?account_id=${accountId}&status=open`));
      expect(alert).toMatchObject({ id: alertId, account_id: accountId, acknowledged_by: null });
      expect(itemsOf(await api.operator('GET', '/operator/alerts?order=asc&limit=1'))).toHaveLength(1);
      expect(itemsOf(await api.operator('GET', `/operator/alerts?account_id=${newId('acc')}`))).toEqual([]);
    });
  });

  describe('POST /operator/alerts/{id}/acknowledge', () => {
    it('returns 404 for an unknown alert', async () => {
      const answer = await acknowledge('alr_none');
      expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
    });

    it('returns 200, lets calls through again, and is recorded in the audit trail once', async () => {
      const answer = await acknowledge(alertId);
      expect(answer.status).toBe(200);
      expect(dataOf(answer)).toMatchObject({
        id: alertId,
        status: 'acknowledged',
        acknowledged_at: expect.any(Number),
      });
      expect(dataOf(await acknowledge(alertId))).toEqual(dataOf(answer));
      expect(await place()).toMatchObject({ action: 'route' });
      const entries = itemsOf(await api.operator('GET', `/operator/audit?account_id=${accountId}`));
      expect(entries.filter(({ action }) => action === 'alert.acknowledge')).toMatchObject([
        { subject: alertId, before: { status: 'open', rule: 'short_calls' }, after: { status: 'acknowledged' } },
      ]);
      await raise();
      expect(await alertsOf('?status=open')).toEqual([]);
    });
  });
});
