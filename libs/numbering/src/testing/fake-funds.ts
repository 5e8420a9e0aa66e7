import { DomainError, type Transactor } from '@trunkline/kernel';
import { type Funds } from '../application/ports';
import { NumberingErrors } from '../domain/errors';

interface Hold {
  readonly accountId: string;
  leftCents: number;
}

interface Entry {
  readonly accountId: string;
  readonly kind: 'charge' | 'refund';
  readonly amountCents: number;
  readonly relatedId: string;
}

type Booking = Parameters<Funds['hold']>[0];
type Capture = Parameters<Funds['captureAll']>[0][number];
type Refund = Parameters<Funds['refundUpTo']>[0];
type Charge = Parameters<Funds['charge']>[0];

/** An in-memory ledger with the rules that numbering relies on: no overdraft, unique references. */
export class FakeFunds implements Funds {
  readonly balances = new Map<string, number>();
  readonly entries: Entry[] = [];
  /** Charges without a hold, in order. */
  readonly charges: Charge[] = [];
  /** Errors by related id, with which charges fail. */
  readonly faults = new Map<string, Error>();
  private readonly holds = new Map<string, Hold>();
  private readonly references = new Map<string, string>();

  constructor(private readonly tx: Transactor) {}

  /** Amounts held by live calls, by account. */
  readonly callHeld = new Map<string, number>();

  async balance(accountId: string) {
    return { availableCents: this.availableCents(accountId), callHeldCents: this.callHeld.get(accountId) ?? 0 };
  }

  /** Returns the held amount that is not captured. */
  heldCents(accountId: string): number {
    const own = [...this.holds.values()].filter((hold) => hold.accountId === accountId);
    return own.reduce((sum, { leftCents }) => sum + leftCents, 0);
  }

  availableCents(accountId: string): number {
    const callHeldCents = this.callHeld.get(accountId) ?? 0;
    return (this.balances.get(accountId) ?? 0) - this.heldCents(accountId) - callHeldCents;
  }

  async charge(charge: Charge) {
    const fault = this.faults.get(charge.relatedId);
    if (fault) throw fault;
    const isNew = !this.references.has(`${charge.accountId}/charge/${charge.reference}`);
    if (isNew && this.availableCents(charge.accountId) < charge.amountCents) {
      throw NumberingErrors.insufficient_balance();
    }
    if (this.post('charge', charge, -charge.amountCents)) this.charges.push(charge);
    return this.posted(charge.accountId);
  }

  async chargeAll(charges: readonly Charge[]) {
    const fault = charges.map(({ relatedId }) => this.faults.get(relatedId)).find((each) => each !== undefined);
    if (fault) throw fault;
    const posted: (Awaited<ReturnType<Funds['charge']>> | null)[] = [];
    for (const charge of charges) posted.push(await this.charge(charge).catch(nullIfRefused));
    return posted;
  }

  async hold({ accountId, amountCents, reference }: Booking): Promise<{ holdId: string }> {
    const known = this.references.get(`${accountId}/${reference}`);
    if (known) return { holdId: known };
    if (amountCents <= 0) throw new Error('Nothing to hold.');
    if (this.availableCents(accountId) < amountCents) throw NumberingErrors.insufficient_balance();
    const holdId = `hold_${this.holds.size + 1}`;
    this.holds.set(holdId, { accountId, leftCents: amountCents });
    this.references.set(`${accountId}/${reference}`, holdId);
    return { holdId };
  }

  async captureAll(captures: readonly Capture[]) {
    return captures.map((capture) => this.capture(capture));
  }

  private capture({ holdId, ...capture }: Capture) {
    const hold = this.holds.get(holdId);
    if (!hold || hold.leftCents < capture.amountCents) throw new Error('The hold does not cover it.');
    // A rollback undoes it, also after a write that fails at the commit.
    this.tx.afterCommit(() => {
      const isNew = this.post('charge', capture, -capture.amountCents);
      if (isNew) hold.leftCents -= capture.amountCents;
    });
    return this.posted(capture.accountId);
  }

  async releasePart({ accountId, holdId, amountCents, reference }: Parameters<Funds['releasePart']>[0]) {
    const hold = this.holds.get(holdId);
    const key = `${accountId}/freed/${reference}`;
    if (this.references.has(key)) return;
    if (!hold || hold.leftCents < amountCents) throw new Error('The hold does not cover it.');
    this.tx.afterCommit(() => {
      this.references.set(key, holdId);
      hold.leftCents -= amountCents;
    });
  }

  async releaseHold({ holdId }: { holdId: string }): Promise<void> {
    const hold = this.holds.get(holdId);
    if (hold) this.tx.afterCommit(() => (hold.leftCents = 0));
  }

  async refundUpTo(refund: Refund) {
    this.post('refund', refund, refund.amountCents);
    return this.posted(refund.accountId);
  }

  private post(
    kind: Entry['kind'],
    { accountId, amountCents, relatedId, reference }: Booking,
    change: number,
  ): boolean {
    if (this.references.has(`${accountId}/${kind}/${reference}`)) return false;
    this.references.set(`${accountId}/${kind}/${reference}`, 'posted');
    this.balances.set(accountId, (this.balances.get(accountId) ?? 0) + change);
    this.entries.push({ accountId, kind, amountCents, relatedId });
    return true;
  }

  private posted(accountId: string) {
    return { transactionId: `txn_${this.entries.length}`, balanceAfterCents: this.balances.get(accountId) ?? 0 };
  }
}

function nullIfRefused(error: unknown): null {
  if (error instanceof DomainError && error.code === 'insufficient_balance') return null;
  throw error;
}
