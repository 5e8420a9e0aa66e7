import { newId } from '@trunkline/kernel';
import { type PostgresWorld, postgresWorld } from '../../testing/postgres-world';
import { StoredSourceNetworks } from '../source-networks';
import { StoredPeerHealth } from '../peer-health';
import { StoredRoutingSnapshots } from './routing-snapshots';

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

afterEach(() => world.db.query(`DELETE FROM voice.carriers`));

describe('StoredRoutingSnapshots', () => {
  it('reads a trunk with its enabled gateways', async () => {
    const headers = { 'X-Site': 'berlin' };
    const { trunk, gateways } = await aTrunkWithGateways(
      {},
      { priority: 1 },
      { authUsername: 'me', authPassword: 'secret', customHeaders: headers, transport: 'tls' },
      { enabled: false },
    );
    const state = await snapshots.ofTrunk(accountId, trunk.id, now);
    expect(state).toMatchObject({ id: trunk.id, status: 'active', isFull: false });
    expect(state?.gateways).toEqual([
      expect.objectContaining({
        id: gateways[1]?.id,
        host: 'g1.example.com',
        port: 5061,
        transport: 'tls',
        weight: 100,
        priority: 0,
        authUsername: 'me',
        customHeaders: headers,
        isDown: false,
      }),
      expect.objectContaining({ id: gateways[0]?.id, priority: 1, authPasswordSealed: null }),
    ]);
    expect(await snapshots.ofTrunk(newId('acc'), trunk.id, now)).toBeNull();
  });

  it('reads a profile with its targets in order, including conditions', async () => {
    const { trunk } = await aTrunkWithGateways({}, {});
    const conditions = { timezone: 'Europe/Berlin', except_dates: ['2026-12-25'] };
    const { profile, targets } = await world.routingProfiles.create({
      operationId: newId('op'),
      accountId,
      options: { name: 'Support', strategy: 'weighted_lb', ringTimeoutSeconds: 40, maxRetries: 2 },
      targets: [
        { kind: 'sip_trunk', sipTrunkId: trunk.id, position: 5, conditions },
        { kind: 'pstn_forward', pstnForwardE164: '+4930901821', weight: 3, enabled: false, position: 1 },
      ],
    });
    expect(await snapshots.ofProfile(accountId, profile.id, now)).toEqual({
      id: profile.id,
      status: 'active',
      strategy: 'weighted_lb',
      ringTimeoutSeconds: 40,
      maxRetries: 2,
      targets: [
        {
          id: targets[0]?.id,
          kind: 'pstn_forward',
          weight: 3,
          enabled: false,
          conditions: null,
          pstnForwardE164: '+4930901821',
          trunk: null,
          webrtcUser: null,
          webhookUrl: null,
        },
        {
          id: targets[1]?.id,
          kind: 'sip_trunk',
          weight: 100,
          enabled: true,
          conditions,
          pstnForwardE164: null,
          trunk: expect.objectContaining({ id: trunk.id }),
          webrtcUser: null,
          webhookUrl: null,
        },
      ],
    });
    expect(await snapshots.forwardsOf(profile.id)).toEqual([]);
    await world.routingTargets.update(
      { accountId, profileId: profile.id, targetId: targets[0]!.id },
      { enabled: true },
    );
    expect(await snapshots.forwardsOf(profile.id)).toEqual(['+4930901821']);
    expect(await snapshots.ofProfile(newId('acc'), profile.id, now)).toBeNull();
  });

  it('finds the source with the narrowest network, active trunks first', async () => {
    const wide = await aTrunkWithGateways({ inboundCidrs: ['198.51.100.0/24', '2001:db8::/32'] });
    const narrow = await aTrunkWithGateways({ inboundCidrs: ['198.51.100.7'], maxConcurrentCalls: 5 });
    const ofIp = async (ip: string) => (await snapshots.ofSource({ authUser: null, ip }, now)).map(({ id }) => id);
    expect(await ofIp('198.51.100.7')).toEqual([narrow.trunk.id]);
    expect(await ofIp('198.51.100.8')).toEqual([wide.trunk.id]);
    expect(await ofIp('2001:db8::7')).toEqual([wide.trunk.id]);
    expect(await ofIp('198.51.101.1')).toEqual([]);
    await world.sipTrunks.update(accountId, narrow.trunk.id, { status: 'disabled' });
    expect(await ofIp('198.51.100.7')).toEqual([wide.trunk.id]);
    await world.sipTrunks.update(accountId, wide.trunk.id, { inboundCidrs: [] });
    // A disabled trunk still identifies the account.
    expect(await ofIp('198.51.100.7')).toEqual([narrow.trunk.id]);
    await world.sipTrunks.archive({ accountId, id: narrow.trunk.id, isForced: false });
    expect(await ofIp('198.51.100.7')).toEqual([]);
  });

  it('finds a source of every account with a matching network, whichever is narrower', async () => {
    const wide = await aTrunkWithGateways({ inboundCidrs: ['192.0.2.0/24'] });
    const own = await aTrunkWithGateways({ inboundCidrs: ['192.0.2.0/28'] });
    const stranger = await world.aTrunk(newId('acc'), { inboundCidrs: ['192.0.2.7'] });
    const found = await snapshots.ofSource({ authUser: null, ip: '192.0.2.7' }, now);
    expect(found.map(({ id }) => id).sort()).toEqual([own.trunk.id, stranger.id].sort());
    expect(found.map(({ id }) => id)).not.toContain(wide.trunk.id);
  });

  it('returns the networks of each account around the address, and which of them are proven', async () => {
    const first = newId('acc');
    const second = newId('acc');
    const ip = '203.0.113.77';
    const networksOf = async () =>
      Object.fromEntries(
        (await snapshots.ofSource({ authUser: null, ip }, now)).map((trunk) => [trunk.accountId, trunk.networks]),
      );
    const one = await world.aTrunk(first, { inboundCidrs: ['203.0.113.64/26', '203.0.0.0/16'] });
    const two = await world.aTrunk(second, { inboundCidrs: [ip], registrationMode: 'static_ip' });
    const unproven = { confirmedBits: null, digestBits: null, isPreceded: false };
    expect(await networksOf()).toEqual({
      [first]: { ...unproven, narrowestBits: 26 },
      [second]: { ...unproven, narrowestBits: 32 },
    });
    await snapshots.confirmSources(second, ip, now);
    // An unchanged claim keeps its confirmation.
    await world.sipTrunks.update(second, two.id, { inboundCidrs: [ip, '192.0.9.200'] });
    expect(await networksOf()).toMatchObject({ [second]: { confirmedBits: null, digestBits: 32 } });
    const networks = new StoredSourceNetworks(world.db);
    const page = { limit: 10, sort: 'claimed_at', order: 'asc', after: null } as const;
    const claims = (await networks.list({ trunkId: one.id, isContested: true }, page)).items;
    const claimOf = (network: string) => claims.find((claim) => claim.network === network)!;
    await networks.confirm(claimOf('203.0.0.0/16').id, 'operator', now);
    expect(await networksOf()).toMatchObject({ [first]: { narrowestBits: 26, confirmedBits: 16, digestBits: null } });
    await networks.reject(claimOf('203.0.113.64/26').id, now);
    expect(await networksOf()).toMatchObject({ [first]: { narrowestBits: 16, confirmedBits: 16 } });
    expect((await networks.list({ accountId: second, isContested: true }, page)).items).toMatchObject([
      { trunkId: two.id, network: `${ip}/32`, confirmedBy: 'digest', isContested: true },
    ]);
  });

  it('knows which accounts named an address after calls of another one had come from there', async () => {
    const [first, equal, narrower, older] = [newId('acc'), newId('acc'), newId('acc'), newId('acc')];
    const ip = '198.18.0.7';
    const sources = async () =>
      Object.fromEntries(
        (await snapshots.ofSource({ authUser: null, ip }, now)).map((trunk) => [
          trunk.accountId,
          [trunk.networks?.isPreceded, trunk.hasUnusedClaim],
        ]),
      );
    await world.aTrunk(older, { inboundCidrs: [ip] });
    await world.aTrunk(first, { inboundCidrs: ['198.18.0.0/28'] });
    await snapshots.markUsed(first, ip, world.clock.now());
    world.clock.advance(1);
    const trunk = await world.aTrunk(equal, { inboundCidrs: ['198.18.0.0/28'] });
    await world.aTrunk(narrower, { inboundCidrs: [ip] });
    expect(await sources()).toEqual({
      [older]: [false, true],
      [first]: [false, false],
      [equal]: [true, true],
      [narrower]: [false, true],
    });
    await world.sipTrunks.update(equal, trunk.id, { inboundCidrs: [ip] });
    expect(await sources()).toMatchObject({ [equal]: [false, true] });
  });

  it('finds the source by the authenticated user', async () => {
    const { trunk, credentials } = await aTrunkWithGateways({ registrationMode: 'register' });
    const ofUser = async (authUser: string) =>
      (await snapshots.ofSource({ authUser, ip: null }, now)).map(({ id, accountId: owner }) => [id, owner]);
    expect(await ofUser(credentials!.sipUsername)).toEqual([[trunk.id, accountId]]);
    expect(await ofUser('nobody')).toEqual([]);
    await world.sipTrunks.update(accountId, trunk.id, { registrationMode: 'static_ip' });
    expect(await ofUser(credentials!.sipUsername)).toEqual([]);
  });

  it('reads carriers by prefix and priority, and marks those whose probe failed', async () => {
    const germany = await world.aCarrier({ name: 'germany', prefixes: ['+49', '+43'] });
    const down = await world.aCarrier({ name: 'down', prefixes: ['+49'], priority: 1 });
    const all = await world.aCarrier({ name: 'all', priority: 9 });
    await world.aCarrier({ name: 'off', enabled: false });
    const health = new StoredPeerHealth(world.db);
    const failed = { carrierId: down, isUp: false, sipCode: 503, rttMs: null, evidence: 'probe' as const };
    expect(await health.recordCarrier(failed, now)).toBe(true);
    expect(await health.recordCarrier({ ...failed, carrierId: 'car_none' }, now)).toBe(false);
    const carriers = async (e164: string, at = later(59)) =>
      (await snapshots.carriers(e164, at)).map(({ id, isDown }) => [id, isDown]);
    const order = [
      [germany, false],
      [down, true],
      [all, false],
    ];
    expect(await carriers('+4930901820')).toEqual(order);
    expect(await carriers('+12125550123')).toEqual([[all, false]]);
    await health.recordCarrier({ ...failed, isUp: true, sipCode: 200, rttMs: 9 }, later(30));
    expect(await carriers('+4930901820')).toContainEqual([down, false]);
  });

  it('recognises the source networks of enabled carriers only', async () => {
    const id = await world.aCarrier({ sourceNetworks: ['198.51.100.0/24', '::ffff:192.0.2.0/120', '2001:db8::5'] });
    const are = (...ips: string[]) => Promise.all(ips.map((ip) => snapshots.carrierOf(ip)));
    expect(await are('198.51.100.1', '2001:db8::5', '192.0.2.9')).toEqual([id, id, id]);
    expect(await are('198.51.101.1', '2001:db8::6')).toEqual([null, null]);
    await world.carriers.update({ operator: 'operator:test', id }, { enabled: false });
    expect(await are('198.51.100.1')).toEqual([null]);
  });

  it('recognises the source networks of one carrier, and any address once it is disabled or deleted', async () => {
    const id = await world.aCarrier({ sourceNetworks: ['198.51.100.0/24'] });
    const other = await world.aCarrier({ sourceNetworks: ['203.0.113.0/24'] });
    const are = () => Promise.all(['198.51.100.1', '203.0.113.1'].map((ip) => snapshots.isSourceOf(id, ip)));
    expect(await are()).toEqual([true, false]);
    expect(await snapshots.isSourceOf(other, '203.0.113.1')).toBe(true);
    await world.carriers.update({ operator: 'operator:test', id }, { enabled: false });
    expect(await are()).toEqual([true, true]);
    await world.carriers.update({ operator: 'operator:test', id }, { enabled: true });
    expect(await are()).toEqual([true, false]);
    await world.carriers.remove({ operator: 'operator:test', id });
    expect(await are()).toEqual([true, true]);
  });
});
