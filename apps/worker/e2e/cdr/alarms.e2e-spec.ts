import { ApiKeys } from '@trunkline/identity';
import { aPrincipal, openVerifiedAccount } from '@trunkline/identity/testing';
import { eventually } from '@trunkline/platform/testing';
import { Receiver } from '@trunkline/webhooks/testing';
import { ApiProcess } from '../support/api-process';
import { MailServer } from '../support/mail-server';
import { ProbeWorld } from '../support/probe-world';
import { openApplication } from '../support/staffed-world';
import { SECRETS } from '../support/worker-process';
import { Workers } from '../support/workers';

const EMAIL = 'ada@example.com';
const PERSON = { email: EMAIL, password: 'correct horse battery staple', name: 'Ada Lovelace', country: 'US' };
const ALARM = {
  name: 'Office fails',
  metric: 'failure_pct',
  window_s: 300,
  comparison: 'above',
  threshold: 50,
  min_calls: 3,
};

type Json = Record<string, unknown>;

describe('alarms', () => {
  let probe: ProbeWorld;
  let mails: MailServer;
  let receiver: Receiver;
  let api: ApiProcess;
  let workers: Workers;
  let application: Awaited<ReturnType<typeof openApplication>>;
  let key: string;

  beforeAll(async () => {
    probe = await ProbeWorld.open();
    mails = new MailServer();
    receiver = await Receiver.start();
    const env = {
      ...probe.env,
      SMTP_URL: `smtp://127.0.0.1:${await mails.open()}`,
      ALLOW_PRIVATE_WEBHOOKS: 'true',
      RATE_LIMIT_FACTOR: '1000',
    };
    application = await openApplication(env);
    const caller = { ip: '127.0.0.1', userAgent: 'node' };
    const { accountId, userId } = await openVerifiedAccount(application.use, { ...PERSON, caller });
    const asked = { name: 'test', scopes: ['*'], allowedCidrs: [], expiresAt: null };
    ({ key } = await application.use(ApiKeys).create(aPrincipal({ accountId, userId }), asked));
    api = await ApiProcess.start(env);
    workers = new Workers(probe, env);
    await workers.run(2);
  });
  afterAll(async () => {
    await workers.killAll();
    await api.kill();
    await application.close();
    await receiver.close();
    await mails.close();
    await probe.close();
  });

  const request = async (method: string, path: string, body?: object): Promise<Json> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await api.call(method, path, headers, body && JSON.stringify(body));
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { data: Json }).data;
  };
  const bySwitch = async (path: string, body: object): Promise<Json> => {
    const headers = { authorization: `Bearer ${SECRETS.SWITCH_TOKENS}`, 'content-type': 'application/json' };
    const answer = await fetch(`${api.internalUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Json;
  };
  const calls = async (to: string, count: number, end: object) => {
    for (let n = 0; n < count; n++) {
      const call = { switch_id: 'sw1', call_id: `call ${Math.random()}` };
      const source = { from: '+493012345', to, source_ip: '203.0.113.9', source_port: 5060, transport: 'udp' };
      const { decision_id } = await bySwitch('/switch/route', { ...call, ...source });
      const now = Math.floor(Date.now() / 1000);
      const row = { ...call, decision_id, started_at: now - 20, ended_at: now, ...end };
      const { outcomes } = await bySwitch('/switch/cdrs', { cdrs: [row] });
      expect(outcomes).toMatchObject([{ outcome: 'recorded' }]);
    }
  };
  /** Schedules also run when the test clock moves. */
  const advance = (seconds: number) => api.operate('/operator/sandbox/clock', { advance_s: seconds });
  const deliveries = () =>
    receiver.received
      .map(({ body }) => JSON.parse(body) as { type: string; data: Json })
      .map(({ type, data }) => ({ type, data }));

  it('send an event to webhooks and streams and a mail once, when calls of the switch raise and clear them', async () => {
    const { id: trunkId } = await request('POST', '/v1/sip-trunks', {
      name: 'Office',
      gateways: [{ name: 'first', host: '192.0.2.1' }],
    });
    const ordered = { country: 'US', type: 'geographic', area: '212', trunk_id: trunkId };
    const { number } = (await request('POST', '/v1/numbers', ordered)) as { number: { id: string; e164: string } };
    await request('POST', '/v1/webhooks', { url: receiver.url, event_types: ['alarm.raised', 'alarm.cleared'] });
    const { id } = await request('POST', '/v1/alarms', { ...ALARM, scope: { number_id: number.id } });
    const stream = await api.call('GET', '/v1/events/stream', { authorization: `Bearer ${key}` });
    let streamed = '';
    const reading = (async () => {
      for await (const chunk of stream.body ?? []) streamed += Buffer.from(chunk as Uint8Array).toString();
    })().catch(() => undefined);

    await calls(number.e164, 3, { answered_at: null, sip_code: 503 });
    await advance(1);
    await eventually(() => expect(deliveries()).toHaveLength(1), 30_000);
    expect(deliveries()[0]).toEqual({
      type: 'alarm.raised',
      data: {
        alarm_id: id,
        name: 'Office fails',
        metric: 'failure_pct',
        window_s: 300,
        comparison: 'above',
        threshold: 50,
        value: 100,
        calls: 3,
        sip_trunk_id: null,
        number_id: number.id,
        country: null,
      },
    });
    expect(await request('GET', `/v1/alarms/${String(id)}`)).toMatchObject({ state: 'raised', value: 100, calls: 3 });
    await eventually(() => expect(streamed).toContain('event: alarm.raised'));

    const answered = Math.floor(Date.now() / 1000) - 12;
    await calls(number.e164, 4, { answered_at: answered, sip_code: 200 });
    await advance(1);
    await eventually(async () => {
      const [alarm] = await probe.db.query<{ since: Date | null }>(`SELECT recovering_since AS since FROM cdr.alarms`);
      expect(alarm?.since).toBeInstanceOf(Date);
    }, 30_000);
    await advance(300);
    await eventually(() => expect(deliveries()).toHaveLength(2), 30_000);
    expect(deliveries()[1]).toMatchObject({ type: 'alarm.cleared', data: { alarm_id: id, reason: 'recovered' } });
    await eventually(() => expect(streamed).toContain('event: alarm.cleared'));
    const subjects = () => mails.received.flatMap((raw) => /^Subject: (An alarm.*?)\r?$/m.exec(raw)?.[1] ?? []);
    await eventually(() => expect(subjects()).toEqual(['An alarm was raised', 'An alarm was cleared']));
    expect(mails.received.find((raw) => raw.includes('An alarm was raised'))).toContain('/dashboard/alarms');
    await stream.body?.cancel().catch(() => undefined);
    await api.kill();
    await reading;
  });

  it('of a closed account are deleted', async () => {
    const [{ accountId }] = (await probe.db.query(`SELECT account_id AS "accountId" FROM cdr.alarms`)) as [
      { accountId: string },
    ];
    const data = { account_id: accountId, status: 'closed' as const };
    await probe.db.run(() => probe.events.publish({ type: 'account.status_changed', accountId, data }));
    await eventually(async () => expect(await probe.db.query(`SELECT FROM cdr.alarms`)).toEqual([]));
  });
});
