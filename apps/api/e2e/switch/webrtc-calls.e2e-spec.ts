import { Database } from '@trunkline/platform';
import { dataOf, type Row, Shopping } from '../support/numbering/shopping';
import { startApi, type TestApi } from '../support';
import { jsonOf, justBefore, Telephony } from '../support/telephony';

const WS_CONTACT = 'sip:k3j2@198.51.100.77:51234;transport=ws';

describe('the calls of a WebRTC user', () => {
  let api: TestApi;
  let telephony: Telephony;
  let user: string;
  let username: string;

  beforeAll(async () => {
    api = await startApi();
    await api.operator('POST', '/operator/carriers', { name: 'Transit', host: '198.51.100.1' });
    await api.operator('POST', '/operator/carriers', { name: 'Emergency', host: '198.51.100.2', emergency: true });
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    telephony = await Telephony.make(api);
    const body = { name: 'Reception', default_caller_id: telephony.number };
    user = String(dataOf(await api.post('/v1/webrtc-users', body, telephony.customer))['id']);
    username = await aToken();
  });

  const aToken = async () =>
    String(dataOf(await api.post(`/v1/webrtc-users/${user}/tokens`, undefined, telephony.customer))['sip_username']);
  const register = async (contacts: Row[], given: Row = {}) => {
    const report = { switch_id: 'sw1', boot_id: 'b1', username, contacts, ...given };
    expect((await api.switch('/switch/registrations', report)).status).toBe(200);
  };
  const contact = (given: Row = {}) => ({
    uri: WS_CONTACT,
    user_agent: 'JsSIP',
    expires_at: Math.floor(Date.now() / 1000) + 600,
    ...given,
  });
  const callOut = (given: Row = {}) =>
    telephony.route({ from: `sip:${username}@sip.api.test`, to: '+442079460000', auth_user: username, ...given });
  const toUser = async (targets: Row[] = []) => {
    const body = { name: 'Desk', targets: [{ kind: 'webrtc_user', webrtc_user_id: user }, ...targets] };
    const profile = dataOf(await api.post('/v1/routing-profiles', body, telephony.customer))['profile'] as Row;
    const path = `/v1/numbers/${telephony.number.slice(1)}/routing`;
    await api.patch(path, { routing_profile_id: profile['id'] }, telephony.customer);
    return String(profile['id']);
  };

  describe('inbound', () => {
    it('ring the registered browsers with WebRTC media, and name the user in the CDR', async () => {
      await toUser();
      await register([contact()]);
      const call = await telephony.route();
      const routes = call['routes'] as Row[];
      expect(routes).toEqual([
        expect.objectContaining({
          uri: WS_CONTACT,
          media: 'webrtc',
          codecs: ['opus', 'g711a', 'g711u'],
          contact_id: expect.stringMatching(/^ct_/),
          gateway_id: null,
        }),
      ]);
      const [outcome] = await telephony.report(
        telephony.rowOf(call, { seconds: 1, startedAt: justBefore(9), row: { branch: 0 } }),
      );
      const cdr = await api.get(`/v1/cdrs/${String(outcome?.['cdr_id'])}`, telephony.customer);
      expect(dataOf(cdr)).toMatchObject({ webrtc_user_id: user });
    });

    it('are rejected while no browser is registered, which a simulation explains', async () => {
      const profile = await toUser();
      expect(await telephony.route()).toMatchObject({ action: 'reject', code: 480 });
      const simulated = await api.post(
        `/v1/routing-profiles/${profile}/simulate`,
        { from: '+493012345' },
        telephony.customer,
      );
      expect(dataOf(simulated)['skipped']).toEqual([
        { target_id: expect.any(String), reason: 'not_registered', condition: null },
      ]);
    });

    it('skip a disabled user', async () => {
      const profile = await toUser();
      await register([contact()]);
      await api.patch(`/v1/webrtc-users/${user}`, { status: 'disabled' }, telephony.customer);
      const simulated = await api.post(
        `/v1/routing-profiles/${profile}/simulate`,
        { from: '+493012345' },
        telephony.customer,
      );
      expect(dataOf(simulated)['skipped']).toEqual([expect.objectContaining({ reason: 'webrtc_user_not_active' })]);
    });
  });

  describe('outbound', () => {
    it('show the default caller ID, and are charged to the account', async () => {
      const call = await callOut();
      expect(call).toMatchObject({ action: 'route' });
      expect((call['routes'] as Row[])[0]).toMatchObject({
        carrier_id: expect.stringMatching(/^car_/),
        headers: { from: { uri: expect.stringContaining(telephony.number) } },
      });
      const [outcome] = await telephony.report(
        telephony.rowOf(call, { seconds: 1, startedAt: justBefore(9), row: { branch: 0 } }),
      );
      const cdr = dataOf(await api.get(`/v1/cdrs/${String(outcome?.['cdr_id'])}`, telephony.customer));
      expect(cdr).toMatchObject({
        direction: 'outbound',
        webrtc_user_id: user,
        sip_trunk_id: null,
        e164: telephony.number,
      });
      expect(Number(cdr['customer_total_cents'])).toBeGreaterThan(0);
    });

    it('show a number of the account that the browser states', async () => {
      const other = String((await new Shopping(api, telephony.customer).buy())['e164']);
      const call = await callOut({ from: `sip:${other}@sip.api.test` });
      expect((call['routes'] as Row[])[0]).toMatchObject({
        headers: { from: { uri: expect.stringContaining(other) } },
      });
    });

    it('are rejected with 403 without a caller ID, with a foreign one, and with an expired or unknown token', async () => {
      const foreign = await callOut({ from: 'sip:+12125550100@sip.api.test' });
      expect(foreign).toMatchObject({ code: 403, reason: 'Caller Id Not Allowed' });
      await api.patch(`/v1/webrtc-users/${user}`, { default_caller_id: null }, telephony.customer);
      expect(await callOut()).toMatchObject({ code: 403, reason: 'Caller Id Not Allowed' });
      await api
        .use(Database)
        .query(`UPDATE voice.webrtc_tokens SET expires_at = now() - interval '1 second' WHERE sip_username = $1`, [
          username,
        ]);
      expect(await callOut()).toMatchObject({ code: 403, reason: 'Source Not Known' });
      expect(await callOut({ auth_user: 'w0000000000000000' })).toMatchObject({
        code: 403,
        reason: 'Source Not Known',
      });
    });

    it('count against the concurrent calls of the account', async () => {
      const limit = { max_concurrent_calls: 1 };
      await api.operator('PATCH', `/operator/accounts/${telephony.customer.accountId}`, limit);
      expect(await callOut()).toMatchObject({ action: 'route' });
      expect(await callOut()).toMatchObject({ code: 503, reason: 'Concurrency Limit Reached' });
    });

    it('reach emergency services free of charge', async () => {
      const call = await callOut({ to: '911' });
      expect(call).toMatchObject({ action: 'route' });
      const stored = await api
        .use(Database)
        .find(`SELECT sip_trunk_id FROM voice.decisions WHERE id = $1`, [call['decision_id']]);
      expect(stored).toEqual({ sip_trunk_id: null });
    });
  });

  it('are authenticated by the token, until it expires', async () => {
    const auth = async () =>
      api.switch('/switch/auth', { username, realm: 'sip.api.test', source_ip: '198.51.100.77' });
    expect(Object.keys(jsonOf(await auth()))).toEqual(expect.arrayContaining(['ha1_md5', 'ha1_sha256']));
    await api
      .use(Database)
      .query(`UPDATE voice.webrtc_tokens SET expires_at = now() - interval '1 second' WHERE sip_username = $1`, [
        username,
      ]);
    expect((await auth()).status).toBe(404);
  });
});
