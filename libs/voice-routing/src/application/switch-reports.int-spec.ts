import { newId } from '@trunkline/kernel';
import { RecordingEventBus, TestClock } from '@trunkline/kernel/testing';
import { lockWaits, OwnerConnection } from '@trunkline/platform/testing';
import { StoredPeerHealth } from '../infrastructure/peer-health';
import { type PostgresWorld, postgresWorld } from '../testing/postgres-world';
import { SwitchReports } from './switch-reports';

describe('SwitchReports', () => {
  let world: PostgresWorld;
  let gatewayId: string;
  let trunkId: string;
  let events: RecordingEventBus;
  let reports: SwitchReports;
  let clock: TestClock;
  const accountId = 'acc_1';
  const down = (evidence: 'probe' | 'call' = 'probe') =>
    reports.gatewayHealth({ gatewayId, isUp: false, sipCode: 503, rttMs: null, evidence });
  const up = (evidence: 'probe' | 'call' = 'probe') =>
    reports.gatewayHealth({ gatewayId, isUp: true, sipCode: 200, rttMs: 12, evidence });
  const fail = () => down('call');
  const state = async () => (await world.sipGateways.get({ accountId, trunkId, gatewayId })).state;
  const published = () => events.published.map(({ type }) => type);

  beforeAll(async () => {
    world = await postgresWorld();
  });
  beforeEach(async () => {
    events = new RecordingEventBus();
    clock = new TestClock();
    const { db } = world;
    reports = new SwitchReports(db, new StoredPeerHealth(db), events, clock);
    const { trunk, gateways } = await world.createSipTrunk.create({
      accountId,
      operationId: newId('op'),
      options: { name: newId('op') },
      gateways: [{ name: 'Berlin', host: 'sip.example.com' }],
    });
    [trunkId, gatewayId] = [trunk.id, gateways[0]!.id];
  });
  afterAll(() => world.close());

  it('publishes an event when a gateway goes down, and when it is up again', async () => {
    for (const report of [up, up, down, down, up, up, down]) expect(await report('probe')).toBe(true);
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
    await Promise.all(Array.from({ length: 6 }, () => down()));
    expect(published()).toEqual(['trunk.gateway.down']);
  });

  it('takes a gateway down with the third failed call within 30 seconds', async () => {
    await fail();
    clock.advance(15);
    await fail();
    expect([await state(), published()]).toEqual(['unknown', []]);
    clock.advance(15);
    await fail();
    expect([await state(), published()]).toEqual(['down', ['trunk.gateway.down']]);
  });

  it('leaves a gateway up when its third failed call comes after 31 seconds', async () => {
    await up();
    await fail();
    clock.advance(15);
    await fail();
    clock.advance(16);
    await fail();
    expect([await state(), published()]).toEqual(['up', []]);
  });

  it.each(['probe', 'call'] as const)('forgets failed calls after a successful %s', async (evidence) => {
    for (const report of [fail, fail, () => up(evidence), fail, fail]) await report();
    expect([await state(), published()]).toEqual(['up', []]);
    await fail();
    expect(await state()).toBe('down');
  });

  it('is up again after a successful call', async () => {
    await down();
    await up('call');
    expect([await state(), published()]).toEqual(['up', ['trunk.gateway.down', 'trunk.gateway.up']]);
  });

  it('keeps a gateway down whose calls fail once', async () => {
    await down();
    await fail();
    expect([await state(), published()]).toEqual(['down', ['trunk.gateway.down']]);
  });

  it('counts failed calls that are reported at the same time', async () => {
    await up();
    await Promise.all([fail(), fail(), fail()]);
    expect([await state(), published()]).toEqual(['down', ['trunk.gateway.down']]);
  });

  it('counts failed calls over a carrier that are reported at the same time', async () => {
    const { id: carrierId } = await world.carriers.create('operator', { name: 'Transit', host: 'carrier.example.net' });
    const report = { carrierId, isUp: true, sipCode: 503, rttMs: null, evidence: 'call' as const };
    await reports.gatewayHealth(report);
    const owner = await OwnerConnection.open(world.url);
    await owner.query('BEGIN');
    await owner.query(`SELECT FROM voice.carrier_health WHERE carrier_id = $1 FOR UPDATE`, [carrierId]);
    const failed = Array.from({ length: 3 }, () => reports.gatewayHealth({ ...report, isUp: false }));
    await lockWaits(owner, 3);
    await owner.query('COMMIT');
    await Promise.all(failed);
    await owner.end();
    expect((await world.carrierQueries.get(carrierId)).state).toBe('down');
    // A change of nothing returns the carrier as it is.
    expect(await world.carriers.update({ operator: 'operator', id: carrierId }, {})).toMatchObject({ state: 'down' });
  });
});
