import { createHash } from 'node:crypto';
import { newId } from '@trunkline/kernel';
import { type Answer, type Customer, startApi, type TestApi } from '../support';
import { dataOf, type Row, Shopping } from '../support/numbering/shopping';
import { jsonOf, Telephony } from '../support/telephony';

const REALM = 'sip.api.test';
const TOKEN_OF_SW9 = 'the-token-of-switch-nine';
const SWITCH_TOKENS = `switch-token-for-tests,sw9=${TOKEN_OF_SW9}`;
const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

interface System {
  readonly trunkId: string;
  readonly username: string;
  readonly password: string;
}

describe('registration', () => {
  let api: TestApi;
  /** Another process on the same database. */
  let other: TestApi;
  let telephony: Telephony;
  let customer: Customer;

  beforeAll(async () => {
    api = await startApi({ SWITCH_TOKENS });
    other = await startApi({ SWITCH_TOKENS, DATABASE_URL: api.settings.DATABASE_URL });
    telephony = await Telephony.make(api);
    customer = telephony.customer;
  });
  afterAll(async () => {
    await other.stop();
    await api.stop();
  });

  const errorOf = (answer: Answer) => jsonOf(answer)['error'] as { code: string; message: string; fields?: Row };
  const aSystem = async (options: Row = {}): Promise<System> => {
    const body = { name: newId('op'), registration_mode: 'register', ...options };
    const trunk = dataOf(await api.post('/v1/sip-trunks', body, customer));
    const credentials = trunk['credentials'] as Row;
    return {
      trunkId: String(trunk['id']),
      username: String(credentials['sip_username']),
      password: String(credentials['sip_password']),
    };
  };
  const auth = (body: Row) => api.switch('/switch/auth', { realm: REALM, source_ip: '203.0.113.7', ...body });
  const aContact = (given: Row = {}): Row => ({
    uri: 'sip:office@10.9.9.9:5060',
    received: 'sip:203.0.113.7:22131',
    user_agent: 'Example PBX 16.2',
    expires_at: inSeconds(60),
    ...given,
  });
  const report = (body: Row) => api.switch('/switch/registrations', { switch_id: 'sw1', boot_id: 'b1', ...body });
  const fail = (username: string, sourceIp: string, count: number) =>
    api.switch('/switch/events', {
      events: Array.from({ length: count }, () => ({
        switch_id: 'sw1',
        event: 'auth_failed',
        username,
        source_ip: sourceIp,
      })),
    });

  describe('POST /switch/auth', () => {
    it('returns the trunk and the hashes of its password', async () => {
      const { trunkId, username, password } = await aSystem();
      const answer = await auth({ username });
      const secret = `${username}:${REALM}:${password}`;
      expect([answer.status, jsonOf(answer)]).toEqual([
        200,
        { trunk_id: trunkId, ha1_md5: md5(secret), ha1_sha256: sha256(secret) },
      ]);
    });

    it('accepts the realm in any case, and hashes it as sent', async () => {
      const { username, password } = await aSystem();
      const answer = jsonOf(await auth({ username, realm: 'SIP.API.test' }));
      expect(answer['ha1_md5']).toBe(md5(`${username}:SIP.API.test:${password}`));
    });

    it('returns 404 for an unknown user and for another realm', async () => {
      const { username } = await aSystem();
      for (const body of [{ username: 'unknown-user' }, { username, realm: 'api.test' }]) {
        const answer = await auth(body);
        expect([answer.status, errorOf(answer).code]).toEqual([404, 'not_found']);
      }
    });

    it.each([
      ['a disabled trunk', { status: 'disabled' }],
      ['a trunk in another mode', { registration_mode: 'static_ip' }],
    ])('returns 404 for %s', async (_, change) => {
      const { trunkId, username } = await aSystem();
      await api.patch(`/v1/sip-trunks/${trunkId}`, change, customer);
      expect((await auth({ username })).status).toBe(404);
    });

    it('returns 404 for an archived trunk and for replaced credentials', async () => {
      const archived = await aSystem();
      await api.delete(`/v1/sip-trunks/${archived.trunkId}`, customer);
      const replaced = await aSystem();
      await api.post(`/v1/sip-trunks/${replaced.trunkId}/credentials`, undefined, customer);
      for (const { username } of [archived, replaced]) expect((await auth({ username })).status).toBe(404);
    });

    it('serves systems of a suspended account, which may call emergency numbers', async () => {
      const { username } = await aSystem();
      const account = `/operator/accounts/${customer.accountId}`;
      await api.operator('POST', `${account}/suspend`, { reason: 'test' });
      expect((await auth({ username })).status).toBe(200);
      await api.operator('POST', `${account}/reinstate`, { reason: 'test' });
    });

    it('returns 422 that names invalid members', async () => {
      const answer = await api.switch('/switch/auth', { username: '', source_ip: 'not-an-address' });
      expect([answer.status, errorOf(answer).fields]).toEqual([
        422,
        {
          username: 'must be text of 1 to 255 characters without control characters',
          realm: 'is required',
          source_ip: 'must be an IP address',
        },
      ]);
    });

    it('returns 401 without a token', async () => {
      expect((await api.switch('/switch/auth', {}, '')).status).toBe(401);
    });

    describe('after failed digests', () => {
      it('returns 404 from the twentieth within five minutes, from that address only', async () => {
        const { username } = await aSystem();
        await fail(username, '203.0.113.7', 19);
        expect((await auth({ username })).status).toBe(200);
        await fail(username, '203.0.113.7', 1);
        const answer = await auth({ username });
        expect([answer.status, errorOf(answer).code]).toEqual([404, 'not_found']);
        const seconds = Number(/blocked from this address for (\d+) more seconds/.exec(errorOf(answer).message)?.[1]);
        expect(seconds).toBeGreaterThan(880);
        expect(seconds).toBeLessThanOrEqual(900);
        expect((await auth({ username, source_ip: '203.0.113.8' })).status).toBe(200);
        expect((await auth({ username, source_ip: undefined })).status).toBe(200);
        expect(await (await fetch(`${api.internalUrl}/metrics`)).text()).toMatch(/trunkline_sip_blocks_total\S* [1-9]/);
      });

      it('blocks unknown users as well, so that a block does not reveal which users exist', async () => {
        await fail('guessed', '203.0.113.9', 20);
        const messageFor = async (source_ip: string) => errorOf(await auth({ username: 'guessed', source_ip })).message;
        expect(await messageFor('203.0.113.9')).toContain('is blocked');
        expect(await messageFor('203.0.113.10')).toBe('Unknown user or realm.');
      });

      it('counts IPv4-mapped addresses as IPv4', async () => {
        const { username } = await aSystem();
        await fail(username, '::ffff:198.51.100.7', 20);
        expect((await auth({ username, source_ip: '198.51.100.7' })).status).toBe(404);
      });

      it('counts the failures that all processes of the API receive', async () => {
        const { username } = await aSystem();
        const failed = { switch_id: 'sw1', event: 'auth_failed', username, source_ip: '198.51.100.9' };
        const failAt = (process: TestApi, count: number) =>
          Array.from({ length: count }, () => process.switch('/switch/events', failed));
        const request = { username, source_ip: '198.51.100.9' };
        await Promise.all([...failAt(api, 10), ...failAt(other, 9)]);
        expect((await auth(request)).status).toBe(200);
        await Promise.all([...failAt(api, 3), ...failAt(other, 3)]);
        expect((await auth(request)).status).toBe(404);
        expect((await other.switch('/switch/auth', { realm: REALM, ...request })).status).toBe(404);
      });

      it('unblocks after fifteen minutes', async () => {
        const { username } = await aSystem();
        await fail(username, '198.51.100.8', 20);
        expect((await auth({ username, source_ip: '198.51.100.8' })).status).toBe(404);
        await api.operator('POST', '/operator/sandbox/clock', { advance_s: 901 });
        expect((await auth({ username, source_ip: '198.51.100.8' })).status).toBe(200);
      });
    });
  });

  describe('POST /switch/events with auth_failed', () => {
    it('returns 422 that names invalid members', async () => {
      const answer = await api.switch('/switch/events', { switch_id: 'sw1', event: 'auth_failed', username: 'a' });
      expect([answer.status, errorOf(answer).fields]).toEqual([422, { source_ip: 'is required' }]);
      const other = await api.switch('/switch/events', {
        switch_id: 'sw1',
        event: 'auth_failed',
        username: 'a'.repeat(256),
        source_ip: '203.0.113.7',
      });
      expect([other.status, Object.keys(errorOf(other).fields ?? {})]).toEqual([422, ['username']]);
    });

    it('returns 200 for a single event', async () => {
      const event = { switch_id: 'sw1', event: 'auth_failed', username: 'a', source_ip: '203.0.113.7' };
      const answer = await api.switch('/switch/events', { ...event, at: inSeconds(0) });
      expect([answer.status, jsonOf(answer)]).toEqual([200, {}]);
    });
  });

  describe('POST /switch/registrations', () => {
    it('stores the whole list of a user, and returns how many contacts are live', async () => {
      const { username } = await aSystem();
      const contacts = [aContact(), aContact({ uri: 'sip:phone@10.9.9.8', q: 0.5 })];
      expect(jsonOf(await report({ username, contacts }))).toEqual({ contacts: 2 });
      expect(jsonOf(await report({ username, contacts: [aContact({ received: '', path: '' })] }))).toEqual({
        contacts: 1,
      });
      expect(jsonOf(await report({ username, contacts: [] }))).toEqual({ contacts: 0 });
    });

    it('returns 404 for an unknown user', async () => {
      const answer = await report({ username: 'unknown-user', contacts: [] });
      expect([answer.status, errorOf(answer).code]).toEqual([404, 'not_found']);
    });

    it('returns 403 for another switch than that of the token', async () => {
      const { username } = await aSystem();
      const body = { switch_id: 'sw1', boot_id: 'b1', username, contacts: [] };
      expect((await api.switch('/switch/registrations', body, TOKEN_OF_SW9)).status).toBe(403);
      expect((await api.switch('/switch/registrations', { ...body, switch_id: 'sw9' }, TOKEN_OF_SW9)).status).toBe(200);
    });

    it('returns 422 that names every invalid member and contact', async () => {
      const answer = await api.switch('/switch/registrations', { contacts: 'none' });
      expect([answer.status, errorOf(answer).fields]).toEqual([
        422,
        {
          switch_id: 'is required',
          boot_id: 'is required',
          username: 'is required',
          contacts: 'must be a list of at most 10 contacts',
        },
      ]);
      const { username } = await aSystem();
      const uri =
        'must be a SIP URI of at most 512 characters, without headers and without the parameters maddr, method, ttl and lr';
      const contacts = [
        aContact(),
        'a contact',
        {},
        aContact({ uri: 'sip:a@10.0.0.1\r\nX-Evil: 1', received: 'sip:a@10.0.0.1;maddr=10.0.0.2' }),
        aContact({ path: 'sip:203.0.113.1;lr', q: 1.001, expires_at: 'soon' }),
      ];
      const invalid = await report({ username, contacts });
      expect([invalid.status, errorOf(invalid).fields]).toEqual([
        422,
        {
          'contacts[1]': 'must be an object',
          'contacts[2].uri': 'is required',
          'contacts[2].expires_at': 'is required',
          'contacts[3].uri': uri,
          'contacts[3].received': uri,
          'contacts[4].path': 'must be SIP URIs in angle brackets, of at most 1000 characters',
          'contacts[4].q': 'must be a number from 0 to 1',
          'contacts[4].expires_at': 'must be a number from 0 to 253402300799',
        },
      ]);
    });

    it.each([
      ['10 contacts', '11 contacts', (n: number) => ({ count: 10 + n })],
      ['q of 1', 'q above 1', (n: number) => ({ contact: { q: 1 + n / 1000 } })],
      ['q of 0', 'q below 0', (n: number) => ({ contact: { q: -n / 1000 } })],
      [
        'a URI of 512 characters',
        '513',
        (n: number) => ({ contact: { uri: `sip:a@b.example;x=${'y'.repeat(494 + n)}` } }),
      ],
      [
        'a Path of 1,000 characters',
        '1,001',
        (n: number) => ({ contact: { path: `<sip:b.example;x=${'y'.repeat(982 + n)}>` } }),
      ],
      [
        'a week',
        'a week and 100 seconds',
        (n: number) => ({ contact: { expires_at: inSeconds(604_800 - 50 + n * 150) } }),
      ],
    ])('accepts %s, and returns 422 for %s', async (_, __, given) => {
      const { username } = await aSystem();
      const statuses = [0, 1].map(async (n) => {
        const { count = 1, contact = {} } = given(n) as { count?: number; contact?: Row };
        const contacts = Array.from({ length: count }, (_, index) =>
          aContact({ uri: `sip:p${index}@10.0.0.1`, ...contact }),
        );
        return (await report({ username, contacts })).status;
      });
      expect(await Promise.all(statuses)).toEqual([200, 422]);
    });

    it('accepts any User-Agent, and cuts it off after 255 characters', async () => {
      const { trunkId, username } = await aSystem();
      await report({ username, contacts: [aContact({ user_agent: `Phone\r\n${'x'.repeat(300)}` })] });
      const status = dataOf(await api.get(`/v1/sip-trunks/${trunkId}/status`, customer));
      expect(status['registration']).toMatchObject({
        user_agent: `Phone${'x'.repeat(248)}`,
        contact_ip: '203.0.113.7',
      });
      expect(jsonOf(await report({ username, contacts: [aContact({ user_agent: 7 })] }))).toEqual({ contacts: 1 });
    });
  });

  describe('a call to a number of a trunk in register mode', () => {
    const routesOf = (decision: Row) => decision['routes'] as Row[];
    const aNumberOn = async (trunkId: string) =>
      String((await new Shopping(api, customer).buy({ trunk_id: trunkId }))['e164']);

    it('is 480 until a system registers, and again once it is gone', async () => {
      const { trunkId, username } = await aSystem();
      const to = await aNumberOn(trunkId);
      const reachable = async () => dataOf(await api.get(`/v1/sip-trunks/${trunkId}`, customer))['reachable'];
      expect([await telephony.route({ to }), await reachable()]).toMatchObject([
        { action: 'reject', code: 480 },
        false,
      ]);
      await report({ username, contacts: [aContact({ path: '<sip:203.0.113.1;lr>' })] });
      const routed = await telephony.route({ to });
      expect(await reachable()).toBe(true);
      expect(routesOf(routed)).toEqual([
        {
          uri: 'sip:office@10.9.9.9:5060',
          dst_uri: 'sip:203.0.113.7:22131',
          path: '<sip:203.0.113.1;lr>',
          fr_timer: 4000,
          fr_inv_timer: 25_000,
          headers: { extra: `X-Svc-Number: ${to}\r\n` },
          target_id: null,
          gateway_id: null,
          carrier_id: null,
          contact_id: expect.stringMatching(/^ct_/) as string,
          media: 'rtp',
          codecs: ['g711a', 'g711u'],
          dtmf_mode: 'rfc4733',
          pass: 0,
        },
      ]);
      await report({ username, contacts: [] });
      expect([await telephony.route({ to }), await reachable()]).toMatchObject([
        { action: 'reject', code: 480 },
        false,
      ]);
    });

    it('is offered to contacts by preference, then to gateways, and not to those that have expired', async () => {
      const { trunkId, username } = await aSystem({ gateways: [{ name: 'Backup', host: '192.0.2.9' }] });
      const to = await aNumberOn(trunkId);
      await report({
        username,
        contacts: [
          aContact({ uri: 'sip:low@10.9.9.9', q: 0.1 }),
          aContact({ uri: 'sip:high@10.9.9.9', q: 0.9, expires_at: inSeconds(1000) }),
        ],
      });
      const uris = async () => routesOf(await telephony.route({ to })).map(({ uri }) => uri);
      const gateway = `sip:${to}@192.0.2.9:5060`;
      expect(await uris()).toEqual(['sip:high@10.9.9.9', 'sip:low@10.9.9.9', gateway]);
      await api.operator('POST', '/operator/sandbox/clock', { advance_s: 61 });
      expect(await uris()).toEqual(['sip:high@10.9.9.9', gateway]);
    });

    it('is recorded with the contact that answered', async () => {
      const { trunkId, username } = await aSystem();
      const to = await aNumberOn(trunkId);
      await report({ username, contacts: [aContact()] });
      const routed = await telephony.route({ to });
      const contactId = routesOf(routed)[0]?.['contact_id'];
      const attempt = { order: 1, contact_id: contactId, sip_code: 200, ring_s: 8, result: 'answered' };
      const row = telephony.rowOf(routed, { row: { attempts: [attempt] } });
      await telephony.backdate(routed, Number(row['started_at']));
      const [outcome] = await telephony.report(row);
      expect(outcome).toMatchObject({ outcome: 'recorded' });
      const cdr = dataOf(await api.get(`/v1/cdrs/${String(outcome?.['cdr_id'])}`, customer));
      expect(cdr).toMatchObject({
        sip_trunk_id: trunkId,
        attempts: [{ destination: '203.0.113.7:22131', contact_id: contactId, gateway_id: null, result: 'answered' }],
      });
    });

    it('takes a slot of the trunk', async () => {
      const { trunkId, username } = await aSystem({ max_concurrent_calls: 1 });
      const to = await aNumberOn(trunkId);
      await report({ username, contacts: [aContact()] });
      expect(await telephony.route({ to })).toMatchObject({ action: 'route' });
      expect(await telephony.route({ to })).toMatchObject({ action: 'reject', code: 503 });
    });

    it('is simulated with its contacts', async () => {
      const { trunkId, username } = await aSystem();
      const targets = [{ kind: 'sip_trunk', sip_trunk_id: trunkId }];
      const detail = dataOf(await api.post('/v1/routing-profiles', { name: newId('op'), targets }, customer));
      const profile = detail['profile'] as Row;
      const path = `/v1/routing-profiles/${String(profile['id'])}/simulate`;
      const simulate = async () => {
        const answer = await api.post(path, { from: '+493012345' }, customer);
        if (answer.status !== 200) throw new Error(answer.text);
        return dataOf(answer);
      };
      expect(await simulate()).toMatchObject({ attempts: [], skipped: [{ reason: 'not_registered' }] });
      await report({ username, contacts: [aContact()] });
      expect(await simulate()).toMatchObject({
        attempts: [
          {
            gateway_id: null,
            contact_id: expect.stringMatching(/^ct_/) as string,
            destination: '203.0.113.7:22131',
          },
        ],
        skipped: [],
      });
    });

    it('never leads to the contacts of another account', async () => {
      const other = await api.customers.make({ balanceCents: 10_000 });
      const body = { name: 'Theirs', registration_mode: 'register' };
      const theirs = dataOf(await api.post('/v1/sip-trunks', body, other));
      const username = String((theirs['credentials'] as Row)['sip_username']);
      await report({ username, contacts: [aContact({ uri: 'sip:theirs@10.9.9.9' })] });
      const { trunkId } = await aSystem();
      const to = await aNumberOn(trunkId);
      expect(await telephony.route({ to })).toMatchObject({ action: 'reject', code: 480 });
      expect((await api.get(`/v1/sip-trunks/${String(theirs['id'])}`, customer)).status).toBe(404);
    });
  });

  it('serves the tokens of WebRTC users as well', async () => {
    const user = dataOf(await api.post('/v1/webrtc-users', { name: newId('op') }, customer));
    const path = `/v1/webrtc-users/${String(user['id'])}`;
    const token = dataOf(await api.post(`${path}/tokens`, undefined, customer));
    const username = String(token['sip_username']);
    const secret = `${username}:${REALM}:${String(token['sip_password'])}`;
    expect(jsonOf(await auth({ username }))).toEqual({
      webrtc_user_id: user['id'],
      ha1_md5: md5(secret),
      ha1_sha256: sha256(secret),
    });
    const uri = 'sip:k3j@f8a9.invalid;transport=ws';
    const contact = aContact({ uri, received: 'sip:203.0.113.7:51234;transport=ws' });
    expect(jsonOf(await report({ username, contacts: [contact] }))).toEqual({ contacts: 1 });
    expect(jsonOf(await report({ username, contacts: [] }))).toEqual({ contacts: 0 });
    await api.operator('POST', '/operator/sandbox/clock', { advance_s: 3601 });
    expect((await auth({ username })).status).toBe(404);
    expect(jsonOf(await report({ username, contacts: [contact] }))).toEqual({ contacts: 1 });
  });
});
