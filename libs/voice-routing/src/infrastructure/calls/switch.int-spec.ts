import { newId } from '@trunkline/kernel';
import type { CarrierInput } from '../../application/carriers/carriers';
import type { CallKey, NewDecision } from '../../application/calls/ports';
import { aQuote } from '../../testing';
import { type PostgresWorld, postgresWorld } from '../../testing/postgres-world';
import { SqlCarrierHealth } from '../switch-reports/carrier-health';
import { SqlCarrierRepository } from '../carriers/carrier.repository';
import { SqlDecisionLog } from './decision-log';
import { SqlGatewayHealth } from '../switch-reports/gateway-health';
import { SqlLiveCalls } from '../live-calls/sql-live-calls';
import { SqlRoutingSnapshots } from './routing-snapshots';
import { SqlSourceNetworks } from '../source-networks/sql-source-networks';

let world: PostgresWorld;
let accountId: string;
let snapshots: SqlRoutingSnapshots;
let log: SqlDecisionLog;
const now = new Date('2026-01-01T12:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

beforeAll(async () => {
  world = await postgresWorld();
  snapshots = new SqlRoutingSnapshots(world.db);
  log = new SqlDecisionLog(world.db);
});
afterAll(() => world.close());
beforeEach(() => {
  accountId = newId('acc');
});

const aDecision = (given: Partial<NewDecision> = {}): NewDecision => ({
  ...{
    id: newId('rd'),
    switchId: 'sw1',
    callId: newId('call'),
    accountId,
    direction: 'inbound',
    from: '+493012345',
    to: '+4930901820',
  },
  ...{
    e164: '+4930901820',
    numberId: 'num_1',
    numberType: 'geographic',
    country: 'DE',
    routingProfileId: null,
    sipTrunkId: 'trk_1',
  },
  ...{
    action: 'route',
    rejectCode: null,
    rejectReason: null,
    rejectCause: null,
    rating: aQuote(),
    maxDurationSeconds: 600,
  },
  routes: [
    {
      targetId: null,
      targetKind: 'sip_trunk',
      trunkId: 'trk_1',
      gatewayId: 'gw_1',
      destination: 'gw:5060',
      rating: null,
    },
  ],
  ...{ sourceIp: '203.0.113.9', createdAt: now, reportDueAt: later(1_680), isExtending: false, heldUntil: null },
  ...given,
});

const aTrunkWithGateways = async (options: object = {}, ...gateways: object[]) => {
  const inputs = gateways.map((input, index) => ({ name: `g${index}`, host: `g${index}.example.com`, ...input }));
  return world.createSipTrunk.execute({
    accountId,
    operationId: newId('op'),
    options: { name: newId('op'), ...options },
    gateways: inputs,
  });
};

const aCarrier = async (options: Partial<CarrierInput> = {}) => {
  const input = { name: 'carrier', host: 'carrier.example.net', ...options };
  return (await world.carriers.create('operator:test', input)).id;
};

afterEach(() => world.db.query(`DELETE FROM voice.carriers`));

describe('SqlRoutingSnapshots', () => {
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
      ...{ id: profile.id, status: 'active', strategy: 'weighted_lb', ringTimeoutSeconds: 40, maxRetries: 2 },
      targets: [
        {
          id: targets[0]?.id,
          kind: 'pstn_forward',
          weight: 3,
          enabled: false,
          conditions: null,
          pstnForwardE164: '+4930901821',
          trunk: null,
        },
        {
          id: targets[1]?.id,
          kind: 'sip_trunk',
          weight: 100,
          enabled: true,
          conditions,
          pstnForwardE164: null,
          trunk: expect.objectContaining({ id: trunk.id }),
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
    // A disabled trunk still says whose calls these are.
    expect(await ofIp('198.51.100.7')).toEqual([narrow.trunk.id]);
    await world.archiveSipTrunk.execute({ accountId, id: narrow.trunk.id, isForced: false });
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

  it('counts the first claim of an address and confirmed ones; an unchanged claim keeps its age', async () => {
    const [first, second] = [newId('acc'), newId('acc')];
    const ip = '203.0.113.77';
    const countsOf = async () =>
      Object.fromEntries(
        (await snapshots.ofSource({ authUser: null, ip }, now)).map((trunk) => [trunk.accountId, trunk.counts]),
      );
    const one = await world.aTrunk(first, { inboundCidrs: ['203.0.113.64/26'] });
    world.clock.advance(1);
    const two = await world.aTrunk(second, { inboundCidrs: [ip], registrationMode: 'static_ip' });
    world.clock.advance(1);
    await world.sipTrunks.update(first, one.id, { inboundCidrs: ['203.0.113.64/26', '192.0.2.200'] });
    expect(await countsOf()).toEqual({ [first]: true, [second]: false });
    await snapshots.confirmSources(second, ip, now);
    expect(await countsOf()).toEqual({ [first]: true, [second]: true });
    const networks = new SqlSourceNetworks(world.db);
    const page = { limit: 10, sort: 'claimed_at', order: 'asc', after: null } as const;
    const [claim] = (await networks.list({ trunkId: one.id, isContested: true }, page)).items;
    await networks.reject(claim!.id, now);
    expect(await countsOf()).toEqual({ [second]: true });
    await networks.confirm(claim!.id, 'operator', now);
    expect(await countsOf()).toEqual({ [first]: true, [second]: true });
    expect((await networks.list({ accountId: second }, page)).items).toMatchObject([
      { trunkId: two.id, network: `${ip}/32`, confirmedBy: 'digest', isContested: true },
    ]);
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
    const germany = await aCarrier({ name: 'germany', prefixes: ['+49', '+43'] });
    const down = await aCarrier({ name: 'down', prefixes: ['+49'], priority: 1 });
    const all = await aCarrier({ name: 'all', priority: 9 });
    await aCarrier({ name: 'off', enabled: false });
    const health = new SqlCarrierHealth(world.db);
    const failed = { carrierId: down, isUp: false, sipCode: 503, rttMs: null };
    expect(await health.record(failed, now, later(60))).toBe(true);
    expect(await health.record({ ...failed, carrierId: 'car_none' }, now, later(60))).toBe(false);
    const carriers = async (e164: string, at = later(59)) =>
      (await snapshots.carriers(e164, at)).map(({ id, isDown }) => [id, isDown]);
    const order = [
      [germany, false],
      [down, true],
      [all, false],
    ];
    expect(await carriers('+4930901820')).toEqual(order);
    expect(await carriers('+12125550123')).toEqual([[all, false]]);
    await health.record({ carrierId: down, isUp: true, sipCode: 200, rttMs: 9 }, later(30), null);
    expect(await carriers('+4930901820')).toContainEqual([down, false]);
  });

  it('recognises the source networks of enabled carriers only', async () => {
    const id = await aCarrier({ sourceNetworks: ['198.51.100.77/24', '2001:db8::5'] });
    const are = (...ips: string[]) => Promise.all(ips.map((ip) => snapshots.isCarrierSource(ip)));
    expect(await are('198.51.100.1', '2001:db8::5', '198.51.101.1', '2001:db8::6')).toEqual([true, true, false, false]);
    await world.carriers.update({ operator: 'operator:test', id }, { enabled: false });
    expect(await are('198.51.100.1')).toEqual([false]);
  });
});

describe('SqlGatewayHealth', () => {
  it('marks a failed gateway down for a while, and up after a successful probe', async () => {
    const { trunk, gateways } = await aTrunkWithGateways({}, {});
    const gatewayId = gateways[0]!.id;
    const health = new SqlGatewayHealth(world.db);
    const isDown = async (at: Date) => (await snapshots.ofTrunk(accountId, trunk.id, at))?.gateways[0]?.isDown;
    const failed = { gatewayId, isUp: false, sipCode: 503, rttMs: null };
    expect(await health.record(failed, now, later(60))).toBe(true);
    expect(await health.record(failed, later(10), later(70))).toBe(true);
    expect([await isDown(later(69)), await isDown(later(70))]).toEqual([true, false]);
    const row = () =>
      world.db.queryOne(
        `SELECT state, consecutive_failures, last_sip_code, rtt_ms FROM voice.gateway_health WHERE gateway_id = $1`,
        [gatewayId],
      );
    expect(await row()).toEqual({ state: 'down', consecutive_failures: 2, last_sip_code: 503, rtt_ms: null });
    await health.record({ gatewayId, isUp: true, sipCode: 200, rttMs: 12 }, later(20), null);
    expect(await isDown(later(21))).toBe(false);
    expect(await row()).toEqual({ state: 'up', consecutive_failures: 0, last_sip_code: 200, rtt_ms: 12 });
    expect(await health.record({ ...failed, gatewayId: 'gw_none' }, now, later(60))).toBe(false);
  });
});

describe('SqlDecisionLog', () => {
  it('returns a decision as it was stored', async () => {
    const decision = aDecision();
    const rejected = aDecision({
      action: 'reject',
      accountId: null,
      rejectCode: 404,
      rejectReason: 'x',
      rejectCause: 'unallocated_number',
      rating: null,
      routes: [],
      maxDurationSeconds: 0,
    });
    await log.start(decision, null);
    await log.add(rejected);
    const found = await log.findMany([decision.id, rejected.id, 'rd_none']);
    const shown = Object.fromEntries(
      Object.entries(decision).filter(
        ([name]) => !['rejectReason', 'sourceIp', 'reportDueAt', 'isExtending', 'heldUntil'].includes(name),
      ),
    );
    expect(found.find(({ id }) => id === decision.id)).toEqual({
      ...shown,
      ...{ rangAt: null, answeredAt: null, reportedAt: null, storedAt: expect.any(Date) },
    });
    expect(found.find(({ id }) => id === rejected.id)).toMatchObject({
      action: 'reject',
      accountId: null,
      rejectCause: 'unallocated_number',
      rating: null,
    });
    expect(found).toHaveLength(2);
  });

  it('ends the live call when its decision is marked as reported, and removes it from the overdue ones', async () => {
    const decision = aDecision();
    await log.start(decision, null);
    const calls = new SqlLiveCalls(world.db);
    const call = () =>
      world.db.queryOne(
        `SELECT status, ringing_at, answered_at, ended_at, last_seen_at FROM voice.calls WHERE decision_id = $1`,
        [decision.id],
      );
    const overdue = async () =>
      (await world.db.query(`SELECT id FROM voice.decisions WHERE reported_at IS NULL AND id = $1`, [decision.id]))
        .length;
    expect(await call()).toMatchObject({ status: 'routing', ended_at: null });
    const note = (moment: 'ringing' | 'answered', seconds: number, switchId = 'sw1') =>
      calls.recordProgress({ switchId, decisionId: decision.id }, moment, {
        at: later(seconds),
        reportedAt: later(seconds),
      });
    await note('ringing', 1);
    await note('answered', 5);
    await note('ringing', 6);
    await note('answered', 3, 'sw2');
    const heartbeat = { bootId: null, part: 1, parts: 1, decisionIds: [decision.id] };
    await calls.receive({ ...heartbeat, switchId: 'sw1', at: later(30) }, later(30));
    await calls.receive({ ...heartbeat, switchId: 'sw2', at: later(99) }, later(99));
    expect(await call()).toEqual({
      status: 'in_progress',
      ringing_at: later(1),
      answered_at: later(5),
      ended_at: null,
      last_seen_at: later(30),
    });
    expect((await log.findMany([decision.id]))[0]?.rangAt).toEqual(later(1));
    expect(await overdue()).toBe(1);
    await log.markReported([decision.id], later(60));
    await log.markReported([decision.id], later(99));
    await note('ringing', 100);
    expect(await call()).toMatchObject({ status: 'completed', ended_at: later(60) });
    expect(await overdue()).toBe(0);
  });

  it('never exceeds the limit of a trunk when calls race, and counts a call requested twice once', async () => {
    const { trunk } = await aTrunkWithGateways({ maxConcurrentCalls: 1 }, {});
    const routes = aDecision().routes.map((route) => ({ ...route, trunkId: trunk.id }));
    const asked = Array.from({ length: 40 }, () => aDecision({ routes }));
    // As the account's wallet is locked around it.
    const startLocked = (decision: NewDecision) =>
      world.db.run(async () => {
        await world.db.query(`SELECT pg_advisory_xact_lock(hashtext($1))`, [accountId]);
        return log.start(decision, null);
      });
    const placed = await Promise.all(asked.map(startLocked));
    expect(placed.filter((each) => each === 'started')).toHaveLength(1);
    expect(placed.filter((each) => each === 'trunk_full')).toHaveLength(39);
    expect(await log.findMany(asked.map(({ id }) => id))).toHaveLength(1);
    const { switchId, callId } = asked[placed.indexOf('started')]!;
    expect(await log.start(aDecision({ routes, callId }), null)).toBe('started');
    const isFull = async (key?: CallKey) => (await snapshots.ofTrunk(accountId, trunk.id, now, key))?.isFull;
    expect([await isFull(), await isFull({ switchId, callId })]).toEqual([true, false]);
    await world.sipTrunks.update(accountId, trunk.id, { maxConcurrentCalls: 2 });
    expect(await isFull()).toBe(false);
  });

  it('never exceeds the limit of a carrier when calls race, and counts a call requested twice once', async () => {
    const carrierId = await aCarrier({ maxConcurrentCalls: 3 });
    const routes = aDecision().routes.map((route) => ({ ...route, trunkId: null, gatewayId: null, carrierId }));
    const asked = Array.from({ length: 40 }, () => aDecision({ routes }));
    const placed = await Promise.all(asked.map((decision) => log.start(decision, null)));
    expect(placed.filter((each) => each === 'started')).toHaveLength(3);
    const { switchId, callId, id } = asked[placed.indexOf('started')]!;
    expect(await log.start(aDecision({ routes, callId }), null)).toBe('started');
    const isFull = async (key?: CallKey) => (await snapshots.carriers('+4930901820', now, key))[0]?.isFull;
    expect([await isFull(), await isFull({ switchId, callId })]).toEqual([true, false]);
    const active = async () => (await new SqlCarrierRepository(world.db).status(carrierId, now))?.activeCalls;
    expect(await active()).toBe(3);
    const others = asked.filter((each, index) => placed[index] === 'started' && each.id !== id);
    await log.markReported(
      others.map((each) => each.id),
      later(5),
    );
    expect(await isFull()).toBe(false);
    expect(await log.start(aDecision({ routes }), null)).toBe('started');
  });

  it('fills a trunk to its limit until calls end or expire', async () => {
    const { trunk } = await aTrunkWithGateways({ maxConcurrentCalls: 2 }, {});
    const routes = [
      {
        targetId: null,
        targetKind: 'sip_trunk' as const,
        trunkId: trunk.id,
        gatewayId: null,
        destination: 'gw',
        rating: null,
      },
    ];
    const isFull = async (at = now) => (await snapshots.ofTrunk(accountId, trunk.id, at))?.isFull;
    const decisions = [aDecision({ routes }), aDecision({ routes })];
    await log.start(decisions[0]!, null);
    expect(await isFull()).toBe(false);
    await log.start(decisions[1]!, null);
    expect([await isFull(), await isFull(later(1_680))]).toEqual([true, false]);
    await log.markReported([decisions[0]!.id], later(5));
    expect(await isFull()).toBe(false);
  });
});
