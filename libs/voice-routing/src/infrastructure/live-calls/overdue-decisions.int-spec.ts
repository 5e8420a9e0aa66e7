import { newId } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { UnreportedCalls } from '../../application/live-calls/unreported-calls';
import { aDecision } from '../../testing';
import { decisionLogOn, KEPT_DECISIONS } from '../../testing/postgres-world';
import { voiceRoutingPersistence } from '../../voice-routing.module';
import { StoredOverdueDecisions } from './overdue-decisions';

const DECIDED = new Date('2026-06-01T12:00:00Z');
const DUE = new Date('2026-06-01T13:00:00Z');

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase([voiceRoutingPersistence]);
});
afterAll(() => database.close());

interface Given {
  accountId: string;
  callId?: string;
  switchId?: string;
  action?: 'route' | 'reject';
}

async function decide(given: Given): Promise<string> {
  const { action = 'route', callId = newId('call'), switchId = 'sw1', accountId } = given;
  const rejection = { rejectCode: 480, rejectReason: 'No', rejectCause: 'no_answer', rating: null } as const;
  const log = decisionLogOn(database.db);
  const decision = aDecision({
    callId,
    switchId,
    accountId,
    action,
    ...(action === 'reject' && rejection),
    routes: [],
    createdAt: DECIDED,
    reportDueAt: DUE,
  });
  if (action === 'route') await log.start(decision, null);
  else await log.add(decision);
  return decision.id;
}

describe('UnreportedCalls', () => {
  const page = { limit: 2, sort: 'overdue_at', order: 'asc', after: null } as const;
  const setup = () => {
    const accountId = newId('acc');
    const clock = new TestClock(DUE);
    const decisions = new StoredOverdueDecisions(database.db, KEPT_DECISIONS);
    const calls = new UnreportedCalls(decisions, clock);
    const filter = { accountId, switchId: null };
    const listed = async () =>
      (await decisions.list(filter, { ...page, limit: 100 })).items.map((call) => call.decisionId);
    return { accountId, clock, calls, decisions, filter, listed };
  };

  it('flags routed calls once their CDR is overdue, and removes them after a late CDR', async () => {
    const { accountId, clock, calls, decisions, listed } = setup();
    const ids = [await decide({ accountId }), await decide({ accountId })];
    await decide({ accountId, action: 'reject' });
    await calls.flag();
    expect(await listed()).toEqual([]);
    clock.advance(1);
    expect(await calls.flag()).toBe(2);
    expect([(await listed()).sort(), await calls.flag(), await decisions.count()]).toEqual([[...ids].sort(), 0, 2]);
    await decisionLogOn(database.db).markReported(ids.slice(0, 1), clock.now());
    expect([await listed(), await decisions.count()]).toEqual([ids.slice(1), 1]);
  });

  it('flags each call once when several workers race, and lists calls in pages', async () => {
    const { accountId, clock, calls, decisions, filter } = setup();
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.push(await decide({ accountId }));
    clock.advance(1);
    const flagged = await Promise.all(Array.from({ length: 5 }, () => calls.flag()));
    expect(flagged.reduce((sum, count) => sum + count, 0)).toBe(3);
    const first = await decisions.list(filter, page);
    const second = await decisions.list(filter, { ...page, after: first.next });
    expect([...first.items, ...second.items].map(({ decisionId }) => decisionId)).toEqual(ids.sort());
  });

  it('lists the calls of one switch', async () => {
    const { accountId, clock, calls, decisions, filter } = setup();
    const id = await decide({ accountId, switchId: 'sw2' });
    await decide({ accountId });
    clock.advance(1);
    await calls.flag();
    const { items } = await decisions.list({ ...filter, switchId: 'sw2' }, page);
    expect(items.map(({ decisionId }) => decisionId)).toEqual([id]);
    expect((await decisions.list({ ...filter, switchId: 'sw3' }, page)).items).toEqual([]);
  });

  it('finds the decisions of a call, those without a CDR first', async () => {
    const { accountId } = setup();
    const callId = newId('call');
    const log = decisionLogOn(database.db);
    const ids: string[] = [];
    for (let n = 0; n < 25; n++) ids.push(await decide({ accountId, callId }));
    await log.markReported(ids.slice(1), DUE);
    const found = await log.findByCalls([
      { switchId: 'sw1', callId },
      { switchId: 'sw2', callId },
    ]);
    expect(found).toHaveLength(20);
    expect(found.filter(({ reportedAt }) => reportedAt === null).map(({ id }) => id)).toEqual(ids.slice(0, 1));
  });
});
