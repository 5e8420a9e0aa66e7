import { newId } from '@trunkline/kernel';
import { type PostgresWorld, postgresWorld } from '../testing/postgres-world';
import { StoredPeerHealth } from './peer-health';
import { StoredRoutingSnapshots } from './calls/routing-snapshots';

let world: PostgresWorld;
let accountId: string;
let snapshots: StoredRoutingSnapshots;
const now = new Date('2026-01-01T12:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

beforeAll(async () => {
  world = await postgresWorld();
  snapshots = new StoredRoutingSnapshots(world.db);
});
afterAll(() => world.close());
beforeEach(() => {
  accountId = newId('acc');
});

const aTrunkWithGateways = (options: object = {}, ...gateways: object[]) =>
  world.aTrunkWithGateways(accountId, options, ...gateways);

describe('StoredPeerHealth', () => {
  it('marks a failed gateway down for a while, and up after a successful probe', async () => {
    const { trunk, gateways } = await aTrunkWithGateways({}, {});
    const gatewayId = gateways[0]!.id;
    const health = new StoredPeerHealth(world.db);
    const isDown = async (at: Date) => (await snapshots.ofTrunk(accountId, trunk.id, at))?.gateways[0]?.isDown;
    const failed = { gatewayId, isUp: false, sipCode: 503, rttMs: null, evidence: 'probe' as const };
    expect(await health.recordGateway(failed, now)).toEqual({
      accountId,
      trunkId: trunk.id,
      name: 'g0',
      before: 'unknown',
      after: 'down',
    });
    expect(await health.recordGateway(failed, later(10))).toMatchObject({ before: 'down' });
    expect([await isDown(later(69)), await isDown(later(70))]).toEqual([true, false]);
    const row = () =>
      world.db.find(
        `SELECT state, last_sip_code, rtt_ms, state_since AS since FROM voice.gateway_health WHERE gateway_id = $1`,
        [gatewayId],
      );
    // The second failure has not changed the state.
    expect(await row()).toEqual({ state: 'down', last_sip_code: 503, rtt_ms: null, since: now });
    await health.recordGateway({ ...failed, isUp: true, sipCode: 200, rttMs: 12 }, later(20));
    expect(await isDown(later(21))).toBe(false);
    expect(await row()).toEqual({ state: 'up', last_sip_code: 200, rtt_ms: 12, since: later(20) });
    expect(await health.recordGateway({ ...failed, gatewayId: 'gw_none' }, now)).toBeNull();
  });
});
