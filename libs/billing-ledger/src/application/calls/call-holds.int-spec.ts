import { AsyncResource } from 'node:async_hooks';
import { countStatements } from '@trunkline/platform/testing';
import { CallHolds } from './call-holds';
import { fundedAccount, postgresWorld, type PostgresWorld } from '../../testing/postgres-world';
import { StoredCallHolds } from '../../infrastructure/calls/call-hold.repository';

/** Does something else after each prediction. */
class InterruptedHolds extends StoredCallHolds {
  constructor(
    world: PostgresWorld,
    private readonly interrupt: () => Promise<unknown>,
  ) {
    super(world.db);
  }

  override async predict(...given: Parameters<StoredCallHolds['predict']>) {
    const predicted = await super.predict(...given);
    await this.interrupt();
    return predicted;
  }
}

const INBOUND = { item: 'usage_inbound', outboundCapCents: null, forwardCents: 0 } as const;

describe('CallHolds', () => {
  let world: PostgresWorld;
  let holds: CallHolds;

  beforeAll(async () => {
    world = await postgresWorld();
    holds = new CallHolds(world.db, new StoredCallHolds(world.db), world.ledger, world.clock);
  });
  afterAll(() => world.close());

  const hold = (accountId: string, decisionId: string, amountCents: number, outboundCapCents: number | null = null) =>
    holds.hold({ accountId, decisionId, amountCents, forwardCents: 0, item: 'usage_outbound', outboundCapCents });
  const charge = (accountId: string, reference: string, amountCents: number) => ({
    accountId,
    amountCents,
    description: 'Outbound call',
    relatedKind: 'cdr',
    relatedId: reference,
    reference,
    item: 'usage_outbound' as const,
  });
  const differencesOf = async (accountId: string) =>
    (await world.journal.verify()).filter((difference) => difference.accountId === accountId);

  it('grants a hundred parallel calls on a balance for three to exactly three', async () => {
    const accountId = await fundedAccount(world, 300);
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, index) => hold(accountId, `rd_${accountId}_${index}`, 100)),
    );
    expect(results.filter((refusal) => refusal === null)).toHaveLength(3);
    expect(await world.ledger.balance(accountId)).toMatchObject({
      amountCents: 300,
      heldCents: 300,
      callHeldCents: 300,
      availableCents: 0,
    });
    expect(await differencesOf(accountId)).toEqual([]);
  });

  it('holds at once for exactly three of a hundred parallel calls, and fails for the others', async () => {
    const accountId = await fundedAccount(world, 300);
    const order = (decisionId: string, amountCents: number) => ({ accountId, decisionId, amountCents, ...INBOUND });
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) =>
        world.db.run(() => holds.holdOrFail(order(`rd_${accountId}_${n}`, n === 0 ? 0 : 100))),
      ),
    );
    const reasons = results.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
    expect(reasons).toEqual(Array<string>(96).fill('ConditionNotMet'));
    expect(await world.ledger.balance(accountId)).toMatchObject({ heldCents: 300, callHeldCents: 300 });
    expect(await differencesOf(accountId)).toEqual([]);
    const unknown = world.db.run(() => holds.holdOrFail({ ...order('rd_1', 0), accountId: 'acc_none' }));
    await expect(unknown).rejects.toMatchObject({ name: 'ConditionNotMet' });
  });

  it('locks wallets at once, or fails without waiting while another transaction has locked one', async () => {
    const [first, second] = [await fundedAccount(world, 300), await fundedAccount(world, 300)];
    const lockBoth = () => world.db.run(() => holds.lockAtOnce([first, second]));
    const attempt = AsyncResource.bind(() => lockBoth().catch((error: unknown) => error));
    await world.db.run(async () => {
      await hold(second, `rd_${second}`, 100);
      expect(await attempt()).toMatchObject({ name: 'ConditionNotMet' });
    });
    await world.db.run(async () => {
      await holds.lockAtOnce([second, first]);
      // The lock was only sent: its connection answers this after it.
      await world.db.query('SELECT 1');
      expect(await attempt()).toMatchObject({ name: 'ConditionNotMet' });
      expect(await hold(second, `rd_${second}`, 200)).toBeNull();
    });
    await expect(lockBoth()).resolves.toBeUndefined();
  });

  it('returns, under the lock, what can be held instead', async () => {
    const accountId = await fundedAccount(world, 300);
    const granted = await world.db.run(async () => {
      const cover = await hold(accountId, 'rd_large', 301);
      expect(cover).toEqual({ availableCents: 300, outboundUsedCents: 0 });
      return hold(accountId, 'rd_large', cover!.availableCents);
    });
    expect(granted).toBeNull();
  });

  it('is verified by direction, since the daily cap counts outbound holds', async () => {
    const accountId = await fundedAccount(world, 300);
    await hold(accountId, `rd_${accountId}`, 100);
    await holds.hold({ accountId, decisionId: `in_${accountId}`, amountCents: 50, ...INBOUND });
    expect(await differencesOf(accountId)).toEqual([]);
    await world.db.query(`UPDATE billing.wallets SET outbound_held_cents = 99 WHERE account_id = $1`, [accountId]);
    expect(await differencesOf(accountId)).toEqual([
      { accountId, check: 'outbound_holds', transactionId: null, recordedCents: 99, recomputedCents: 100 },
    ]);
  });

  it('extends the hold of an extended call, and shrinks it when the call has ended', async () => {
    const accountId = await fundedAccount(world, 300);
    const call = { accountId, decisionId: `rd_${accountId}` };
    await hold(accountId, call.decisionId, 100);
    await hold(accountId, call.decisionId, 150);
    expect(await world.ledger.balance(accountId)).toMatchObject({ heldCents: 250 });
    await holds.shrink(call, 40);
    await holds.shrink(call, 40);
    await holds.shrink(call, 200);
    expect(await world.ledger.balance(accountId)).toMatchObject({ heldCents: 40, callHeldCents: 40 });
    await holds.release([call]);
    await holds.release([call]);
    expect(await world.ledger.balance(accountId)).toMatchObject({ heldCents: 0, amountCents: 300 });
    expect(await differencesOf(accountId)).toEqual([]);
  });

  it('settles calls of several accounts: releases holds and charges, also beyond the balance', async () => {
    const [first, second] = [await fundedAccount(world, 300), await fundedAccount(world, 100)];
    await hold(first, 'rd_first', 300);
    await hold(second, 'rd_second', 60);
    const posted = await holds.settle([
      { accountId: first, decisionId: 'rd_first', charge: charge(first, 'cdr_first', 120) },
      { accountId: second, decisionId: 'rd_second', charge: null },
      { accountId: second, decisionId: 'rd_unheld', charge: charge(second, 'cdr_unheld', 130) },
    ]);
    expect(posted.map((each) => each && each.balanceAfterCents)).toEqual([180, null, -30]);
    expect(await world.ledger.balance(first)).toMatchObject({ heldCents: 0, callHeldCents: 0, amountCents: 180 });
    expect(await world.ledger.balance(second)).toMatchObject({ heldCents: 0, amountCents: -30 });
    expect([await differencesOf(first), await differencesOf(second)]).toEqual([[], []]);
  });

  it('charges repeated calls once, and counts them once against their day', async () => {
    const accountId = await fundedAccount(world, 1_000);
    const calls = ['a', 'b'].map((name) => {
      const decisionId = `rd_${accountId}_${name}`;
      return { accountId, decisionId, charge: charge(accountId, `cdr_${decisionId}`, 100) };
    });
    for (const { decisionId } of calls) await hold(accountId, decisionId, 150);
    const first = await holds.settle(calls.slice(0, 1));
    const again = await holds.settle(calls);
    expect(again.map((each) => each?.balanceAfterCents)).toEqual([900, 800]);
    expect(again[0]).toEqual(first[0]);
    expect(await holds.settle(calls)).toEqual(again);
    expect(await world.ledger.balance(accountId)).toMatchObject({ amountCents: 800, heldCents: 0, callHeldCents: 0 });
    expect(await holds.funding(accountId)).toMatchObject({ outboundUsedCents: 200 });
    expect(await differencesOf(accountId)).toEqual([]);
  });

  it('changes nothing when a charge conflicts with an earlier posting', async () => {
    const accountId = await fundedAccount(world, 1_000);
    await world.ledger.charge(charge(accountId, `cdr_${accountId}`, 10));
    await hold(accountId, `rd_${accountId}`, 150);
    const fresh = { accountId, decisionId: `rd_${accountId}`, charge: charge(accountId, `new_${accountId}`, 100) };
    const changed = { accountId, decisionId: `rd_${accountId}_2`, charge: charge(accountId, `cdr_${accountId}`, 11) };
    await expect(holds.settle([fresh, changed])).rejects.toEqual(expect.objectContaining({ code: 'conflict' }));
    expect(await world.ledger.balance(accountId)).toMatchObject({ amountCents: 990, heldCents: 150 });
  });

  it('settles a hundred calls with as many statements as one', async () => {
    const accountId = await fundedAccount(world, 100_000);
    const counts: number[] = [];
    for (const count of [1, 100]) {
      const decisionIds = Array.from({ length: count }, (_, index) => `rd_${accountId}_${count}_${index}`);
      for (const decisionId of decisionIds) await hold(accountId, decisionId, 10);
      const calls = decisionIds.map((id) => ({ accountId, decisionId: id, charge: charge(accountId, `cdr_${id}`, 5) }));
      counts.push(await countStatements(world.db, () => holds.settle(calls)));
    }
    // The wallet's lock, the postings and the events.
    expect(counts).toEqual([3, 3]);
  });

  describe('with the wallets locked last', () => {
    const settleLast = (calls: Parameters<CallHolds['settle']>[0], given = holds) =>
      world.db.run(() => given.settleLockingLast(calls));

    it('releases holds and charges, also beyond the balance', async () => {
      const [first, second] = [await fundedAccount(world, 300), await fundedAccount(world, 100)];
      await hold(first, 'rd_first', 300);
      await hold(second, 'rd_second', 60);
      await settleLast([
        { accountId: first, decisionId: 'rd_first', charge: charge(first, 'cdr_first', 120) },
        { accountId: second, decisionId: 'rd_second', charge: null },
        { accountId: second, decisionId: 'rd_unheld', charge: charge(second, 'cdr_unheld', 130) },
      ]);
      expect(await world.ledger.balance(first)).toMatchObject({ heldCents: 0, callHeldCents: 0, amountCents: 180 });
      expect(await world.ledger.balance(second)).toMatchObject({ heldCents: 0, amountCents: -30 });
      expect(await holds.funding(first)).toMatchObject({ outboundUsedCents: 120 });
      expect([await differencesOf(first), await differencesOf(second)]).toEqual([[], []]);
    });

    it.each([
      ['a charge', (accountId: string) => world.ledger.charge(charge(accountId, `other_${accountId}`, 7)), 893],
      ['a hold of another call', (accountId: string) => hold(accountId, `other_${accountId}`, 7), 900],
    ])('is not wrong when %s comes in between', async (_, interrupt, balance) => {
      const accountId = await fundedAccount(world, 1_000);
      await hold(accountId, `rd_${accountId}`, 150);
      let interrupts = 0;
      // Runs outside the transaction of the settlement.
      const once = AsyncResource.bind(async () => (interrupts++ === 0 ? interrupt(accountId) : null));
      const interrupted = new CallHolds(world.db, new InterruptedHolds(world, once), world.ledger, world.clock);
      const call = { accountId, decisionId: `rd_${accountId}`, charge: charge(accountId, `cdr_${accountId}`, 100) };
      await settleLast([call], interrupted);
      expect(await world.ledger.balance(accountId)).toMatchObject({ amountCents: balance });
      expect(await differencesOf(accountId)).toEqual([]);
    });

    it('fails with a retry for a charge that was posted before', async () => {
      const accountId = await fundedAccount(world, 1_000);
      const call = { accountId, decisionId: `rd_${accountId}`, charge: charge(accountId, `cdr_${accountId}`, 100) };
      await settleLast([call]);
      await expect(settleLast([call])).rejects.toEqual(expect.objectContaining({ name: 'RetryTransaction' }));
      expect(await world.ledger.balance(accountId)).toMatchObject({ amountCents: 900 });
    });

    it('locks no wallet before the charges are computed', async () => {
      const accountId = await fundedAccount(world, 1_000);
      const interrupt = AsyncResource.bind(() => hold(accountId, `rd_${accountId}`, 150));
      const interrupted = new CallHolds(world.db, new InterruptedHolds(world, interrupt), world.ledger, world.clock);
      const call = { accountId, decisionId: 'rd_unheld', charge: charge(accountId, `cdr_${accountId}`, 100) };
      await settleLast([call], interrupted);
      expect(await world.ledger.balance(accountId)).toMatchObject({ amountCents: 900, heldCents: 150 });
    });
  });

  it('caps the daily cost of outbound calls, including holds, and resets at midnight UTC', async () => {
    const accountId = await fundedAccount(world, 10_000);
    const cap = 1_000;
    await hold(accountId, 'rd_1', 400, cap);
    await holds.settle([{ accountId, decisionId: 'rd_1', charge: charge(accountId, 'cdr_1', 300) }]);
    await hold(accountId, 'rd_2', 500, cap);
    expect(await hold(accountId, 'rd_3', 201, cap)).toMatchObject({ outboundUsedCents: 800 });
    expect(await hold(accountId, 'rd_3', 200, cap)).toBeNull();
    expect(await hold(accountId, 'rd_4', 1, cap)).toMatchObject({ outboundUsedCents: 1_000 });
    expect(
      await holds.hold({
        accountId,
        decisionId: 'rd_in',
        amountCents: 50,
        forwardCents: 0,
        item: 'usage_inbound',
        outboundCapCents: cap,
      }),
    ).toBeNull();
    world.clock.advance(24 * 3600);
    expect(await hold(accountId, 'rd_4', 300, cap)).toBeNull();
    expect(await hold(accountId, 'rd_5', 1, cap)).toMatchObject({ outboundUsedCents: 1_000 });
  });

  it('counts the outbound legs of forwarded calls against the cap, however many start at once', async () => {
    const accountId = await fundedAccount(world, 10_000);
    const forward = (n: number, orFail = false) => {
      const order = { accountId, decisionId: `rd_${accountId}_${n}`, amountCents: 110, forwardCents: 100 };
      const terms = { ...order, item: 'usage_inbound', outboundCapCents: 350 } as const;
      return orFail ? world.db.run(() => holds.holdOrFail(terms)) : holds.hold(terms);
    };
    const held = await Promise.all(Array.from({ length: 20 }, (_, n) => forward(n)));
    expect(held.filter((refusal) => refusal === null)).toHaveLength(3);
    await expect(forward(99, true)).rejects.toMatchObject({ name: 'ConditionNotMet' });
    expect(await hold(accountId, 'rd_out', 51, 350)).toMatchObject({ outboundUsedCents: 300 });
    expect(await hold(accountId, 'rd_out', 50, 350)).toBeNull();
    const first = held.indexOf(null);
    const call = { accountId, decisionId: `rd_${accountId}_${first}` };
    const charge = { ...call, amountCents: 70, description: 'Inbound call', relatedKind: 'cdr', relatedId: 'cdr_f' };
    const item = { item: 'usage_inbound', reference: 'cdr_f', forwardCents: 60 } as const;
    await holds.settle([{ ...call, charge: { ...charge, ...item } }]);
    expect(await holds.funding(accountId)).toMatchObject({ outboundUsedCents: 200 + 50 + 60 });
    expect(await differencesOf(accountId)).toEqual([]);
  });

  it('counts the leg of a call that holds enough for it already, however many are forwarded at once', async () => {
    const accountId = await fundedAccount(world, 2_000);
    const ids = Array.from({ length: 20 }, (_, n) => `rd_${accountId}_${n}`);
    const order = (decisionId: string, amountCents: number, forwardCents: number) =>
      holds.hold({ accountId, decisionId, amountCents, forwardCents, item: 'usage_inbound', outboundCapCents: 350 });
    for (const id of ids) await order(id, 100, 0);
    const forwarded = await Promise.all(ids.map((id) => order(id, 0, 100)));
    expect(forwarded.filter((refusal) => refusal === null)).toHaveLength(3);
    expect(await holds.funding(accountId)).toMatchObject({ availableCents: 0, outboundUsedCents: 300 });
    expect(await order(String(ids[0]), 0, 0)).toBeNull();
    expect(await hold(accountId, 'rd_out', 1, 300)).toMatchObject({ outboundUsedCents: 300 });
    expect(await differencesOf(accountId)).toEqual([]);
  });

  it('holds any amount for a postpaid wallet without a credit limit, and up to the limit with one', async () => {
    const accountId = await fundedAccount(world, 0);
    const terms = (limit: number) =>
      world.db.query(
        `UPDATE billing.wallets SET billing_mode = 'postpaid', credit_limit_cents = $2 WHERE account_id = $1`,
        [accountId, limit],
      );
    await terms(0);
    expect(await hold(accountId, 'rd_unlimited', 5_000_000)).toBeNull();
    await terms(5_000_100);
    expect(await hold(accountId, 'rd_limited', 101)).toMatchObject({ availableCents: 100 });
    expect(await hold(accountId, 'rd_limited', 100)).toBeNull();
  });

  it('settles and holds concurrently without a deadlock or a lost cent', async () => {
    const accountId = await fundedAccount(world, 5_000);
    const ids = Array.from({ length: 20 }, (_, index) => `rd_${accountId}_${index}`);
    await Promise.all(ids.map((id) => hold(accountId, id, 100)));
    await Promise.all(
      ids.flatMap((decisionId, index) => [
        holds.settle([{ accountId, decisionId, charge: charge(accountId, `cdr_${decisionId}`, 60) }]),
        hold(accountId, `${decisionId}_next`, 10 + index),
        holds.shrink({ accountId, decisionId: `${decisionId}_next` }, 5),
      ]),
    );
    const { amountCents, heldCents, callHeldCents } = await world.ledger.balance(accountId);
    expect(amountCents).toBe(5_000 - 20 * 60);
    expect(heldCents).toBe(callHeldCents);
    expect(await differencesOf(accountId)).toEqual([]);
  });
});
