import { cpSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@trunkline/platform/testing';
import { sessionOf } from './support/fake-kamailio';
import { planOf, TestAgent } from './support/test-agent';

describe('click to dial', () => {
  let agent: TestAgent;

  beforeEach(async () => {
    agent = await TestAgent.start();
  });
  afterEach(() => agent.stop());

  const methods = (expected: string[], ...calls: { readonly methods: string[] }[]) =>
    eventually(() => {
      for (const call of calls) expect(call.methods).toEqual(expected);
    });

  it('calls the phone, then the number, and gives each the session of the other', async () => {
    const id = agent.dial('rd_1');
    const phone = await agent.call(0);
    expect(phone.invite.headers.get('From')).toContain('<sip:+442079460000@sip.example>');
    expect(phone.invite.body).toContain('a=inactive');
    // The decision belongs to the number: Kamailio must report nothing of the first leg.
    expect(phone.header('X-Plan')).toMatchObject({ routes: [{ gateway_id: 'gw_1' }], max_duration_s: 14_700 });
    expect(phone.header('X-Plan')).not.toHaveProperty('decision_id');
    expect(agent.kamailio.calls).toHaveLength(1);
    phone.ring();
    await phone.answer();

    const number = await agent.call(1);
    expect(number.invite.callId).toBe('call-rd_1');
    expect(number.invite.headers.get('From')).toContain('<sip:+15550001@sip.example>');
    expect(number.header('X-Plan')).toEqual(planOf('rd_1', 'car_1'));
    expect(number.header('X-Attempts')).toEqual([
      expect.objectContaining({ leg: 'agent', gateway_id: 'gw_1', sip_code: 200, result: 'answered' }),
    ]);
    expect(number.invite.body).toContain('m=audio 4000 ');
    await number.answer();

    expect(await agent.result(id)).toMatchObject({ switch_id: 'sw1', node: 'a', ok: true, sip_code: 200 });
    await methods(['INVITE', 'INVITE'], phone);
    expect(phone.requests[1]?.body).toContain('m=audio 4002 ');
    // Each leg sees versions of one session.
    const [first, second] = phone.requests.map(({ body }) => /^o=- (\d+) (\d+) /m.exec(body)?.slice(1));
    expect(second).toEqual([first?.[0], '2']);
    expect(agent.api.cdrs).toEqual([]);
  });

  it('lets the phone hear what the number sends before it answers', async () => {
    agent.dial('rd_1');
    const phone = await agent.call(0);
    await phone.answer();
    const number = await agent.call(1);
    number.ring(sessionOf(4002));
    await methods(['INVITE', 'INVITE'], phone);
    await number.answer();
    await agent.result('cmd_1');
    // The session has not moved with the answer.
    expect(phone.methods).toEqual(['INVITE', 'INVITE']);
  });

  it('sends the number another INVITE when the media address of the phone has changed', async () => {
    agent.dial('rd_1');
    const phone = await agent.call(0);
    await phone.answer();
    phone.onRequest = (transaction) => {
      const body = sessionOf(4998);
      transaction.respond(200, { entries: [['Contact', '<sip:phone@127.0.0.1>']], body });
    };
    const number = await agent.call(1);
    await number.answer();
    await methods(['INVITE', 'INVITE'], number);
    expect(number.requests[1]?.body).toContain('m=audio 4998 ');
  });

  it.each([
    [486, 'busy'],
    [603, 'failed'],
    [480, 'no_answer'],
  ])('reports a phone that refuses with %i, and does not call the number', async (status, result) => {
    const id = agent.dial('rd_1');
    const phone = await agent.call(0);
    phone.ring();
    phone.refuse(status);
    expect(await agent.cdr('rd_1')).toMatchObject({
      switch_id: 'sw1',
      node: 'a',
      call_id: 'call-rd_1',
      answered_at: null,
      sip_code: status,
      attempts: [{ leg: 'agent', order: 1, gateway_id: 'gw_1', sip_code: status, result }],
    });
    expect(await agent.result(id)).toMatchObject({ ok: false, sip_code: status, error: 'agent_not_answered' });
    expect(agent.kamailio.calls).toHaveLength(1);
    expect(agent.kamailio.tables.get('live')?.size).toBe(0);
  });

  it('reports the attempts that Kamailio made for the phone', async () => {
    agent.dial('rd_1');
    const tried = [
      { order: 1, gateway_id: 'gw_1', sip_code: 408, result: 'failed' },
      { order: 2, gateway_id: 'gw_2', sip_code: 486, result: 'busy' },
    ];
    (await agent.call(0)).refuse(486, tried);
    const { attempts } = await agent.cdr('rd_1');
    expect(attempts).toEqual(tried.map((attempt) => ({ ...attempt, leg: 'agent' })));
  });

  it('gives up a phone that rings too long', async () => {
    agent.dial('rd_1', { ring_timeout_s: 1 });
    const phone = await agent.call(0);
    phone.ring();
    expect(await agent.cdr('rd_1')).toMatchObject({ sip_code: 480, attempts: [{ result: 'no_answer' }] });
    expect(phone.isCancelled).toBe(true);
  });

  it('has heartbeats list the call while the phone rings', async () => {
    agent.dial('rd_1');
    const { invite } = await agent.call(0);
    expect(agent.kamailio.tables.get('live')?.get('rd_1')).toBe(`0:0:0:1:${invite.callId}`);
  });

  it('ends a call whose phone rings, on a command', async () => {
    agent.dial('rd_1');
    const phone = await agent.call(0);
    phone.ring();
    const id = agent.api.command({ type: 'hangup', decision_id: 'rd_1', call_id: 'call-rd_1' });
    expect(await agent.result(id)).toMatchObject({ ok: true });
    expect(await agent.cdr('rd_1')).toMatchObject({ sip_code: 487, disconnected_by: 'system' });
    expect(phone.isCancelled).toBe(true);
  });

  it('hangs up a phone that answers while it is cancelled', async () => {
    agent.dial('rd_1');
    const phone = await agent.call(0);
    // Without a provisional response besides 100 the CANCEL is sent as well; the answer crosses it.
    let acknowledged: Promise<unknown> | undefined;
    phone.onCancel = () => {
      acknowledged = phone.answer();
    };
    agent.api.command({ type: 'hangup', decision_id: 'rd_1' });
    await eventually(() => expect(phone.isCancelled).toBe(true));
    await acknowledged;
    await methods(['INVITE', 'BYE'], phone);
    expect(await agent.cdr('rd_1')).toMatchObject({ sip_code: 487 });
    expect(agent.kamailio.calls).toHaveLength(1);
  });

  it('cancels the number when the phone hangs up', async () => {
    agent.dial('rd_1');
    const phone = await agent.call(0);
    await phone.answer();
    const number = await agent.call(1);
    number.ring();
    expect((await phone.send('BYE'))?.status).toBe(200);
    await eventually(() => expect(number.isCancelled).toBe(true));
    expect(await agent.result('cmd_1')).toMatchObject({ ok: false, sip_code: 487 });
    // Kamailio has the decision, and reports it.
    expect(agent.api.cdrs).toEqual([]);
  });

  it('ends both legs when the phone refuses the session of the number, and reports that the number answered', async () => {
    agent.dial('rd_1');
    const phone = await agent.call(0);
    await phone.answer();
    phone.onRequest = (transaction) => transaction.respond(488);
    const number = await agent.call(1);
    await number.answer();
    expect(await agent.result('cmd_1')).toMatchObject({ ok: true, sip_code: 488, error: 'media_not_connected' });
    await eventually(() => expect([phone.methods.at(-1), number.methods.at(-1)]).toEqual(['BYE', 'BYE']));
    // Kamailio reports the answered call.
    expect(agent.api.cdrs).toEqual([]);
  });

  it('hangs up the phone when the number is busy', async () => {
    agent.dial('rd_1');
    const phone = await agent.call(0);
    await phone.answer();
    (await agent.call(1)).refuse(486, []);
    await methods(['INVITE', 'BYE'], phone);
    expect(await agent.result('cmd_1')).toMatchObject({ ok: false, sip_code: 486, error: 'number_not_answered' });
    expect(agent.api.cdrs).toEqual([]);
  });

  it('reports the call itself when Kamailio refuses to carry out the plan', async () => {
    agent.dial('rd_1');
    await (await agent.call(0)).answer();
    (await agent.call(1)).refuse(503);
    expect(await agent.cdr('rd_1')).toMatchObject({ sip_code: 503, attempts: [{ leg: 'agent', result: 'answered' }] });
  });

  it.each(['phone', 'number'] as const)('ends both legs when the %s hangs up', async (side) => {
    const legs = await agent.connect('rd_1');
    const other = side === 'phone' ? legs.number : legs.phone;
    await legs[side].send('BYE');
    await eventually(() => expect(other.methods.at(-1)).toBe('BYE'));
  });

  it('ends a connected call by Kamailio, on a command', async () => {
    const { phone, number } = await agent.connect('rd_1');
    agent.kamailio.tables.get('live')?.set('rd_1', '12:34:1795366190:1:call-rd_1');
    agent.kamailio.onRpc = () => {
      void number.send('BYE');
      return {};
    };
    const id = agent.api.command({ type: 'hangup', decision_id: 'rd_1' });
    expect(await agent.result(id)).toMatchObject({ ok: true });
    expect(agent.kamailio.called('dlg.end_dlg')).toEqual([[12, 34]]);
    await eventually(() => expect(phone.methods.at(-1)).toBe('BYE'));
  });

  it('ends both legs itself when Kamailio does not', async () => {
    const { phone, number } = await agent.connect('rd_1');
    agent.kamailio.onRpc = () => undefined;
    const id = agent.api.command({ type: 'hangup', decision_id: 'rd_1' });
    expect(await agent.result(id)).toMatchObject({ ok: true });
    await eventually(() => expect([phone.methods.at(-1), number.methods.at(-1)]).toEqual(['BYE', 'BYE']));
  });

  it('carries out a command once, also after a restart', async () => {
    const id = agent.dial('rd_1');
    const command = { type: 'originate', decision_id: 'rd_1', call_id: 'c', from: '+1', to: '+2', ring_timeout_s: 30 };
    const again = { ...command, plan: planOf('rd_1', 'car_1'), agent: planOf('rd_1', 'gw_1') };
    (await agent.call(0)).refuse(486);
    await agent.result(id);
    agent.api.command(again, id);
    await agent.stopAgent();
    await agent.restart();
    agent.api.command(again, id);
    agent.api.command({ type: 'probe', uri: 'sip:192.0.2.7', transport: 'udp' }, 'cmd_probe');
    await agent.result('cmd_probe');
    expect(agent.kamailio.calls).toHaveLength(1);
  });

  it('goes on with a connected call after a crash', async () => {
    const { phone, number } = await agent.connect('rd_1');
    const copy = mkdtempSync(join(tmpdir(), 'crashed-'));
    cpSync(agent.stateDir, copy, { recursive: true });
    await agent.stopAgent();
    await agent.restart(copy);
    await phone.send('BYE');
    await eventually(() => expect(number.methods.at(-1)).toBe('BYE'));
    expect(number.requests.at(-1)?.callId).toBe('call-rd_1');
  });

  it.each([
    ['noted', 1],
    ['about to be noted', 0],
  ])('ends and reports a call whose phone rang at a crash, with its INVITE %s', async (_state, cseq) => {
    agent.dial('rd_1');
    const { invite } = await agent.call(0);
    const copy = mkdtempSync(join(tmpdir(), 'crashed-'));
    await eventually(() => expect(readdirSync(join(agent.stateDir, 'agent/calls'))).toHaveLength(1));
    cpSync(agent.stateDir, copy, { recursive: true });
    const [name = ''] = readdirSync(join(copy, 'agent/calls'));
    const file = join(copy, 'agent/calls', name);
    const record = JSON.parse(readFileSync(file, 'utf8')) as { readonly agent: object };
    writeFileSync(file, JSON.stringify({ ...record, agent: { ...record.agent, cseq } }));
    await agent.stopAgent();
    await agent.restart(copy);
    expect(agent.kamailio.called('tm.cancel')).toEqual([[invite.callId, '1']]);
    await eventually(() =>
      expect(agent.api.cdrs).toContainEqual(expect.objectContaining({ decision_id: 'rd_1', sip_code: 503 })),
    );
  });

  it('keeps a report on disk until the API takes it', async () => {
    agent.dial('rd_1');
    const phone = await agent.call(0);
    agent.api.failsWith = 503;
    phone.refuse(486);
    await eventually(() => expect(readdirSync(join(agent.stateDir, 'agent/reports'))).toHaveLength(1));
    await agent.stopAgent();
    agent.api.requests.length = 0;
    agent.api.failsWith = null;
    await agent.restart();
    expect(await agent.cdr('rd_1')).toMatchObject({ sip_code: 486 });
    await eventually(() => expect(readdirSync(join(agent.stateDir, 'agent/reports'))).toEqual([]));
  });

  it('cancels and reports a call that is set up when the agent stops', async () => {
    agent.dial('rd_1');
    const phone = await agent.call(0);
    phone.ring();
    await agent.stopAgent();
    expect(phone.isCancelled).toBe(true);
    expect(agent.api.cdrs).toEqual([expect.objectContaining({ decision_id: 'rd_1', sip_code: 487 })]);
  });
});

describe('the limit of calls that are set up at once', () => {
  it('refuses one more, and reports it', async () => {
    const agent = await TestAgent.start({ DIAL_MAX: '2' });
    agent.dial('rd_1');
    agent.dial('rd_2');
    const id = agent.dial('rd_3');
    expect(await agent.result(id)).toMatchObject({ ok: false, sip_code: 503, error: 'too_many_calls' });
    expect(await agent.cdr('rd_3')).toMatchObject({ sip_code: 503, attempts: [] });
    await agent.call(1);
    expect(agent.kamailio.calls).toHaveLength(2);
    await agent.stop();
  });
});
