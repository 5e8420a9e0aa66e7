import { HandOutCommands, SwitchCommands } from '@trunkline/voice-routing';
import { Agent, request as httpRequest } from 'node:http';
import { eventually } from '@trunkline/platform/testing';
import { SWITCH_TOKEN, TestApi } from '../support';

const BOUND = 'token-of-the-bound-switch';

let api: TestApi;
let other: TestApi;
beforeAll(async () => {
  const given = { SWITCH_TOKENS: `${SWITCH_TOKEN},sw-bound=${BOUND}` };
  api = await TestApi.start(given);
  other = await TestApi.start({ ...given, DATABASE_URL: api.settings.DATABASE_URL });
});
afterAll(async () => {
  await other.stop();
  await api.stop();
});

let switches = 0;
const newSwitch = () => ({ switchId: `sw-commands-${++switches}`, node: 'a' });
const hangup = (at: { switchId: string; node: string }) =>
  api.use(SwitchCommands).send({ type: 'hangup', at, decisionId: 'rd_1', callId: 'c1' });
const poll = ({ switchId, node }: { switchId: string; node: string }, query = '', of = api) =>
  of.switchGet(`/switch/commands?switch_id=${switchId}&node=${node}${query}`);

describe('GET /switch/commands', () => {
  it('returns 200 with no command at once without wait_s', async () => {
    expect(await poll(newSwitch())).toMatchObject({ status: 200, body: { commands: [] } });
  });

  it('returns 200 with a command of another process of the API while it waits', async () => {
    const at = newSwitch();
    const polled = poll(at, '&wait_s=30', other);
    await eventually(() => expect(other.use(HandOutCommands).waitingPolls).toBe(1));
    const id = await hangup(at);
    const { status, body } = await polled;
    const command = { id, at: expect.any(Number), type: 'hangup', decision_id: 'rd_1', call_id: 'c1' };
    expect([status, body]).toEqual([200, { commands: [command] }]);
    expect(await poll(at, `&after=${id}`)).toMatchObject({ status: 200, body: { commands: [] } });
  });

  it('returns 200 with a probe to one switch', async () => {
    const [first, second] = [newSwitch(), newSwitch()];
    const id = await api.use(SwitchCommands).send({ type: 'probe', uri: 'sip:192.0.2.1:5060', transport: 'udp' });
    const probe = { id, at: expect.any(Number), type: 'probe', uri: 'sip:192.0.2.1:5060', transport: 'udp' };
    const polled = await Promise.all([poll(first), poll(second, '', other)]);
    expect(polled.flatMap(({ body }) => body.commands)).toEqual([probe]);
  });

  it('ends when the switch disconnects', async () => {
    const { switchId } = newSwitch();
    const agent = new Agent();
    const path = `${api.internalUrl}/switch/commands?switch_id=${switchId}&wait_s=30`;
    const request = httpRequest(path, { agent, headers: { authorization: `Bearer ${SWITCH_TOKEN}` } });
    request.on('error', () => undefined).end();
    await eventually(() => expect(api.use(HandOutCommands).waitingPolls).toBe(1));
    request.destroy();
    await eventually(() => expect(api.use(HandOutCommands).waitingPolls).toBe(0));
    agent.destroy();
  });

  it('ends when the process stops', async () => {
    const stopping = await TestApi.start({ DATABASE_URL: api.settings.DATABASE_URL });
    const polled = poll(newSwitch(), '&wait_s=30', stopping);
    await eventually(() => expect(stopping.use(HandOutCommands).waitingPolls).toBe(1));
    await stopping.stop();
    expect(await polled).toMatchObject({ status: 200, body: { commands: [] } });
  });

  it('returns 401 without a token', async () => {
    expect((await api.switchGet('/switch/commands?switch_id=sw1', 'unknown-token-of-a-switch')).status).toBe(401);
  });

  it("returns 403 for another switch than the token's", async () => {
    expect((await api.switchGet('/switch/commands?switch_id=sw1', BOUND)).status).toBe(403);
    expect((await api.switchGet('/switch/commands', BOUND)).status).toBe(200);
  });

  it('returns 405 for POST', async () => {
    expect((await api.switch('/switch/commands', {})).status).toBe(405);
  });

  it.each([
    ['', { switch_id: 'is required' }],
    ['?switch_id=sw1&wait_s=31', { wait_s: 'must be an integer from 0 to 30' }],
    ['?switch_id=sw1&wait_s=1.5', { wait_s: 'must be an integer from 0 to 30' }],
    [
      `?switch_id=sw1&node=${'n'.repeat(65)}`,
      { node: 'must be text of 1 to 64 characters without control characters' },
    ],
  ])('returns 422 for the query %j', async (query, fields) => {
    const { status, body } = await api.switchGet(`/switch/commands${query}`);
    expect([status, body.error?.fields]).toEqual([422, fields]);
  });
});

describe('POST /switch/commands/{id}/result', () => {
  const received = async (at = newSwitch()) => {
    const id = await hangup(at);
    await poll(at);
    return id;
  };

  it('returns 200, also when it is repeated, and keeps the first result', async () => {
    const id = await received();
    const path = `/switch/commands/${id}/result`;
    const waiting = other.use(SwitchCommands).result(id, 10_000);
    const probed = { ok: false, sip_code: 408, rtt_ms: 4000, error: 'no answer' };
    expect(await api.switch(path, probed)).toMatchObject({ status: 200, body: {} });
    expect(await api.switch(path, { ok: true })).toMatchObject({ status: 200, body: {} });
    expect(await waiting).toEqual({ ok: false, sipCode: 408, rttMs: 4000, error: 'no answer' });
  });

  it('returns 404 for an unknown command and for one of another switch', async () => {
    expect((await api.switch('/switch/commands/cmd_unknown/result', { ok: true })).status).toBe(404);
    expect((await api.switch(`/switch/commands/${await received()}/result`, { ok: true }, BOUND)).status).toBe(404);
  });

  it('returns 422 for an invalid result', async () => {
    const path = `/switch/commands/${await received()}/result`;
    const { status, body } = await api.switch(path, { ok: 'yes', sip_code: 99, rtt_ms: -1 });
    expect([status, Object.keys(body.error?.fields ?? {})]).toEqual([422, ['ok', 'sip_code', 'rtt_ms']]);
  });
});
