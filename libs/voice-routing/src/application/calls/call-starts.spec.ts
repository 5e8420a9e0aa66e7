import { ConditionNotMet } from '@trunkline/kernel';
import { NoTransactor, RecordingEventBus } from '@trunkline/kernel/testing';
import { RecordingDecisions } from '../../testing/calls/fakes';
import { aDecision, aRoute } from '../../testing/calls/samples';
import { FakeFunds } from '../../testing/fakes';
import type { CallHoldOrder } from '../live-calls/ports';
import { CallStarts, type NewCall } from './call-starts';
import type { NewDecision } from './ports';

const AT = new Date('2026-03-02T10:00:00Z');

/** Runs transactions one after the other. A failed transaction leaves no decision, event or hold. */
class SerialTransactor extends NoTransactor {
  /** The calls that each transaction started; empty if it failed. */
  readonly started: string[][] = [];
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly world: Pick<World, 'funds' | 'log' | 'events'>) {
    super();
  }

  override run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(() => this.transact(work));
    this.last = result.catch(() => undefined);
    return result;
  }

  private async transact<T>(work: () => Promise<T>): Promise<T> {
    const { funds, log, events } = this.world;
    const [before, decisions, published] = [funds.availableCents, log.decisions.length, events.published.length];
    try {
      return await work();
    } catch (error) {
      funds.availableCents = before;
      log.decisions.splice(decisions);
      events.published.splice(published);
      throw error;
    } finally {
      this.started.push(log.decisions.slice(decisions).map(({ id }) => id));
    }
  }
}

/** Rejects calls that are live already, and fails for the call in `unstorable`. */
class Decisions extends RecordingDecisions {
  readonly live = new Set<string>();
  unstorable: string | null = null;

  override startOrFail(decision: NewDecision): Promise<void> {
    if (this.live.has(decision.callId)) return Promise.reject(new ConditionNotMet());
    if (decision.id === this.unstorable) return Promise.reject(new Error('The database cannot store this.'));
    this.decisions.push(decision);
    return Promise.resolve();
  }
}

interface World {
  readonly funds: FakeFunds;
  readonly log: Decisions;
  readonly events: RecordingEventBus;
}

function startWorld() {
  const world = { funds: new FakeFunds(), log: new Decisions(), events: new RecordingEventBus() };
  const tx = new SerialTransactor(world);
  const { funds, log, events } = world;
  return { ...world, tx, starts: new CallStarts(tx, log, funds, events) };
}

function aCall(name: string, { amountCents = 100, account = name, callId = name, carrierId = '' } = {}): NewCall {
  const accountId = `acc_${account}`;
  const routes = [aRoute(carrierId ? { carrierId } : {})];
  const decision = aDecision({ id: `rd_${name}`, callId, accountId, routes, heldUntil: AT });
  const hold = {
    accountId,
    decisionId: decision.id,
    amountCents,
    forwardCents: 0,
    item: 'usage_inbound',
    outboundCapCents: null,
  } as const;
  return { decision, hold, maxConcurrentCalls: null };
}

