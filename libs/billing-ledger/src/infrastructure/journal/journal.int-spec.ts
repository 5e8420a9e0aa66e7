import { newId } from '@trunkline/kernel';
import type { CaptureMovement, HoldMovement, Journal, Movement } from '../../application/journal';
import { WalletSettings } from '../../application/operator/wallet-settings';
import { postgresWorld, type PostgresWorld } from '../../testing/postgres-world';
import { StoredWalletSettings } from '../wallet-settings';

const AT = new Date('2026-03-01T12:00:00Z');
const TERMS = { billingMode: 'prepaid', creditLimitCents: 0, lowBalanceAlertCents: null, claimId: null };

function movement(accountId: string, change: Partial<Movement> = {}): Movement {
  const transactionId = newId('txn');
  return {
    transactionId,
    accountId,
    kind: 'charge',
    amountCents: -100,
    description: 'A call',
    relatedKind: 'cdr',
    relatedId: 'cdr_1',
    reference: transactionId,
    processorPaymentIntentId: null,
    guarded: true,
    at: AT,
    ...change,
  };
}

function holdMovement(accountId: string, change: Partial<HoldMovement> = {}): HoldMovement {
  const holdId = newId('hold');
  const ids = { holdId, postingId: newId('post'), reference: holdId };
  return { accountId, ...ids, amountCents: 100, relatedKind: 'order', relatedId: 'ord_1', at: AT, ...change };
}

function captureMovement(accountId: string, holdId: string, amountCents: number, reference?: string): CaptureMovement {
  const transactionId = newId('txn');
  const related = { relatedKind: 'order', relatedId: 'ord_1' };
  const entry = { transactionId, accountId, holdId, amountCents, description: 'A number', at: AT };
  return { ...entry, ...related, reference: reference ?? transactionId };
}

/** The posting of a charge. */
function posted(charge: Movement | CaptureMovement, balanceAfterCents: number, terms: typeof TERMS | null = TERMS) {
  const { transactionId, accountId, amountCents } = charge;
  return { transactionId, accountId, kind: 'charge', amountCents, balanceAfterCents, terms };
}

