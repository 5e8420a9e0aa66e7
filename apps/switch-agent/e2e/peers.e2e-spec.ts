import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, promtoolFaults } from '@trunkline/platform/testing';
import { TestAgent } from './support/test-agent';

describe('gateways and carriers', () => {
  it('are probed once in the interval, and their states reported when they change', async () => {
    const agent = await TestAgent.start({ PROBE_INTERVAL_S: '5' });
    agent.kamailio.onOptions = (transaction) =>
      transaction.respond(transaction.request.uri.includes('down') ? 408 : 200);
    agent.api.gateways = {
      gateways: [
        { gateway_id: 'gw_1', uri: 'sip:up.example:5060', transport: 'udp' },
        { carrier_id: 'car_1', uri: 'sip:down.example:5061;transport=tls', transport: 'tls' },
      ],
      next: '1',
      more: false,
      reset: true,
    };
    await agent.stopAgent();
    await agent.restart();
    const reports = () => agent.api.at('/switch/gateway-health').map(({ body }) => body);
    await eventually(() => expect(agent.kamailio.options.length).toBeGreaterThanOrEqual(4), 20_000);
    const of = (id: string) => reports().filter((each) => each['gateway_id'] === id || each['carrier_id'] === id);
    // A peer that stays up is reported once, a peer that is down after each probe: the API forgets it after a minute.
    expect(of('gw_1')).toEqual([
      expect.objectContaining({
        switch_id: 'sw1',
        ok: true,
        sip_code: 200,
        rtt_ms: expect.any(Number),
        evidence: 'probe',
      }),
    ]);
    await eventually(() => expect(of('car_1').length).toBeGreaterThan(1), 20_000);
    expect(of('car_1')[0]).toMatchObject({ ok: false, sip_code: 408, rtt_ms: null });
    await agent.stop();
  });

  it('are forgotten when they are removed', async () => {
    const agent = await TestAgent.start({ PROBE_INTERVAL_S: '5' });
    agent.api.gateways = {
      gateways: [{ gateway_id: 'gw_1', removed: true }],
      next: '1',
      more: false,
      reset: true,
    };
    await agent.stopAgent();
    await agent.restart();
    await eventually(() => expect(agent.api.at('/switch/gateways').length).toBeGreaterThan(0));
    expect(await (await agent.get('/metrics')).text()).toContain(
      'trunkline_agent_peers{state="unknown",service="switch-agent"} 0',
    );
    await agent.stop();
  });
});

describe('sources', () => {
  it('are written for Kamailio, which reads and obeys them', async () => {
    const agent = await TestAgent.start();
    agent.api.sources = {
      sources: [
        { network: '198.51.100.0/24', kind: 'carrier', carrier_id: 'car_1' },
        { network: '203.0.113.9', kind: 'trunk', trunk_id: 'trk_1' },
        { network: '203.0.113.9', kind: 'trunk', trunk_id: 'trk_2' },
        { network: '2001:db8::/32', kind: 'trunk', trunk_id: 'trk_1' },
        { network: 'not a network', kind: 'trunk', trunk_id: 'trk_1' },
      ],
      next: '1',
      more: false,
      reset: true,
    };
    await agent.stopAgent();
    await agent.restart();
    const meta = agent.kamailio.tables.get('meta');
    await eventually(() => expect(agent.kamailio.called('permissions.addressReload').length).toBeGreaterThan(0));
    await eventually(() => expect(meta?.get('sources')).toBe('1'));
    expect(readFileSync(join(agent.stateDir, 'sources.list'), 'utf8').split('\n').slice(1)).toEqual([
      '1 198.51.100.0 24',
      '2 2001:db8:: 32',
      '2 203.0.113.9 32',
      '',
    ]);
    // A start of Kamailio forgets that the list is complete.
    meta?.delete('sources');
    await eventually(() => expect(meta?.get('sources')).toBe('1'));
    await agent.stopAgent();
    expect(meta?.get('sources')).toBe('0');
    await agent.stop();
  });
});

describe('health and metrics', () => {
  let agent: TestAgent;

  beforeAll(async () => {
    agent = await TestAgent.start();
  });
  afterAll(() => agent.stop());

  it('show that Kamailio and the API answer', async () => {
    await eventually(async () => {
      const response = await agent.get('/health');
      expect([response.status, await response.json()]).toEqual([
        200,
        {
          ok: true,
          kamailio: { reachable: true, boot_id: 'b1', sources: true, outbox: null, journal: null },
          api: { reachable: true, last_answer_at: expect.any(Number), last_poll_at: expect.any(Number) },
          reports_pending: 0,
        },
      ]);
    });
  });

  it('show what Kamailio has on disk', async () => {
    const meta = agent.kamailio.tables.get('meta');
    meta?.set('outbox', '2');
    meta?.set('journal', '7');
    await eventually(async () => {
      const { kamailio } = (await (await agent.get('/health')).json()) as { kamailio: object };
      expect(kamailio).toMatchObject({ outbox: 2, journal: 7 });
    });
    expect(await (await agent.get('/metrics')).text()).toContain(
      'trunkline_agent_kamailio_rows{table="outbox",service="switch-agent"} 2',
    );
  });

  it('are valid for Prometheus', async () => {
    const text = await (await agent.get('/metrics')).text();
    expect(text).toContain('trunkline_build_info{');
    expect(promtoolFaults(text)).toBe('');
  });

  it('return 503 while the API does not answer, and 200 for liveness', async () => {
    agent.api.failsWith = 503;
    await eventually(async () => expect((await agent.get('/health/ready')).status).toBe(503));
    expect((await agent.get('/health/live')).status).toBe(200);
    expect((await agent.get('/nothing')).status).toBe(404);
    agent.api.failsWith = null;
    await eventually(async () => expect((await agent.get('/health/ready')).status).toBe(200));
  });
});