describe('CallStarts', () => {
  it('starts a call that arrives alone at once, with its event', async () => {
    const { starts, tx, events, funds } = startWorld();
    expect(await starts.start(aCall('a'))).toBe(true);
    expect(tx.started).toEqual([['rd_a']]);
    expect(events.published).toMatchObject([{ type: 'call.started', accountId: 'acc_a', data: { call_id: 'call_a' } }]);
    expect(funds.held.get('rd_a')).toBe(100);
  });

  it('starts the calls that arrive while others start in one transaction', async () => {
    const { starts, tx, events } = startWorld();
    const calls = ['a', 'b', 'c', 'd'].map((name) => starts.start(aCall(name)));
    expect(await Promise.all(calls)).toEqual([true, true, true, true]);
    expect(tx.started).toEqual([['rd_a'], ['rd_b', 'rd_c', 'rd_d']]);
    expect(events.published.map(({ accountId }) => accountId)).toEqual(['acc_a', 'acc_b', 'acc_c', 'acc_d']);
  });

  it('starts at most 16 calls in one transaction, and all of them', async () => {
    const { starts, tx, funds } = startWorld();
    funds.availableCents = 10_000;
    const calls = Array.from({ length: 40 }, (_, n) => starts.start(aCall(String(n))));
    expect(await Promise.all(calls)).toEqual(Array<boolean>(40).fill(true));
    expect(tx.started.map((each) => each.length)).toEqual([1, 16, 16, 7]);
  });

  it('locks carriers in one order', async () => {
    const { starts, tx } = startWorld();
    const over = (name: string, carrierId: string) => starts.start(aCall(name, { carrierId }));
    await Promise.all([over('first', 'car_1'), over('a', 'car_3'), over('b', 'car_1'), over('c', 'car_2')]);
    expect(tx.started[1]).toEqual(['rd_b', 'rd_c', 'rd_a']);
  });

  it('decides each call of a group as it would alone when one is not covered', async () => {
    const { starts, tx, funds, events } = startWorld();
    const calls = [aCall('first'), aCall('a'), aCall('large', { amountCents: 601 }), aCall('b')];
    expect(await Promise.all(calls.map((call) => starts.start(call)))).toEqual([true, true, false, true]);
    expect(tx.started).toEqual([['rd_first'], [], ['rd_a'], [], ['rd_b']]);
    expect(funds.availableCents).toBe(300);
    expect(events.published).toHaveLength(3);
  });

  it('does so when one is live already', async () => {
    const { starts, log } = startWorld();
    log.live.add('repeated');
    const calls = [aCall('first'), aCall('a', { callId: 'repeated' }), aCall('b')];
    expect(await Promise.all(calls.map((call) => starts.start(call)))).toEqual([true, false, true]);
    expect(log.decisions.map(({ id }) => id)).toEqual(['rd_first', 'rd_b']);
  });

  it('fails for the call that cannot be stored, and for no other', async () => {
    const { starts, log } = startWorld();
    log.unstorable = 'rd_a';
    const calls = [aCall('first'), aCall('a'), aCall('b')];
    expect(await Promise.allSettled(calls.map((call) => starts.start(call)))).toMatchObject([
      { value: true },
      { reason: new Error('The database cannot store this.') },
      { value: true },
    ]);
  });

  it('fails for a call that is live after the connection of its group was lost, which may have been committed', async () => {
    const { starts, log, tx } = startWorld();
    const lost = new Error('Connection terminated unexpectedly');
    const run = tx.run.bind(tx);
    let transactions = 0;
    tx.run = async (work) => {
      const result = await run(work);
      if (++transactions !== 2) return result;
      for (const { callId } of log.decisions) log.live.add(callId);
      throw lost;
    };
    const calls = [aCall('first'), aCall('a'), aCall('b')];
    expect(await Promise.allSettled(calls.map((call) => starts.start(call)))).toMatchObject([
      { value: true },
      { reason: lost },
      { reason: lost },
    ]);
    expect(log.decisions).toHaveLength(3);
  });

  it('lets no call wait for another group after the connection was lost', async () => {
    const { starts, tx } = startWorld();
    const run = tx.run.bind(tx);
    let transactions = 0;
    tx.run = (work) => (++transactions === 1 ? Promise.reject(new Error('Connection lost')) : run(work));
    const calls = [aCall('first'), aCall('a'), aCall('b')];
    expect(await Promise.all(calls.map((call) => starts.start(call)))).toEqual([true, true, true]);
    expect(tx.started).toEqual([['rd_first'], ['rd_a'], ['rd_b']]);
  });

  it('starts later calls when the connection of a group hangs', async () => {
    const { starts, tx } = startWorld();
    starts.groupWaitMs = 10;
    let goOn: () => void = () => undefined;
    const hanging = new Promise<void>((resolve) => (goOn = resolve));
    let transactions = 0;
    tx.run = async (work) => {
      if (++transactions === 1) await hanging;
      return work();
    };
    const begun: string[] = [];
    const first = starts.start(aCall('first')).then(() => begun.push('first'));
    await starts.start(aCall('later')).then(() => begun.push('later'));
    goOn();
    await first;
    expect(begun).toEqual(['later', 'first']);
  });

  it('starts the calls of an account alone, after one could not start, until one starts', async () => {
    const { starts, tx, log, funds } = startWorld();
    funds.availableCents = 10_000;
    const startAll = (...calls: NewCall[]) => Promise.all(calls.map((call) => starts.start(call)));
    log.live.add('repeated');
    await startAll(aCall('first'), aCall('a', { account: 'full', callId: 'repeated' }), aCall('b'));
    tx.started.splice(0);
    await startAll(aCall('c'), aCall('d'), aCall('e', { account: 'full', callId: 'repeated' }), aCall('f'));
    expect(tx.started.toSorted()).toEqual([[], ['rd_c'], ['rd_d', 'rd_f']]);
    await startAll(aCall('g', { account: 'full' }));
    tx.started.splice(0);
    await startAll(aCall('h'), aCall('i', { account: 'full' }), aCall('j'));
    expect(tx.started).toEqual([['rd_h'], ['rd_i', 'rd_j']]);
  });

  describe('calls of an account whose wallet is locked', () => {
    const locked = 'locked';

    /** A world where transactions that lock the wallet do not end until `unlock`, and others run at once. */
    const lockedWorld = () => {
      const { starts, tx, funds } = startWorld();
      let unlock: () => void = () => undefined;
      const unlocked = new Promise<void>((resolve) => (unlock = resolve));
      let waiting = 0;
      Object.assign(funds, {
        lockAtOnce: async (accountIds: readonly string[]) => {
          if (accountIds.includes(`acc_${locked}`)) throw new ConditionNotMet();
        },
        holdOrFail: async ({ accountId }: CallHoldOrder) => {
          if (accountId !== `acc_${locked}`) return;
          waiting++;
          await unlocked;
        },
      });
      tx.run = (work) => work();
      return { starts, unlock, waitingNow: () => waiting };
    };

    it('wait in at most two transactions, and later in as many again', async () => {
      const { starts, unlock, waitingNow } = lockedWorld();
      const calls = ['a', 'b', 'c', 'd', 'e'].map((name) => starts.start(aCall(name, { account: locked })));
      const repeated = starts.runInTurn(aCall('f', { account: locked }).hold, () => Promise.resolve('repeated'));
      expect(await starts.start(aCall('other'))).toBe(true);
      expect(waitingNow()).toBe(2);
      unlock();
      expect(await Promise.all(calls)).toEqual([true, true, true, true, true]);
      expect(await repeated).toBe('repeated');
      expect(waitingNow()).toBe(5);
    });

    it('do not wait for it without a hold', async () => {
      const { starts, unlock, waitingNow } = lockedWorld();
      const calls = ['a', 'b', 'c'].map((name) => starts.start(aCall(name, { account: locked })));
      while (waitingNow() < 2) await Promise.resolve();
      expect(await starts.start({ ...aCall('emergency', { account: locked }), hold: null })).toBe(true);
      unlock();
      await Promise.all(calls);
    });
  });
});