describe('Journal', () => {
  let world: PostgresWorld;
  let journal: Journal;

  beforeAll(async () => {
    world = await postgresWorld();
    journal = world.journal;
  });
  afterAll(() => world.close());

  async function accountWith(amountCents: number): Promise<string> {
    const accountId = newId('acc');
    await journal.open(accountId, AT);
    if (amountCents > 0) await journal.post(movement(accountId, { kind: 'topup', amountCents }));
    return accountId;
  }

  const capture = async (captured: CaptureMovement) => (await journal.captureAll([captured]))[0];
  const release = (accountId: string, holdId: string) =>
    journal.release({ accountId, holdId, postingId: newId('post'), at: AT });

  it('opens a prepaid wallet with a balance of 0, once', async () => {
    const accountId = await accountWith(500);
    await journal.open(accountId, AT);
    expect(await journal.balance(accountId)).toMatchObject({
      amountCents: 500,
      heldCents: 0,
      creditLimitCents: 0,
      availableCents: 500,
      billingMode: 'prepaid',
      currency: 'USD',
    });
  });

  it('throws not_found for an account without a wallet', async () => {
    const accountId = newId('acc');
    const missing = expect.objectContaining({ code: 'not_found' });
    await expect(journal.balance(accountId)).rejects.toEqual(missing);
    await expect(journal.lockForSettlement(accountId, ['x'])).rejects.toEqual(missing);
    await expect(journal.post(movement(accountId))).rejects.toEqual(missing);
    await expect(journal.hold(holdMovement(accountId))).rejects.toEqual(missing);
    await expect(capture(captureMovement(accountId, 'hold_x', -1))).rejects.toEqual(missing);
    await expect(release(accountId, 'hold_x')).rejects.toEqual(missing);
  });

  it('posts a charge and returns the balance after it', async () => {
    const accountId = await accountWith(500);
    const charge = movement(accountId, { amountCents: -120 });
    expect(await journal.post(charge)).toEqual(posted(charge, 380));
  });

  it('returns the first posting for a repeated reference', async () => {
    const accountId = await accountWith(500);
    const first = movement(accountId, { reference: 'once' });
    await journal.post(first);
    const again = await journal.post(movement(accountId, { reference: 'once' }));
    expect(again).toEqual(posted(first, 400, null));
    expect((await journal.balance(accountId)).amountCents).toBe(400);
  });

  it('accepts a repeat that the balance no longer covers', async () => {
    const accountId = await accountWith(100);
    await journal.post(movement(accountId, { reference: 'all' }));
    expect(await journal.post(movement(accountId, { reference: 'all' }))).toMatchObject({ terms: null });
  });

  it('throws conflict for a repeated reference with another amount or kind', async () => {
    const accountId = await accountWith(500);
    await journal.post(movement(accountId, { reference: 'one' }));
    const conflict = expect.objectContaining({ code: 'conflict' });
    await expect(journal.post(movement(accountId, { reference: 'one', amountCents: -101 }))).rejects.toEqual(conflict);
    const refund = movement(accountId, { reference: 'one', kind: 'refund', amountCents: 100 });
    await expect(journal.post(refund)).rejects.toEqual(conflict);
  });

  it('accepts one reference for two accounts', async () => {
    const accounts = [await accountWith(500), await accountWith(500)];
    for (const each of accounts) {
      expect(await journal.post(movement(each, { reference: 'same' }))).toMatchObject({ terms: expect.any(Object) });
    }
  });

  it('charges to the last cent and not beyond', async () => {
    const accountId = await accountWith(100);
    const tooMuch = movement(accountId, { amountCents: -101 });
    await expect(journal.post(tooMuch)).rejects.toEqual(expect.objectContaining({ code: 'insufficient_balance' }));
    expect(await journal.post(movement(accountId))).toMatchObject({ balanceAfterCents: 0 });
  });

  it('posts unguarded movements below zero', async () => {
    const accountId = await accountWith(50);
    expect(await journal.post(movement(accountId, { guarded: false }))).toMatchObject({ balanceAfterCents: -50 });
  });

  it.each([
    ['unlimited', 0, ['posted', 'posted', 'refused']],
    ['with a credit limit', 120, ['posted', 'refused', 'refused']],
  ])('guards charges and holds of a postpaid wallet that is %s', async (_, limit, expected) => {
    const accountId = await accountWith(0);
    const settings = new WalletSettings(world.db, new StoredWalletSettings(world.db), world.events, world.clock);
    await settings.changeTerms(accountId, { billingMode: 'postpaid', creditLimitCents: limit });
    const debits = [
      () => journal.post(movement(accountId)),
      () => journal.postAll([movement(accountId)]).then(([entry]) => entry ?? Promise.reject(new Error('refused'))),
      () => journal.hold(holdMovement(accountId)),
    ];
    const outcomes: string[] = [];
    for (const debit of debits) {
      outcomes.push(
        await debit().then(
          () => 'posted',
          () => 'refused',
        ),
      );
    }
    expect(outcomes).toEqual(expected);
  });

  describe('postAll', () => {
    const code = (name: string) => expect.objectContaining({ code: name });

    it('posts each movement to its wallet, in order', async () => {
      const [one, other] = [await accountWith(500), await accountWith(300)];
      const [a, b, c] = [movement(one), movement(other, { amountCents: -50 }), movement(one, { amountCents: -30 })];
      expect(await journal.postAll([a, b, c])).toEqual([posted(a, 400), posted(b, 250), posted(c, 370)]);
      expect((await journal.balance(one)).amountCents).toBe(370);
      expect((await journal.balance(other)).amountCents).toBe(250);
    });

    it('posts in turn while the balance suffices, and refuses the rest', async () => {
      const [accountId, rich] = [await accountWith(250), await accountWith(1000)];
      await journal.hold(holdMovement(accountId, { amountCents: 40 }));
      const costing = (...cents: number[]) => cents.map((each) => movement(accountId, { amountCents: -each }));
      const entries = await journal.postAll([...costing(100, 111, 100), movement(rich), ...costing(11, 10, 1)]);
      const left = entries.map((entry) => entry && entry.balanceAfterCents);
      expect(left).toEqual([150, null, 50, 900, null, 40, null]);
      expect(await journal.balance(accountId)).toMatchObject({ amountCents: 40, heldCents: 40, availableCents: 0 });
    });

    it('spends earlier credits, and posts unguarded movements below zero', async () => {
      const accountId = await accountWith(0);
      const topup = movement(accountId, { kind: 'topup', amountCents: 100 });
      const call = movement(accountId, { amountCents: -30, guarded: false });
      const entries = await journal.postAll([
        movement(accountId),
        topup,
        movement(accountId),
        movement(accountId),
        call,
      ]);
      expect(entries.map((entry) => entry && entry.balanceAfterCents)).toEqual([null, 100, 0, null, -30]);
    });

    it('returns the first posting for a reference that is repeated or posted before', async () => {
      const accountId = await accountWith(150);
      const known = movement(accountId, { reference: 'known' });
      await journal.post(known);
      const fresh = movement(accountId, { reference: 'new', amountCents: -50 });
      const again = movement(accountId, { reference: 'new', amountCents: -50 });
      const entries = await journal.postAll([movement(accountId, { reference: 'known' }), fresh, again]);
      expect(entries).toMatchObject([
        { transactionId: known.transactionId, balanceAfterCents: 50, terms: null },
        { transactionId: fresh.transactionId, balanceAfterCents: 0, terms: { claimId: null } },
        { transactionId: fresh.transactionId, balanceAfterCents: 0, terms: null },
      ]);
      expect((await journal.balance(accountId)).amountCents).toBe(0);
    });

    it('returns the first posting even if the balance does not cover another', async () => {
      const accountId = await accountWith(100);
      const known = movement(accountId, { reference: 'known' });
      await journal.post(known);
      const entries = await journal.postAll([movement(accountId, { reference: 'known' }), movement(accountId)]);
      expect(entries).toEqual([posted(known, 0, null), null]);
      expect((await journal.balance(accountId)).amountCents).toBe(0);
    });

    it('posts nothing when a wallet is missing or a reference conflicts', async () => {
      const accountId = await accountWith(500);
      await journal.post(movement(accountId, { reference: 'one' }));
      const stranger = movement(newId('acc'));
      await expect(journal.postAll([movement(accountId), stranger])).rejects.toEqual(code('not_found'));
      const changed = movement(accountId, { reference: 'one', amountCents: -1 });
      await expect(journal.postAll([movement(accountId), changed])).rejects.toEqual(code('conflict'));
      const twice = [-1, -2].map((amountCents) => movement(accountId, { reference: 'two', amountCents }));
      await expect(journal.postAll(twice)).rejects.toEqual(code('conflict'));
      expect((await journal.balance(accountId)).amountCents).toBe(400);
    });

    it('accepts an empty list', async () => {
      expect(await journal.postAll([])).toEqual([]);
    });
  });

  it('holds money without spending it', async () => {
    const accountId = await accountWith(250);
    await journal.hold(holdMovement(accountId, { amountCents: 200 }));
    expect(await journal.balance(accountId)).toMatchObject({ amountCents: 250, heldCents: 200, availableCents: 50 });
    const refused = expect.objectContaining({ code: 'insufficient_balance' });
    await expect(journal.post(movement(accountId))).rejects.toEqual(refused);
    await expect(journal.hold(holdMovement(accountId))).rejects.toEqual(refused);
  });

  it('returns the same hold for a repeated reference', async () => {
    const accountId = await accountWith(100);
    const first = await journal.hold(holdMovement(accountId, { reference: 'cart' }));
    expect(await journal.hold(holdMovement(accountId, { reference: 'cart' }))).toEqual(first);
    const other = holdMovement(accountId, { reference: 'cart', amountCents: 99 });
    await expect(journal.hold(other)).rejects.toEqual(expect.objectContaining({ code: 'conflict' }));
  });

  it('captures a hold in parts, and never more than the hold', async () => {
    const accountId = await accountWith(300);
    const { holdId } = await journal.hold(holdMovement(accountId, { amountCents: 200 }));
    expect(await capture(captureMovement(accountId, holdId, -150))).toMatchObject({ balanceAfterCents: 150 });
    const refused = expect.objectContaining({ code: 'invalid_state' });
    await expect(capture(captureMovement(accountId, holdId, -51))).rejects.toEqual(refused);
    await capture(captureMovement(accountId, holdId, -50));
    expect(await journal.balance(accountId)).toMatchObject({ amountCents: 100, heldCents: 0, availableCents: 100 });
  });

  it('accepts a repeated capture when nothing is left of the hold', async () => {
    const accountId = await accountWith(100);
    const { holdId } = await journal.hold(holdMovement(accountId));
    const first = await capture(captureMovement(accountId, holdId, -100, 'item'));
    const again = await capture(captureMovement(accountId, holdId, -100, 'item'));
    expect(again).toEqual({ ...first, terms: null });
  });

  describe('captureAll', () => {
    const held = async (amountCents: number) => {
      const accountId = await accountWith(500);
      const { holdId } = await journal.hold(holdMovement(accountId, { amountCents }));
      const part = (cents: number, reference: string) => captureMovement(accountId, holdId, -cents, reference);
      return { accountId, holdId, part };
    };

    it('captures parts of a hold in turn', async () => {
      const { accountId, part } = await held(300);
      const parts = [part(100, 'one'), part(50, 'two'), part(150, 'three')];
      const balances = [400, 350, 200];
      expect(await journal.captureAll(parts)).toEqual(parts.map((each, n) => posted(each, balances[n] ?? 0)));
      expect(await journal.balance(accountId)).toMatchObject({ amountCents: 200, heldCents: 0 });
      expect(await journal.verify()).toEqual([]);
    });

    it('captures nothing of no parts', async () => {
      expect(await journal.captureAll([])).toEqual([]);
    });

    it('captures the parts that were not captured before', async () => {
      const { accountId, part } = await held(300);
      const first = part(100, 'one');
      await capture(first);
      const rest = [part(100, 'one'), part(200, 'two')];
      expect(await journal.captureAll(rest)).toEqual([
        posted(first, 400, null),
        expect.objectContaining({ transactionId: rest[1]?.transactionId, balanceAfterCents: 200 }),
      ]);
      expect(await journal.balance(accountId)).toMatchObject({ amountCents: 200, heldCents: 0 });
    });

    it('throws invalid_state for parts that are more than the hold together', async () => {
      const { part } = await held(100);
      const tooMuch = journal.captureAll([part(60, 'one'), part(41, 'two')]);
      await expect(tooMuch).rejects.toEqual(expect.objectContaining({ code: 'invalid_state' }));
    });

    it('throws not_found for the hold of another account', async () => {
      const { holdId } = await held(100);
      const parts = [captureMovement(await accountWith(500), holdId, -10)];
      await expect(journal.captureAll(parts)).rejects.toEqual(expect.objectContaining({ code: 'not_found' }));
    });

    it('throws for parts of two holds, and captures nothing', async () => {
      const { accountId, part } = await held(100);
      const { holdId } = await journal.hold(holdMovement(accountId));
      const parts = [part(10, 'one'), captureMovement(accountId, holdId, -10)];
      await expect(journal.captureAll(parts)).rejects.toThrow('not of one hold');
      expect(await journal.balance(accountId)).toMatchObject({ amountCents: 500, heldCents: 200 });
    });
  });

  it('releases the rest of a hold, once', async () => {
    const accountId = await accountWith(200);
    const { holdId } = await journal.hold(holdMovement(accountId, { amountCents: 200 }));
    await capture(captureMovement(accountId, holdId, -80));
    await release(accountId, holdId);
    await release(accountId, holdId);
    expect(await journal.balance(accountId)).toMatchObject({ amountCents: 120, heldCents: 0, availableCents: 120 });
    const late = capture(captureMovement(accountId, holdId, -1));
    await expect(late).rejects.toEqual(expect.objectContaining({ code: 'invalid_state' }));
  });

  it('releases a part of a hold, once per reference, and then the rest', async () => {
    const accountId = await accountWith(200);
    const { holdId } = await journal.hold(holdMovement(accountId, { amountCents: 200 }));
    const part = (reference: string, amountCents: number) =>
      journal.releasePart({ accountId, holdId, reference, amountCents, at: AT });
    await part('item 1', 50);
    await part('item 1', 50);
    expect(await journal.balance(accountId)).toMatchObject({ amountCents: 200, heldCents: 150, availableCents: 50 });
    await capture(captureMovement(accountId, holdId, -80));
    const tooMuch = expect.objectContaining({ code: 'invalid_state' });
    await expect(part('item 2', 71)).rejects.toEqual(tooMuch);
    await release(accountId, holdId);
    expect(await journal.balance(accountId)).toMatchObject({ amountCents: 120, heldCents: 0, availableCents: 120 });
    await part('item 1', 50);
    await expect(part('item 3', 1)).rejects.toEqual(tooMuch);
    expect(await journal.balance(accountId)).toMatchObject({ heldCents: 0, availableCents: 120 });
  });

  it('releases the last part of a hold like the rest of it', async () => {
    const accountId = await accountWith(100);
    const { holdId } = await journal.hold(holdMovement(accountId));
    await journal.releasePart({ accountId, holdId, reference: 'all', amountCents: 100, at: AT });
    await release(accountId, holdId);
    expect(await journal.balance(accountId)).toMatchObject({ heldCents: 0, availableCents: 100 });
  });

  it("throws not_found for another account's hold", async () => {
    const [owner, stranger] = [await accountWith(100), await accountWith(100)];
    const { holdId } = await journal.hold(holdMovement(owner));
    const missing = expect.objectContaining({ code: 'not_found' });
    await expect(capture(captureMovement(stranger, holdId, -1))).rejects.toEqual(missing);
    await expect(release(stranger, holdId)).rejects.toEqual(missing);
    const part = { accountId: stranger, holdId, reference: 'item', amountCents: 1, at: AT };
    await expect(journal.releasePart(part)).rejects.toEqual(missing);
  });

  it('returns what was paid in, and whether the payout was posted', async () => {
    const accountId = await accountWith(1000);
    await journal.post(movement(accountId, { kind: 'trial_credit', amountCents: 500 }));
    await journal.post(movement(accountId, { kind: 'chargeback', amountCents: -300 }));
    const newest = await journal.post(movement(accountId, { kind: 'refund', amountCents: 40 }));
    await journal.hold(holdMovement(accountId));
    const settlement = {
      amountCents: 1240,
      heldCents: 100,
      paidInCents: 700,
      isPosted: false,
      newestTransactionId: newest.transactionId,
    };
    expect(await journal.lockForSettlement(accountId, ['out:refund', 'out:credit'])).toEqual(settlement);
    const out = { kind: 'refund', amountCents: -600, reference: 'out:refund', counterpart: 'refunds_due' } as const;
    await journal.post(movement(accountId, out));
    expect(await journal.lockForSettlement(accountId, ['out:refund', 'out:credit'])).toMatchObject({
      amountCents: 640,
      paidInCents: 100,
      isPosted: true,
    });
  });

  it('returns the refundable rest of a source after refunds of source and charge', async () => {
    const accountId = await accountWith(1000);
    const source = { relatedKind: 'number_order', relatedId: 'ord_1' };
    expect(await journal.lockForRefund(accountId, source)).toBe(0);
    const { transactionId } = await journal.post(movement(accountId, { ...source, amountCents: -300 }));
    await journal.post(movement(accountId, { ...source, relatedId: 'ord_2', amountCents: -50 }));
    expect(await journal.lockForRefund(accountId, source)).toBe(300);
    await journal.post(movement(accountId, { ...source, kind: 'refund', amountCents: 100 }));
    const ofCharge = { relatedKind: 'transaction', relatedId: transactionId } as const;
    await journal.post(movement(accountId, { ...ofCharge, kind: 'refund', amountCents: 150 }));
    expect(await journal.lockForRefund(accountId, source)).toBe(50);
    const missing = expect.objectContaining({ code: 'not_found' });
    await expect(journal.lockForRefund(newId('acc'), source)).rejects.toEqual(missing);
  });

  it('sums the charges since a time without refunds', async () => {
    const accountId = await accountWith(1000);
    await journal.post(movement(accountId, { amountCents: -300 }));
    await journal.post(movement(accountId, { kind: 'refund', amountCents: 50 }));
    expect(await journal.spentSince(accountId, AT)).toBe(300);
    expect(await journal.spentSince(accountId, new Date('2026-03-02T00:00:00Z'))).toBe(0);
  });

  it('sums the charges since a time that are not for calls and messages', async () => {
    const accountId = await accountWith(1000);
    const charges = [
      { amountCents: -1, item: 'number_monthly' },
      { amountCents: -2, item: 'number_setup' },
      { amountCents: -4, item: 'port_fee' },
      { amountCents: -8 },
      { amountCents: -16, item: 'usage_inbound' },
      { amountCents: -32, item: 'usage_outbound' },
      { amountCents: -64, item: 'sms' },
    ] as const;
    for (const charge of charges) await journal.post(movement(accountId, charge));
    await journal.post(movement(accountId, { kind: 'refund', amountCents: 1, item: 'number_monthly' }));
    expect(await journal.fixedSince(accountId, AT)).toBe(15);
    expect(await journal.spentSince(accountId, AT)).toBe(127);
    expect(await journal.fixedSince(accountId, new Date('2026-03-02T00:00:00Z'))).toBe(0);
  });
});
