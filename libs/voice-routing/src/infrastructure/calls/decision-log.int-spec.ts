import { newId } from '@trunkline/kernel';
import type { CallKey, NewDecision } from '../../application/calls/ports';
import { aDecision as decisionOf, aRoute } from '../../testing';
import { type PostgresWorld, postgresWorld, TEST_BOX } from '../../testing/postgres-world';
import { StoredLiveCalls } from '../live-calls/live-calls';
import { type StoredDecisionLog } from './decision-log';
import { StoredRoutingSnapshots } from './routing-snapshots';
import { WithheldIdentities } from './withheld-identities';

let world: PostgresWorld;
let accountId: string;
let snapshots: StoredRoutingSnapshots;
let log: StoredDecisionLog;
const now = new Date('2026-01-01T12:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

beforeAll(async () => {
  world = await postgresWorld();
  snapshots = new StoredRoutingSnapshots(world.db);
  log = world.decisions;
});
afterAll(() => world.close());
beforeEach(() => {
  accountId = newId('acc');
});

/** Members of a new decision that are stored, but not part of what is read. */
const HIDDEN = [
  ...['node', 'rejectReason', 'rejectedFor', 'sourceIp', 'sourcePort', 'transport', 'withheldIdentity'],
  ...['reportDueAt', 'isExtending', 'heldUntil', 'rest'],
];

const aDecision = (given: Partial<NewDecision> = {}) => decisionOf({ accountId, ...given });

const aTrunkWithGateways = (options: object = {}, ...gateways: object[]) =>
  world.aTrunkWithGateways(accountId, options, ...gateways);

afterEach(() => world.db.query(`DELETE FROM voice.carriers`));

describe('StoredDecisionLog', () => {
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
    const shown = Object.fromEntries(Object.entries(decision).filter(([name]) => !HIDDEN.includes(name)));
    expect(found.find(({ id }) => id === decision.id)).toEqual({
      ...shown,
      asked: [],
      rangAt: null,
      answeredAt: null,
      reportedAt: null,
      storedAt: expect.any(Date),
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
    const calls = new StoredLiveCalls(world.db);
    const call = () =>
      world.db.find(
        `SELECT status, ringing_at, answered_at, ended_at, last_seen_at FROM voice.calls WHERE decision_id = $1`,
        [decision.id],
      );
    const overdue = async () =>
      (await world.db.query(`SELECT id FROM voice.decisions WHERE reported_at IS NULL AND id = $1`, [decision.id]))
        .length;
    expect(await call()).toMatchObject({ status: 'routing', ended_at: null });
    const note = (moment: 'ringing' | 'answered', seconds: number, switchId = 'sw1') =>
      calls.recordProgress(moment, [
        { switchId, decisionId: decision.id, at: later(seconds), reportedAt: later(seconds), attempts: [] },
      ]);
    await note('ringing', 1);
    await note('answered', 5);
    await note('ringing', 6);
    await note('answered', 3, 'sw2');
    const heartbeat = { node: '', count: null, bootId: null, part: 1, parts: 1, decisionIds: [decision.id] };
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

  it('seals the identity of a withheld caller for its decision', async () => {
    const identity = '<sip:+493012345@carrier.example>';
    const decision = aDecision({ from: '', isCallerWithheld: true, withheldIdentity: identity });
    await log.start(decision, null);
    const stored = await world.db.find<{ sealed: string; row: object }>(
      `SELECT withheld_identity_sealed AS sealed, to_jsonb(d) AS row FROM voice.decisions d WHERE id = $1`,
      [decision.id],
    );
    expect(JSON.stringify(stored?.row)).not.toContain('493012345');
    const identities = new WithheldIdentities(TEST_BOX);
    expect(identities.open(decision.id, stored?.sealed ?? '')).toBe(identity);
    expect(() => identities.open('rd_other', stored?.sealed ?? '')).toThrow();
    const [found] = await log.findMany([decision.id]);
    expect(found).toMatchObject({ from: '', isCallerWithheld: true, attestation: null, verification: null });
  });

  it('never exceeds the limit of a trunk when calls race, and counts a call requested twice once', async () => {
    const { trunk } = await aTrunkWithGateways({ maxConcurrentCalls: 1 }, {});
    const routes = aDecision().routes.map((route) => ({ ...route, trunkId: trunk.id }));
    const asked = Array.from({ length: 40 }, () => aDecision({ routes }));
    // Takes the place of the lock of the account's wallet.
    const startLocked = (decision: NewDecision) =>
      world.db.run(async () => {
        await world.db.query(`SELECT pg_advisory_xact_lock(hashtext($1))`, [accountId]);
        return log.start(decision, null);
      });
    const placed = await Promise.all(asked.map(startLocked));
    expect(placed.filter((each) => each === 'started')).toHaveLength(1);
    expect(placed.filter((each) => each === 'peer_full')).toHaveLength(39);
    expect(await log.findMany(asked.map(({ id }) => id))).toHaveLength(1);
    const { switchId, callId } = asked[placed.indexOf('started')]!;
    expect(await log.start(aDecision({ routes, callId }), null)).toBe('repeated');
    const isFull = async (key?: CallKey) => (await snapshots.ofTrunk(accountId, trunk.id, now, key))?.isFull;
    expect([await isFull(), await isFull({ switchId, callId })]).toEqual([true, false]);
    await world.sipTrunks.update(accountId, trunk.id, { maxConcurrentCalls: 2 });
    expect(await isFull()).toBe(false);
  });

  it('never exceeds the limits of trunk, carrier and account when calls that start or fail race', async () => {
    const { trunk } = await aTrunkWithGateways({ maxConcurrentCalls: 2 }, {});
    const carrierId = await world.aCarrier({ maxConcurrentCalls: 3 });
    const [route] = aDecision().routes;
    const started = async (peer: object, maxConcurrentCalls: number | null) => {
      const routes = [{ ...route!, trunkId: null, ...peer }];
      const lock = () => world.db.write(`SELECT pg_advisory_xact_lock(hashtext($1))`, [accountId]);
      const attempt = () =>
        world.db.run(async () => {
          // Takes the place of the lock of the account's wallet.
          if (!('carrierId' in peer)) await lock();
          await log.startOrFail(aDecision({ routes }), maxConcurrentCalls);
        });
      const results = await Promise.allSettled(Array.from({ length: 20 }, attempt));
      const reasons = results.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
      expect(new Set(reasons)).toEqual(new Set(['ConditionNotMet']));
      return 20 - reasons.length;
    };
    expect(await started({ trunkId: trunk.id }, null)).toBe(2);
    expect(await started({ carrierId }, null)).toBe(3);
    expect(await started({}, 9)).toBe(4);
  });

  it('starts a call at once only if it is not live yet', async () => {
    const decision = aDecision();
    await world.db.run(() => log.startOrFail(decision, null));
    const again = world.db.run(() => log.startOrFail(aDecision({ callId: decision.callId }), null));
    await expect(again).rejects.toMatchObject({ name: 'ConditionNotMet' });
    expect(await log.findByCalls([decision])).toHaveLength(1);
  });

  it('never exceeds the limit of a carrier when calls race, and counts a call requested twice once', async () => {
    const carrierId = await world.aCarrier({ maxConcurrentCalls: 3 });
    const routes = aDecision().routes.map((route) => ({ ...route, trunkId: null, gatewayId: null, carrierId }));
    const asked = Array.from({ length: 40 }, () => aDecision({ routes }));
    const placed = await Promise.all(asked.map((decision) => log.start(decision, null)));
    expect(placed.filter((each) => each === 'started')).toHaveLength(3);
    const { switchId, callId, id } = asked[placed.indexOf('started')]!;
    expect(await log.start(aDecision({ routes, callId }), null)).toBe('repeated');
    const isFull = async (key?: CallKey) => (await snapshots.carriers('+4930901820', now, key))[0]?.isFull;
    expect([await isFull(), await isFull({ switchId, callId })]).toEqual([true, false]);
    const active = async () => (await world.carrierQueries.status(carrierId, now)).activeCalls;
    expect(await active()).toBe(3);
    const others = asked.filter((each, index) => placed[index] === 'started' && each.id !== id);
    await log.markReported(
      others.map((each) => each.id),
      later(5),
    );
    expect(await isFull()).toBe(false);
    expect(await log.start(aDecision({ routes }), null)).toBe('started');
  });

  it('starts a call once when its route is requested many times at once', async () => {
    const callId = newId('call');
    const results = await Promise.all(Array.from({ length: 20 }, () => log.start(aDecision({ callId }), null)));
    expect(results.filter((each) => each === 'started')).toHaveLength(1);
    expect(results.filter((each) => each === 'repeated')).toHaveLength(19);
  });

  it('starts another call with the same Call-ID once the first is answered or has ended, and for another account', async () => {
    const calls = new StoredLiveCalls(world.db);
    const [first, second] = [aDecision(), aDecision()];
    const again = () => log.start(aDecision({ callId: first.callId }), null);
    expect(await log.start(first, null)).toBe('started');
    expect(await log.start(aDecision({ callId: first.callId, accountId: newId('acc') }), null)).toBe('started');
    expect(await log.start(aDecision({ callId: first.callId, switchId: 'sw2' }), null)).toBe('started');
    await calls.recordProgress('ringing', [
      { switchId: 'sw1', decisionId: first.id, at: now, reportedAt: now, attempts: [] },
    ]);
    expect(await again()).toBe('repeated');
    await log.endCalls(
      (await log.findByCalls([first])).map(({ id }) => id),
      now,
    );
    expect(await again()).toBe('started');
    await log.start(second, null);
    await calls.recordProgress('answered', [
      { switchId: 'sw1', decisionId: second.id, at: now, reportedAt: now, attempts: [] },
    ]);
    expect(await log.start(aDecision({ callId: second.callId }), null)).toBe('started');
  });

  it('fills a trunk to its limit until calls end or expire', async () => {
    const { trunk } = await aTrunkWithGateways({ maxConcurrentCalls: 2 }, {});
    const routes = [aRoute({ trunkId: trunk.id, gatewayId: null })];
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
