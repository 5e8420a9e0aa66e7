import { newId, type ReportedAttempt, storedAttempt } from '@trunkline/kernel';
import type { NewDecision } from '../../application/calls/ports';
import { aDecision, aRoute } from '../../testing';
import { type PostgresWorld, postgresWorld } from '../../testing/postgres-world';
import { type StoredDecisionLog } from '../calls/decision-log';
import { StoredLiveCalls } from './live-calls';

let world: PostgresWorld;
let log: StoredDecisionLog;
let calls: StoredLiveCalls;
const now = new Date('2026-01-01T12:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

beforeAll(async () => {
  world = await postgresWorld();
  log = world.decisions;
  calls = new StoredLiveCalls(world.db);
});
afterAll(() => world.close());

/** An inbound call of its own switch that holds money for an hour. */
async function aCall(given: Partial<NewDecision> = {}) {
  const switchId = `switch of ${newId('acc')}`;
  const decision = aDecision({
    switchId,
    accountId: newId('acc'),
    sipTrunkId: null,
    routes: [aRoute({ trunkId: null, gatewayId: null })],
    createdAt: now,
    reportDueAt: later(1_680),
    isExtending: true,
    heldUntil: later(3_600),
    ...given,
  });
  await log.start(decision, null);
  const beat = (isNamed: boolean, at: Date, received = at, [part, parts] = [1, 1]) =>
    calls.receive(
      {
        switchId: decision.switchId,
        node: decision.node,
        count: null,
        bootId: null,
        at,
        part,
        parts,
        decisionIds: isNamed ? [decision.id] : [],
      },
      received,
    );
  const row = () =>
    world.db.find<{ status: string; held_until: Date | null }>(
      `SELECT status, held_until FROM voice.calls WHERE decision_id = $1`,
      [decision.id],
    );
  const extendable = (at: Date) => calls.accountsToExtend(decision, [decision.id], at);
  return { decision, beat, row, extendable };
}

describe('a call that a heartbeat ended', () => {
  it('stays ended after its CDR is recorded, even if a late heartbeat lists it', async () => {
    const { decision, beat, row, extendable } = await aCall();
    await beat(false, later(60));
    await log.markReported([decision.id], later(61));
    await beat(true, later(59), later(62));
    expect(await row()).toEqual({ status: 'completed', held_until: null });
    expect(await extendable(later(9_999))).toEqual([]);
  });

  it('stays ended after its CDR is quarantined', async () => {
    const { decision, beat, row } = await aCall();
    await beat(false, later(60));
    await log.endCalls([decision.id], later(61));
    await beat(true, later(62));
    expect(await row()).toMatchObject({ status: 'completed' });
  });

  it('stays ended after its money is released', async () => {
    const { beat, row, extendable } = await aCall();
    await beat(false, later(60));
    await world.db.run(() => calls.endExpired(later(3_601), 100));
    await beat(true, later(3_602));
    expect(await row()).toEqual({ status: 'completed', held_until: null });
    expect(await extendable(later(99_999))).toEqual([]);
  });
});

it('releases at once what a call holds that a process of release 0.2.0 has reported', async () => {
  const [{ decision }, live] = [await aCall(), await aCall()];
  await world.db.query(
    `UPDATE voice.calls SET status = 'completed', ended_at = $2 WHERE decision_id = $1 AND ended_at IS NULL`,
    [decision.id, later(60)],
  );
  const [reported] = await world.db.run(() => calls.endExpired(later(61), 100));
  expect(reported).toEqual({ accountId: decision.accountId, decisionId: decision.id });
  expect(await world.db.run(() => calls.endExpired(later(62), 100))).toEqual([]);
  expect(await live.row()).toEqual({ status: 'routing', held_until: later(3_600) });
});

describe('a heartbeat in parts', () => {
  it('is complete when the clock of the switch is slightly ahead', async () => {
    const { beat, row } = await aCall();
    await beat(false, later(62), later(60), [1, 2]);
    expect(await row()).toMatchObject({ status: 'routing' });
    await beat(false, later(62), later(61), [2, 2]);
    expect(await row()).toMatchObject({ status: 'completed' });
  });

  it('changes nothing when it arrives after a later one', async () => {
    const [listed, gone] = [await aCall(), await aCall()];
    await listed.beat(true, later(60), later(60), [1, 2]);
    await listed.beat(true, later(50), later(61));
    await listed.beat(false, later(60), later(62), [2, 2]);
    expect(await listed.row()).toMatchObject({ status: 'routing' });
    await gone.beat(false, later(60));
    await gone.beat(true, later(50), later(61));
    expect(await gone.row()).toMatchObject({ status: 'completed' });
  });

  it('ends no call that is younger than 30 seconds by our clock', async () => {
    const { beat, row } = await aCall();
    await beat(false, later(50), later(20));
    expect(await row()).toMatchObject({ status: 'routing' });
    await beat(false, later(61), later(31));
    expect(await row()).toMatchObject({ status: 'completed' });
  });
});

describe('an answered call', () => {
  it('keeps its attempts when an earlier report arrives late', async () => {
    const { decision } = await aCall();
    const report = (progress: 'ringing' | 'answered', sipCode: number) => {
      const attempts = [storedAttempt<ReportedAttempt>({ order: 1, sipCode, isResultStated: true })];
      const { switchId, id: decisionId } = decision;
      return calls.recordProgress(progress, [{ switchId, decisionId, at: later(1), reportedAt: later(1), attempts }]);
    };
    await report('answered', 200);
    await report('ringing', 180);
    const row = await world.db.find(`SELECT status, attempts FROM voice.calls WHERE decision_id = $1`, [decision.id]);
    expect(row).toMatchObject({ status: 'in_progress', attempts: [{ sipCode: 200 }] });
  });
});

describe('calls with the same Call-ID', () => {
  it('take a slot each of the account and the trunk once they are answered', async () => {
    const accountId = newId('acc');
    const { trunk } = await world.createSipTrunk.create({
      accountId,
      operationId: newId('op'),
      gateways: [],
      options: { name: newId('op'), maxConcurrentCalls: 3 },
    });
    const { decision } = await aCall({
      accountId,
      routes: [
        { targetId: null, targetKind: 'sip_trunk', trunkId: trunk.id, gatewayId: null, destination: '', rating: null },
      ],
    });
    const again = async (most: number | null) => {
      const id = newId('rd');
      const placed = await log.start({ ...decision, id }, most);
      return { id, placed };
    };
    const answer = ({ id }: { readonly id: string }) =>
      calls.recordProgress('answered', [
        { switchId: decision.switchId, decisionId: id, at: later(1), reportedAt: later(1), attempts: [] },
      ]);
    // A call requested twice counts once, even when one of the two is answered.
    const second = await again(1);
    await answer(second);
    expect([second.placed, (await again(2)).placed, (await again(1)).placed]).toEqual([
      'repeated',
      'repeated',
      'account_full',
    ]);
    await answer(decision);
    expect([(await again(2)).placed, (await again(null)).placed]).toEqual(['account_full', 'repeated']);
    await answer(await again(null));
    expect((await again(null)).placed).toBe('peer_full');
  });
});

describe('heartbeats during an upgrade', () => {
  const OLD = `INSERT INTO voice.switches AS w (switch_id, boot_id, last_heartbeat_at) VALUES ($1, 'boot', $2)
    ON CONFLICT (switch_id) DO UPDATE SET last_heartbeat_at = GREATEST(w.last_heartbeat_at, excluded.last_heartbeat_at)`;
  const seen = (table: string, switchId: string) =>
    world.db.find(`SELECT last_heartbeat_at AS at FROM voice.${table} WHERE switch_id = $1`, [switchId]);

  it('count in processes of both releases', async () => {
    const { decision, beat } = await aCall();
    await world.db.query(OLD, [decision.switchId, later(10)]);
    expect(await seen('switch_nodes', decision.switchId)).toEqual({ at: later(10) });
    await beat(true, later(20));
    expect(await seen('switches', decision.switchId)).toEqual({ at: later(20) });
  });
});
