import { newId } from '@trunkline/kernel';
import { RecordingEventBus, TestClock } from '@trunkline/kernel/testing';
import { SqlCarrierHealth } from '../../infrastructure/switch-reports/carrier-health';
import { SqlGatewayHealth } from '../../infrastructure/switch-reports/gateway-health';
import { type PostgresWorld, postgresWorld } from '../../testing/postgres-world';
import { SwitchReports } from './switch-reports';

describe('SwitchReports', () => {
  let world: PostgresWorld;
  let gatewayId: string;
  let trunkId: string;
  let events: RecordingEventBus;
  let reports: SwitchReports;
  const accountId = 'acc_1';
  const down = () => reports.gatewayHealth({ gatewayId, isUp: false, sipCode: 503, rttMs: null });
  const up = () => reports.gatewayHealth({ gatewayId, isUp: true, sipCode: 200, rttMs: 12 });
  const published = () => events.published.map(({ type }) => type);

  beforeAll(async () => {
    world = await postgresWorld();
  });
  beforeEach(async () => {
    events = new RecordingEventBus();
    const { db } = world;
    reports = new SwitchReports(db, new SqlGatewayHealth(db), new SqlCarrierHealth(db), events, new TestClock());
    const { trunk, gateways } = await world.createSipTrunk.execute({
      accountId,
      operationId: newId('op'),
      options: { name: newId('op') },
      gateways: [{ name: 'Berlin', host: 'sip.example.com' }],
    });
    [trunkId, gatewayId] = [trunk.id, gateways[0]!.id];
  });
  afterAll(() => world.close());

  it('publishes an event when a gateway goes down, and when it is up again', async () => {
    for (const report of [up, up, down, down, up, up, down]) expect(await report()).toBe(true);
    const about = { gateway_id: gatewayId, trunk_id: trunkId, name: 'Berlin' };
    expect(events.published).toEqual([
      { type: 'trunk.gateway.down', accountId, data: { ...about, sip_code: 503 } },
      { type: 'trunk.gateway.up', accountId, data: about },
      { type: 'trunk.gateway.down', accountId, data: { ...about, sip_code: 503 } },
    ]);
  });

  it('publishes an event for a gateway that is down at its first probe', async () => {
    await down();
    expect(published()).toEqual(['trunk.gateway.down']);
  });

  it('publishes one event when several switches report at once', async () => {
    await up();
    await Promise.all(Array.from({ length: 6 }, down));
    expect(published()).toEqual(['trunk.gateway.down']);
  });
});
