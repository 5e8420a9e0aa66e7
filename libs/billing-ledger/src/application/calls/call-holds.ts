import { type Clock, newId, type Transactor } from '@trunkline/kernel';
import { assertCents } from '../../domain/journal/postings';
import type { ChargeOrder, Ledger, Posted } from '../ledger';
import {
  type CallCover,
  type CallFunding,
  type CallHoldRepository,
  type CallItem,
  callReferenceOf,
  type HoldRelease,
} from './ports';

export interface CallHoldOrder {
  readonly accountId: string;
  readonly decisionId: string;
  /** Integer cents; 0 holds no more money and still locks the wallet. */
  readonly amountCents: number;
  /** See CallHoldMovement. */
  readonly forwardCents: number;
  readonly item: CallItem;
  /** See CallHoldMovement. */
  readonly outboundCapCents: number | null;
}

/** Null when the money is held; else what can be held instead, fixed until the transaction ends. */
export type CallHoldRefusal = CallCover | null;

export interface HeldCall {
  readonly accountId: string;
  readonly decisionId: string;
}

/** A call that has ended: its hold is released and its cost is charged, even beyond the balance. */
export interface EndedCall extends HeldCall {
  /** Null for a free call. */
  readonly charge: ChargeOrder | null;
}

/**
 * Holds money for live calls. See docs/live-calls.md. Every method joins the caller's transaction and locks the wallet until
 * that ends; rows of decisions and calls must be locked before.
 */
export class CallHolds {
  constructor(
    private readonly tx: Transactor,
    private readonly holds: CallHoldRepository,
    private readonly ledger: Ledger,
    private readonly clock: Clock,
  ) {}

  /** Returns what a new call may hold, read without a lock; `hold` decides. */
  funding(accountId: string): Promise<CallFunding> {
    return this.holds.funding(accountId, this.clock.now());
  }

  /** Returns what the account's calls hold, by decision; calls that hold nothing are missing. */
  heldBy(accountId: string, decisionIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.holds.heldBy(accountId, decisionIds);
  }

  /** Holds the amount for the call, or extends its hold. Locks the wallet in any case. */
  hold(order: CallHoldOrder): Promise<CallHoldRefusal> {
    const { accountId, amountCents, forwardCents } = order;
    const at = this.clock.now();
    return this.tx.run(async () => {
      if (amountCents === 0 && forwardCents === 0) {
        await this.holds.lockCover(accountId, at);
        return null;
      }
      // A call that holds enough may still use more of the daily cap.
      assertCents(amountCents === 0 ? forwardCents : amountCents);
      const ids = { holdId: newId('hold'), postingId: newId('post') };
      const isHeld = await this.holds.hold({ ...order, ...ids, at });
      return isHeld ? null : this.holds.lockCover(accountId, at);
    });
  }

  /** Locks the wallets. Waits for no lock: the transaction fails with ConditionNotMet when another one has locked a wallet. */
  lockAtOnce(accountIds: readonly string[]): Promise<void> {
    return this.holds.lockAtOnce(accountIds);
  }

  /**
   * Does the same as `hold` without waiting for the result: the transaction fails with ConditionNotMet when the funds do not
   * cover the amount.
   */
  async holdOrFail(order: CallHoldOrder): Promise<void> {
    if (order.amountCents === 0) return this.holds.lockOrFail(order.accountId);
    assertCents(order.amountCents);
    const ids = { holdId: newId('hold'), postingId: newId('post') };
    return this.holds.holdOrFail({ ...order, ...ids, at: this.clock.now() });
  }

  /** Releases what the call holds beyond `keepCents`. Safe to repeat. */
  shrink({ accountId, decisionId }: HeldCall, keepCents: number): Promise<void> {
    const reference = callReferenceOf(decisionId);
    const release = { accountId, reference, keepCents, postingId: newId('post'), at: this.clock.now() };
    return this.tx.run(() => this.holds.release([release]));
  }

  /** Releases the holds of the calls. Safe to repeat. */
  release(calls: readonly HeldCall[]): Promise<void> {
    return this.tx.run(() => this.holds.release(this.endsOf(calls)));
  }

  /**
   * Releases the holds of the calls and charges their costs, in a constant number of round trips. Returns one result per
   * call, in order; null for a free call. A call without a hold is charged too.
   */
  async settle(calls: readonly EndedCall[]): Promise<readonly (Posted | null)[]> {
    const charged = chargesOf(calls);
    const ends = this.endsOf(calls);
    const posted = await this.ledger.chargeAll(charged, (charges) => this.holds.settle(charges, ends));
    const results = new Map(charged.map(({ reference }, index) => [reference, posted[index] ?? null]));
    return calls.map(({ charge }) => (charge ? (results.get(charge.reference) ?? null) : null));
  }

  /**
   * Does the same and locks the wallets last, for the posting of the charges only. The rows of the calls must be locked. The
   * transaction is retried when a wallet moves meanwhile: settle with `settle` then.
   */
  async settleLockingLast(calls: readonly EndedCall[]): Promise<void> {
    let post = () => Promise.resolve();
    await this.ledger.chargeAll(chargesOf(calls), async (charges) => {
      const predicted = await this.holds.predict(charges, this.endsOf(calls));
      post = predicted.post;
      return predicted.entries;
    });
    await post();
  }

  private endsOf(calls: readonly HeldCall[]): HoldRelease[] {
    const at = this.clock.now();
    return calls.map(({ accountId, decisionId }) => ({
      accountId,
      reference: callReferenceOf(decisionId),
      keepCents: 0,
      at,
      postingId: newId('post'),
    }));
  }
}

function chargesOf(calls: readonly EndedCall[]): ChargeOrder[] {
  return calls.flatMap(({ charge }) => (charge ? [{ ...charge, overdraft: true }] : []));
}
