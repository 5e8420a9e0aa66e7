import { newId } from '@trunkline/kernel';
import type { CaptureMovement, HoldMovement, Journal, Movement } from '../application/ports';

const AT = new Date('2026-03-01T12:00:00Z');

export function movement(accountId: string, change: Partial<Movement> = {}): Movement {
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

export function holdMovement(accountId: string, change: Partial<HoldMovement> = {}): HoldMovement {
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

/** What every journal promises; see the port. */
export function journalContract(make: () => Promise<Journal>): void {
  let journal: Journal;

  beforeAll(async () => {
    journal = await make();
  });

  async function accountWith(amountCents: number): Promise<string> {
    const accountId = newId('acc');
    await journal.open(accountId, AT);
    if (amountCents > 0) await journal.post(movement(accountId, { kind: 'topup', amountCents }));
    return accountId;
  }

  const release = (accountId: string, holdId: string) =>
    journal.release({ accountId, holdId, postingId: newId('post'), at: AT });

  it('opens a prepaid wallet at zero, once', async () => {
    const accountId = await accountWith(500);
    await journal.open(accountId, AT);
    expect(await journal.wallet(accountId)).toMatchObject({
      amountCents: 500,
      heldCents: 0,
      creditLimitCents: 0,
      availableCents: 500,
      billingMode: 'prepaid',
      currency: 'USD',
    });
  });

  it('knows no wallet of an account that has opened none', async () => {
    const accountId = newId('acc');
    const missing = expect.objectContaining({ code: 'not_found' });
    await expect(journal.wallet(accountId)).rejects.toEqual(missing);
    await expect(journal.lockForSettlement(accountId, ['x'])).rejects.toEqual(missing);
    await expect(journal.post(movement(accountId))).rejects.toEqual(missing);
    await expect(journal.hold(holdMovement(accountId))).rejects.toEqual(missing);
    await expect(journal.capture(captureMovement(accountId, 'hold_x', -1))).rejects.toEqual(missing);
    await expect(release(accountId, 'hold_x')).rejects.toEqual(missing);
  });

  it('posts a charge and tells the balance after it', async () => {
    const accountId = await accountWith(500);
    const charge = movement(accountId, { amountCents: -120 });
    expect(await journal.post(charge)).toEqual({
      transactionId: charge.transactionId,
      balanceAfterCents: 380,
      marks: { creditLimitCents: 0, lowBalanceAlertCents: null, claimId: null },
    });
  });

  it('answers the first posting of a reference that comes again', async () => {
    const accountId = await accountWith(500);
    const first = movement(accountId, { reference: 'once' });
    await journal.post(first);
    const again = await journal.post(movement(accountId, { reference: 'once' }));
    expect(again).toEqual({ transactionId: first.transactionId, balanceAfterCents: 400, marks: null });
    expect((await journal.wallet(accountId)).amountCents).toBe(400);
  });

  it('answers a repeat even when the balance would no longer allow it', async () => {
    const accountId = await accountWith(100);
    await journal.post(movement(accountId, { reference: 'all' }));
    expect(await journal.post(movement(accountId, { reference: 'all' }))).toMatchObject({ marks: null });
  });

  it('refuses a reference that comes again with another amount or kind', async () => {
    const accountId = await accountWith(500);
    await journal.post(movement(accountId, { reference: 'one' }));
    const conflict = expect.objectContaining({ code: 'conflict' });
    await expect(journal.post(movement(accountId, { reference: 'one', amountCents: -101 }))).rejects.toEqual(conflict);
    const refund = movement(accountId, { reference: 'one', kind: 'refund', amountCents: 100 });
    await expect(journal.post(refund)).rejects.toEqual(conflict);
  });

  it('lets two accounts use one reference', async () => {
    const accounts = [await accountWith(500), await accountWith(500)];
    for (const each of accounts) {
      expect(await journal.post(movement(each, { reference: 'same' }))).toMatchObject({ marks: expect.any(Object) });
    }
  });

  it('charges to the last cent, and not one more', async () => {
    const accountId = await accountWith(100);
    const tooMuch = movement(accountId, { amountCents: -101 });
    await expect(journal.post(tooMuch)).rejects.toEqual(expect.objectContaining({ code: 'insufficient_balance' }));
    expect(await journal.post(movement(accountId))).toMatchObject({ balanceAfterCents: 0 });
  });

  it('posts below zero what has happened already', async () => {
    const accountId = await accountWith(50);
    expect(await journal.post(movement(accountId, { guarded: false }))).toMatchObject({ balanceAfterCents: -50 });
  });

  it('holds money without spending it', async () => {
    const accountId = await accountWith(250);
    await journal.hold(holdMovement(accountId, { amountCents: 200 }));
    expect(await journal.wallet(accountId)).toMatchObject({ amountCents: 250, heldCents: 200, availableCents: 50 });
    const refused = expect.objectContaining({ code: 'insufficient_balance' });
    await expect(journal.post(movement(accountId))).rejects.toEqual(refused);
    await expect(journal.hold(holdMovement(accountId))).rejects.toEqual(refused);
  });

  it('answers the same hold for a reference that comes again', async () => {
    const accountId = await accountWith(100);
    const first = await journal.hold(holdMovement(accountId, { reference: 'cart' }));
    expect(await journal.hold(holdMovement(accountId, { reference: 'cart' }))).toEqual(first);
    const other = holdMovement(accountId, { reference: 'cart', amountCents: 99 });
    await expect(journal.hold(other)).rejects.toEqual(expect.objectContaining({ code: 'conflict' }));
  });

  it('captures a hold in parts, and no more than it holds', async () => {
    const accountId = await accountWith(300);
    const { holdId } = await journal.hold(holdMovement(accountId, { amountCents: 200 }));
    expect(await journal.capture(captureMovement(accountId, holdId, -150))).toMatchObject({ balanceAfterCents: 150 });
    const refused = expect.objectContaining({ code: 'invalid_state' });
    await expect(journal.capture(captureMovement(accountId, holdId, -51))).rejects.toEqual(refused);
    await journal.capture(captureMovement(accountId, holdId, -50));
    expect(await journal.wallet(accountId)).toMatchObject({ amountCents: 100, heldCents: 0, availableCents: 100 });
  });

  it('answers a capture that comes again, though nothing is left of the hold', async () => {
    const accountId = await accountWith(100);
    const { holdId } = await journal.hold(holdMovement(accountId));
    const first = await journal.capture(captureMovement(accountId, holdId, -100, 'item'));
    const again = await journal.capture(captureMovement(accountId, holdId, -100, 'item'));
    expect(again).toEqual({ ...first, marks: null });
  });

  it('releases the rest of a hold, once', async () => {
    const accountId = await accountWith(200);
    const { holdId } = await journal.hold(holdMovement(accountId, { amountCents: 200 }));
    await journal.capture(captureMovement(accountId, holdId, -80));
    await release(accountId, holdId);
    await release(accountId, holdId);
    expect(await journal.wallet(accountId)).toMatchObject({ amountCents: 120, heldCents: 0, availableCents: 120 });
    const late = journal.capture(captureMovement(accountId, holdId, -1));
    await expect(late).rejects.toEqual(expect.objectContaining({ code: 'invalid_state' }));
  });

  it("does not know another account's hold", async () => {
    const [owner, stranger] = [await accountWith(100), await accountWith(100)];
    const { holdId } = await journal.hold(holdMovement(owner));
    const missing = expect.objectContaining({ code: 'not_found' });
    await expect(journal.capture(captureMovement(stranger, holdId, -1))).rejects.toEqual(missing);
    await expect(release(stranger, holdId)).rejects.toEqual(missing);
  });

  it('tells of a wallet that is to be emptied what was paid in, and whether it was emptied before', async () => {
    const accountId = await accountWith(1000);
    await journal.post(movement(accountId, { kind: 'trial_credit', amountCents: 500 }));
    await journal.post(movement(accountId, { kind: 'chargeback', amountCents: -300 }));
    await journal.post(movement(accountId, { kind: 'refund', amountCents: 40 }));
    await journal.hold(holdMovement(accountId));
    const settlement = { amountCents: 1240, heldCents: 100, paidInCents: 700, isPosted: false };
    expect(await journal.lockForSettlement(accountId, ['out:refund', 'out:credit'])).toEqual(settlement);
    const out = { kind: 'refund', amountCents: -600, reference: 'out:refund', counterpart: 'refunds_due' } as const;
    await journal.post(movement(accountId, out));
    expect(await journal.lockForSettlement(accountId, ['out:refund', 'out:credit'])).toMatchObject({
      amountCents: 640,
      paidInCents: 100,
      isPosted: true,
    });
  });

  it('tells what is left to refund of a deed, whether the deed or its charge was refunded', async () => {
    const accountId = await accountWith(1000);
    const deed = { relatedKind: 'number_order', relatedId: 'ord_1' };
    expect(await journal.lockForRefund(accountId, deed)).toBe(0);
    const { transactionId } = await journal.post(movement(accountId, { ...deed, amountCents: -300 }));
    await journal.post(movement(accountId, { ...deed, relatedId: 'ord_2', amountCents: -50 }));
    expect(await journal.lockForRefund(accountId, deed)).toBe(300);
    await journal.post(movement(accountId, { ...deed, kind: 'refund', amountCents: 100 }));
    const ofCharge = { relatedKind: 'transaction', relatedId: transactionId } as const;
    await journal.post(movement(accountId, { ...ofCharge, kind: 'refund', amountCents: 150 }));
    expect(await journal.lockForRefund(accountId, deed)).toBe(50);
    const missing = expect.objectContaining({ code: 'not_found' });
    await expect(journal.lockForRefund(newId('acc'), deed)).rejects.toEqual(missing);
  });

  it('sums the charges since a time, refunds aside', async () => {
    const accountId = await accountWith(1000);
    await journal.post(movement(accountId, { amountCents: -300 }));
    await journal.post(movement(accountId, { kind: 'refund', amountCents: 50 }));
    expect(await journal.chargedSince(accountId, AT)).toBe(300);
    expect(await journal.chargedSince(accountId, new Date('2026-03-02T00:00:00Z'))).toBe(0);
  });
}
