import { eventually } from '@trunkline/platform/testing';
import { FakeApi } from './support/fake-api';
import { TestAgent, TOKEN } from './support/test-agent';

describe('commands', () => {
  let agent: TestAgent;

  beforeEach(async () => {
    agent = await TestAgent.start();
  });
  afterEach(() => agent.stop());

  const hangUp = (decisionId: string) =>
    agent.result(agent.api.command({ type: 'hangup', decision_id: decisionId, call_id: 'x' }));
  const live = (decisionId: string, value: string) => agent.kamailio.tables.get('live')?.set(decisionId, value);

  it('are polled with the identity of the switch, and acknowledged by the next poll', async () => {
    await agent.result(agent.api.command({ type: 'probe', uri: 'sip:192.0.2.7', transport: 'udp' }));
    await eventually(() => expect(agent.api.at('/switch/commands').length).toBeGreaterThan(1));
    const [first, second] = agent.api.at('/switch/commands');
    expect(first?.token).toBe(TOKEN);
    expect(Object.fromEntries(first?.query ?? [])).toEqual({ switch_id: 'sw1', node: 'a', wait_s: '25' });
    expect(second?.query.get('after')).toBe('cmd_1');
  });

  it('end an answered call by its dialog', async () => {
    live('rd_1', '2713:8512:1795366190:1:a:b@203.0.113.5');
    expect(await hangUp('rd_1')).toMatchObject({ ok: true });
    expect(agent.kamailio.called('dlg.end_dlg')).toEqual([[2713, 8512]]);
  });

  it('cancel a call that rings, whose Call-ID may contain colons', async () => {
    live('rd_1', '2713:8512:0:7:a:b@203.0.113.5');
    expect(await hangUp('rd_1')).toMatchObject({ ok: true });
    expect(agent.kamailio.called('tm.cancel')).toEqual([['a:b@203.0.113.5', '7']]);
  });

  it('end a call that is answered while it is cancelled', async () => {
    live('rd_1', '1:2:0:7:x');
    agent.kamailio.onRpc = ({ method }) => {
      if (method !== 'tm.cancel') return {};
      live('rd_1', '1:2:1795366190:7:x');
      return undefined;
    };
    expect(await hangUp('rd_1')).toMatchObject({ ok: true });
    expect(agent.kamailio.called('dlg.end_dlg')).toEqual([[1, 2]]);
  });

  it('wait a moment for a call that Kamailio does not know yet', async () => {
    const ending = hangUp('rd_1');
    await eventually(() => expect(agent.kamailio.called('htable.get')).toContainEqual(['live', 'rd_1']));
    live('rd_1', '1:2:0:7:x');
    expect(await ending).toMatchObject({ ok: true });
  });

  it('fail for an unknown call', async () => {
    expect(await hangUp('rd_unknown')).toMatchObject({ ok: false, error: 'unknown_call' });
  });

  it('fail for an unknown type', async () => {
    const id = agent.api.command({ type: 'transfer' });
    expect(await agent.result(id)).toMatchObject({ ok: false, error: 'unreadable_command' });
  });

  it('fail while Kamailio does not answer', async () => {
    await agent.kamailio.stop();
    expect(await hangUp('rd_1')).toMatchObject({ ok: false, error: expect.stringContaining('not answered') });
    agent.kamailio.stop = () => Promise.resolve();
  });

  it.each([
    [200, true],
    [404, true],
    [503, false],
    [408, false],
  ])('probe a gateway that answers with %i', async (status, ok) => {
    agent.kamailio.onOptions = (transaction) => transaction.respond(status);
    const id = agent.api.command({ type: 'probe', uri: 'sip:gw.example:5061', transport: 'tls' });
    expect(await agent.result(id)).toMatchObject({ ok, sip_code: status });
    expect(agent.kamailio.options[0]?.uri).toBe('sip:gw.example:5061;transport=tls');
  });

  it('place a test call, which ends once it is answered and of which nothing is reported', async () => {
    const id = agent.api.command({ type: 'test', uri: 'sip:echo@192.0.2.7' });
    const call = await agent.call(0);
    expect(call.invite.headers.get('To')).toContain('sip:echo@192.0.2.7');
    expect(call.header('X-Plan')).toMatchObject({ routes: [{ uri: 'sip:echo@192.0.2.7' }] });
    expect(call.header('X-Plan')).not.toHaveProperty('decision_id');
    await call.answer();
    expect(await agent.result(id)).toMatchObject({ ok: true, sip_code: 200, rtt_ms: expect.any(Number) as number });
    await eventually(() => expect(call.methods).toContain('BYE'));
    expect(agent.api.cdrs).toEqual([]);
  });

  it('report a test call that is rejected, and one to an echo that the agent does not have', async () => {
    const rejected = agent.api.command({ type: 'test', uri: 'sip:busy@192.0.2.7' });
    (await agent.call(0)).refuse(486);
    expect(await agent.result(rejected)).toMatchObject({ ok: false, sip_code: 486 });
    expect(await agent.result(agent.api.command({ type: 'test' }))).toMatchObject({ ok: false, error: 'no_echo' });
  });

  it('fail to probe while Kamailio does not answer', async () => {
    agent.kamailio.onOptions = () => undefined;
    const id = agent.api.command({ type: 'probe', uri: 'sip:192.0.2.7', transport: 'udp' });
    expect(await agent.result(id)).toMatchObject({ ok: false, error: 'The switch could not send OPTIONS.' });
  });
});

describe('two addresses of the API', () => {
  it('are both tried, and the address that answers is kept', async () => {
    const second = await FakeApi.start();
    const agent = await TestAgent.start({ API_URL_2: second.url });
    agent.api.failsWith = 503;
    await eventually(() => expect(second.at('/switch/commands').length).toBeGreaterThan(1));
    const count = agent.api.requests.length;
    const id = second.command({ type: 'probe', uri: 'sip:192.0.2.7', transport: 'udp' });
    await eventually(() => expect(second.resultOf(id)).toMatchObject({ ok: true }));
    expect(agent.api.requests.length - count).toBeLessThanOrEqual(3);
    await agent.stop();
    await second.stop();
  });
});
