import { eventually } from '@trunkline/platform/testing';
import { Receiver } from '@trunkline/webhooks/testing';
import { verifyWebhook } from '@trunkline/client/webhooks';
import { dataOf, type Row, Shopping } from '../support/numbering/shopping';
import { startApi, type TestApi } from '../support';
import { bySession } from '../support/customers';
import { jsonOf, justBefore, Telephony } from '../support/telephony';

/** Answers of webhooks by the path of their URL. */
type Script = (path: string) => unknown;

describe('a call whose plan contains a webhook', () => {
  let api: TestApi;
  let telephony: Telephony;
  let receiver: Receiver;
  let script: Script;
  let paths = 0;

  beforeAll(async () => {
    api = await startApi({ ALLOW_PRIVATE_WEBHOOKS: 'true' });
    receiver = await Receiver.start((request, response) => {
      const answer = script(request.url ?? '');
      if (answer instanceof Function) (answer as (sent: typeof response) => void)(response);
      else response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    });
    await api.operator('POST', '/operator/carriers', { name: 'Transit', host: '198.51.100.1' });
  });
  afterAll(async () => {
    await receiver.close();
    await api.stop();
  });
  beforeEach(async () => {
    telephony = await Telephony.make(api);
    script = () => forwardTo(telephony.trunkId);
    receiver.received.length = 0;
  });

  const forwardTo = (sip_trunk_id: string) => ({ action: 'forward', sip_trunk_id });
  const webhook = (given: Row = {}) => ({
    kind: 'webhook',
    webhook_url: receiver.url.replace('/hook', `/hook-${++paths}`),
    ...given,
  });
  const trunk = () => ({ kind: 'sip_trunk', sip_trunk_id: telephony.trunkId });

  /** Routes the number through a profile, and returns the ids of its targets. */
  const profileOf = async (targets: Row[], given: Row = {}): Promise<string[]> => {
    const { customer, number } = telephony;
    const made = await api.post('/v1/routing-profiles', { name: `profile ${++paths}`, targets, ...given }, customer);
    expect(made.status).toBe(201);
    const { profile, targets: stored } = dataOf(made) as { profile: Row; targets: Row[] };
    const change = { routing_profile_id: profile['id'] };
    const routed = await api.patch(`/v1/numbers/${number.slice(1)}/routing`, change, customer);
    expect(routed.status).toBe(200);
    return stored.map(({ id }) => String(id));
  };
  const resume = (call: Row, given: Row = {}) =>
    api.switch('/switch/route', {
      switch_id: call['switch_id'],
      call_id: call['call_id'],
      from: call['from'],
      to: call['to'],
      resume: true,
      decision_id: call['decision_id'],
      after_target_id: (call['resume'] as Row | undefined)?.['after_target_id'],
      ...given,
    });
  const resumed = async (call: Row, given: Row = {}) => {
    const answer = await resume(call, given);
    expect(answer.status).toBe(200);
    return { ...call, resume: undefined, ...jsonOf(answer) } as Row;
  };
  const targetsOf = (answer: Row) => (answer['routes'] as Row[]).map(({ target_id }) => target_id);
  const gatewaysOf = (answer: Row) => (answer['routes'] as Row[]).map(({ gateway_id }) => gateway_id);
  const held = async () => Number(dataOf(await api.get('/v1/billing/balance', telephony.customer))['held_cents']);

  it('is answered at once without routes, and asks the webhook when it is resumed', async () => {
    const [target] = await profileOf([webhook(), trunk()]);
    const secret = dataOf(await api.post('/v1/call-webhooks/rotate-secret', {}, telephony.customer))['signing_secret'];
    const call = await telephony.route();
    expect(call).toMatchObject({ action: 'route', first_branch: 0, routes: [], resume: { after_target_id: target } });
    expect(receiver.received).toEqual([]);
    const answer = await resumed(call);
    expect(answer).toMatchObject({
      action: 'route',
      decision_id: call['decision_id'],
      first_branch: 0,
      resume: undefined,
    });
    expect(new Set(targetsOf(answer).slice(0, 2))).toEqual(new Set([target]));
    const [question] = receiver.received;
    const headers = question!.headers as Record<string, string>;
    const verified = await verifyWebhook(Buffer.from(question!.body), headers, String(secret));
    expect(verified).toEqual({
      call: {
        decision_id: call['decision_id'],
        target_id: target,
        direction: 'inbound',
        from: '+493012345',
        to: telephony.number,
        number_id: telephony.numberId,
        routing_profile_id: expect.any(String),
        at: expect.any(Number),
      },
      attempt: 1,
    });
  });

  it('appends routes, so that the branch of a CDR names the route that answered', async () => {
    const [, hook] = await profileOf([trunk(), webhook(), trunk()]);
    const call = await telephony.route();
    expect(call['resume']).toEqual({ after_target_id: hook });
    const before = gatewaysOf(call).length;
    const answer = await resumed(call);
    expect(answer).toMatchObject({ first_branch: before });
    expect(targetsOf(answer)[0]).toBe(hook);
    const branch = before + 1;
    const answered = { order: branch + 1, target_id: hook, gateway_id: gatewaysOf(answer)[1] };
    const attempts = [{ ...answered, sip_code: 200, result: 'answered' }];
    const row = { seconds: 1, startedAt: justBefore(9), row: { branch, attempts } };
    const [outcome] = await telephony.report(telephony.rowOf(answer, row));
    expect(outcome).toMatchObject({ outcome: 'recorded' });
    const cdr = dataOf(await api.get(`/v1/cdrs/${String(outcome!['cdr_id'])}`, telephony.customer));
    expect(cdr['attempts']).toEqual([expect.objectContaining({ ...answered, target_kind: 'sip_trunk' })]);
    expect(cdr).toMatchObject({ estimated_leg: false });
    expect(await held()).toBe(0);
  });

  it('returns the same answer to a repeated request, and to two at once', async () => {
    await profileOf([webhook(), webhook()]);
    const call = await telephony.route();
    const answers = await Promise.all([resume(call), resume(call), resume(call)]);
    const [first, ...others] = answers.map(jsonOf);
    expect(first).toMatchObject({ action: 'route', resume: { after_target_id: expect.any(String) } });
    for (const other of others) expect(other).toEqual(first);
    const later = await resumed({ ...call, ...first });
    expect(later).toMatchObject({ first_branch: gatewaysOf(first!).length });
    expect((await resume(call)).status).toBe(409);
  });

  it('shows the number of a registered system whose From is its user name, as before the webhook', async () => {
    await profileOf([trunk(), webhook(), trunk()]);
    const { customer, number } = telephony;
    const options = { name: 'PBX', registration_mode: 'register', default_caller_id: number };
    const { credentials } = dataOf(await api.post('/v1/sip-trunks', options, customer)) as { credentials: Row };
    const authUser = String(credentials['sip_username']);
    const caller = { from: `sip:${authUser}@sip.api.test`, auth_user: authUser };
    const call = await telephony.route(caller);
    const answer = await resumed(call, caller);
    const shown = (routed: Row) => (routed['routes'] as { headers: Row }[]).map(({ headers }) => headers['from']);
    const from = { uri: `sip:${number}@sip.api.test` };
    expect([...shown(call), ...shown(answer)]).toEqual(Array(6).fill(from));
  });

  it('is rejected with the code of the webhook, which ends it and releases its money', async () => {
    await profileOf([webhook(), trunk()]);
    script = () => ({ action: 'reject', code: 486 });
    const call = await telephony.route();
    expect(await held()).toBeGreaterThan(0);
    const answer = await resumed(call);
    expect(answer).toMatchObject({ action: 'reject', code: 486, reason: 'Busy Here', routes: [] });
    expect(await held()).toBe(0);
    expect(await resumed(call)).toMatchObject({ action: 'reject', code: 486 });
    const [outcome] = await telephony.report(telephony.rowOf(call, { seconds: null }));
    expect(outcome).toMatchObject({ outcome: 'recorded' });
  });

  const redirect = (response: { writeHead: (status: number, headers: object) => { end: () => void } }) =>
    response.writeHead(302, { Location: '/elsewhere' }).end();
  it.each<[string, () => unknown]>([
    [
      'another status',
      () => (sent: { writeHead: (status: number) => { end: () => void } }) => sent.writeHead(500).end(),
    ],
    ['a redirect', () => redirect],
    ['no action', () => ({})],
    ['a list', () => []],
    ['two destinations', () => ({ ...forwardTo('trk_1'), pstn_forward_e164: '+442079460000' })],
    ['an unknown trunk', () => forwardTo('trk_0mh2k3l4p9f1c2d3e4b5a6978')],
    ['an unknown user', () => ({ action: 'forward', webrtc_user_id: 'wru_0mh2k3l4p9f1c2d3e4b5a6978' })],
    ['a number that is not canonical', () => ({ action: 'forward', pstn_forward_e164: '00442079460000' })],
    ['an emergency number', () => ({ action: 'forward', pstn_forward_e164: '+112' })],
    ['a number that leads back', () => ({ action: 'forward', pstn_forward_e164: telephony.number })],
    ['a code below 400', () => ({ action: 'reject', code: 302 })],
    ['no answer within two seconds', () => () => undefined],
  ])('proceeds to the next target, and says why in the CDR, after %s', async (_case, answer) => {
    const [, next] = await profileOf([webhook(), trunk()]);
    script = answer;
    const routes = await resumed(await telephony.route());
    expect(routes).toMatchObject({ action: 'route' });
    expect(new Set(targetsOf(routes))).toEqual(new Set([next]));
    expect(receiver.received).toHaveLength(1);
    const attempts = [{ order: 1, target_id: next, sip_code: 486, result: 'busy' }];
    const [outcome] = await telephony.report(telephony.rowOf(routes, { seconds: null, row: { attempts } }));
    const cdr = dataOf(await api.get(`/v1/cdrs/${String(outcome?.['cdr_id'])}`, telephony.customer));
    const asked = { order: 1, target_kind: 'webhook', result: 'skipped', sip_reason: expect.any(String) };
    expect(cdr['attempts']).toEqual([
      expect.objectContaining(asked),
      expect.objectContaining({ order: 2, target_id: next, result: 'busy' }),
    ]);
  });

  it('ends its plan without routes when nothing follows a failed webhook', async () => {
    await profileOf([webhook()]);
    script = () => ({});
    const answer = await resumed(await telephony.route());
    expect(answer).toMatchObject({ action: 'route', routes: [], resume: undefined });
    expect((await resume(answer, { after_target_id: 'rpt_0mh2k3l4p9f1c2d3e4b5a6978' })).status).toBe(409);
  });

  it('holds what a forward costs more, until the call ends', async () => {
    await profileOf([webhook(), trunk()]);
    script = () => ({ action: 'forward', pstn_forward_e164: '+442079460000' });
    const call = await telephony.route({ extends: true });
    const before = await held();
    const answer = await resumed(call);
    expect((answer['routes'] as Row[])[0]).toMatchObject({ carrier_id: expect.stringMatching(/^car_/) });
    expect(await held()).toBeGreaterThan(before);
    await api.switch('/switch/events', {
      switch_id: 'sw1',
      event: 'ended',
      decision_id: call['decision_id'],
      answered_at: null,
    });
    expect(await held()).toBe(0);
  });

  it('counts a forward against the daily cap also when the call holds enough money for it already', async () => {
    await profileOf([webhook()]);
    const outbound = { daily_cap_cents: 30 };
    const { customer } = telephony;
    expect((await api.patch('/v1/accounts/me', { settings: { outbound } }, bySession(customer))).status).toBe(200);
    script = () => ({ action: 'forward', pstn_forward_e164: '+442079460000' });
    const calls = [await telephony.route(), await telephony.route()] as const;
    const before = await held();
    expect((await resumed(calls[0]))['routes']).not.toEqual([]);
    expect(await held()).toBe(before);
    const inForce = dataOf(await api.get('/v1/accounts/me/outbound', customer));
    expect(inForce['used_today_cents']).toBeGreaterThan(20);
    expect((await resumed(calls[1]))['routes']).toEqual([]);
  });

  it('proceeds to the next target when a forward is not covered', async () => {
    const [, next] = await profileOf([webhook(), trunk()]);
    const { accountId } = telephony.customer;
    const left = Number(dataOf(await api.get('/v1/billing/balance', telephony.customer))['available_cents']);
    const debit = { amount_cents: 1 - left, reason: 'test', reference: `debit ${++paths}` };
    expect((await api.operator('POST', `/operator/accounts/${accountId}/adjustments`, debit)).status).toBe(201);
    script = () => ({ action: 'forward', pstn_forward_e164: '+442079460000' });
    const answer = await resumed(await telephony.route());
    expect(new Set(targetsOf(answer))).toEqual(new Set([next]));
    expect(await held()).toBe(1);
  });

  it('asks the webhooks of targets that ring together before they ring', async () => {
    const targets = await profileOf([trunk(), webhook(), webhook()], { strategy: 'simultaneous_ring' });
    const call = await telephony.route();
    expect(call['routes']).toEqual([]);
    const answer = await resumed(call);
    expect(answer).toMatchObject({ routing: 'parallel', resume: undefined });
    expect(targetsOf(answer)).toEqual(targets);
    expect(receiver.received).toHaveLength(2);
  });

  it.each(['round_robin', 'weighted_lb'])('keeps the order that %s has chosen', async (strategy) => {
    const targets = await profileOf([trunk(), webhook(), trunk()], { strategy });
    for (let calls = 0; calls < 4; calls++) {
      const call = await telephony.route();
      const answer = await resumed(call);
      const order = [...new Set([...targetsOf(call), ...targetsOf(answer)])];
      expect([...order].sort()).toEqual([...targets].sort());
    }
  });

  it('passes over all targets again after the last part', async () => {
    const [first, hook] = await profileOf([trunk(), webhook()], { max_retries: 1 });
    const call = await telephony.route();
    expect((call['routes'] as Row[]).every(({ pass }) => pass === 0)).toBe(true);
    const answer = await resumed(call);
    const passes = (answer['routes'] as Row[]).map(({ target_id, pass }) => [target_id, pass]);
    expect(passes).toEqual([
      [hook, 0],
      [hook, 0],
      [first, 1],
      [first, 1],
      [hook, 1],
      [hook, 1],
    ]);
  });

  it('is unknown to another switch, and with another decision', async () => {
    await profileOf([webhook()]);
    const call = await telephony.route();
    for (const given of [{ switch_id: 'sw2' }, { node: 'b' }, { decision_id: 'rd_0mh2k3l4p9f1c2d3e4b5a6978' }])
      expect((await resume(call, given)).status).toBe(404);
    expect(receiver.received).toEqual([]);
  });

  it('returns 409 after another target than that of the last answer', async () => {
    await profileOf([webhook(), trunk()]);
    const answer = await resume(await telephony.route(), { after_target_id: 'rpt_0mh2k3l4p9f1c2d3e4b5a6978' });
    expect(answer.status).toBe(409);
  });

  it('returns 422 without the decision or the target', async () => {
    const answer = await resume({ switch_id: 'sw1', call_id: 'c', from: '+1', to: '+1' }, { decision_id: undefined });
    const { error } = JSON.parse(answer.text) as { error: { fields: Row } };
    expect([answer.status, Object.keys(error.fields)]).toEqual([422, ['decision_id', 'after_target_id']]);
  });

  it('is rejected once it has ended', async () => {
    await profileOf([webhook(), trunk()]);
    const call = await telephony.route();
    await api.switch('/switch/events', {
      switch_id: 'sw1',
      event: 'ended',
      decision_id: call['decision_id'],
      answered_at: null,
    });
    expect(await resumed(call)).toMatchObject({ action: 'reject', code: 480, reason: 'Call Has Ended' });
    expect(receiver.received).toEqual([]);
  });

  it('delays no other call while 20 webhooks take two seconds each', async () => {
    const other = await Telephony.make(api);
    await profileOf([webhook(), trunk()]);
    script = () => () => undefined;
    /** How long the slowest of 40 calls of the other customer takes, in milliseconds. */
    const slowest = async () => {
      const times: number[] = [];
      for (let index = 0; index < 40; index++) {
        const begun = performance.now();
        await other.route();
        times.push(performance.now() - begun);
      }
      return Math.max(...times);
    };
    const calls = await Promise.all(Array.from({ length: 20 }, () => telephony.route()));
    const usual = await slowest();
    const slow = Promise.all(calls.map((call) => resumed(call)));
    await eventually(() => expect(receiver.open).toBe(20));
    // On a busy machine, no call is quick.
    expect(await slowest()).toBeLessThan(Math.max(50, 3 * usual));
    const answers = await slow;
    expect(answers.every(({ routes }) => (routes as Row[]).length > 0)).toBe(true);
  });

  it('skips a forward that returns to a number whose webhook has forwarded a live call here', async () => {
    const other = String((await new Shopping(api, telephony.customer).buy())['e164']);
    const [, next] = await profileOf([webhook(), trunk()]);
    const path = `/v1/numbers/${other.slice(1)}/routing`;
    const elsewhere = dataOf(
      await api.post(
        '/v1/routing-profiles',
        { name: `profile ${++paths}`, targets: [webhook(), trunk()] },
        telephony.customer,
      ),
    );
    await api.patch(path, { routing_profile_id: (elsewhere['profile'] as Row)['id'] }, telephony.customer);
    script = () => ({ action: 'forward', pstn_forward_e164: telephony.number });
    const there = await resumed(await telephony.route({ to: other }));
    expect((there['routes'] as Row[])[0]).toMatchObject({ carrier_id: expect.stringMatching(/^car_/) });
    script = () => ({ action: 'forward', pstn_forward_e164: other });
    const back = await resumed(await telephony.route());
    expect(new Set(targetsOf(back))).toEqual(new Set([next]));
  });

  it('hides a withheld caller from the webhook and from the systems behind it', async () => {
    await profileOf([webhook()]);
    const call = await telephony.route({ from: 'sip:anonymous@anonymous.invalid' });
    const answer = await resumed({ ...call, from: 'sip:+493012345@example.com' });
    const [question] = receiver.received;
    expect((JSON.parse(question!.body) as { call: Row }).call).toMatchObject({ from: null });
    const [route] = answer['routes'] as Row[];
    expect(JSON.stringify(route!['headers'])).toContain('anonymous');
  });

  it('rings the browsers of a WebRTC user', async () => {
    const user = dataOf(await api.post('/v1/webrtc-users', { name: 'Reception' }, telephony.customer))['id'];
    const [, next] = await profileOf([{ kind: 'webrtc_user', webrtc_user_id: user }, trunk()]);
    expect(targetsOf(await telephony.route())).toEqual([next, next]);
  });
});
