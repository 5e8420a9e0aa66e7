import { type Clock, newId, type Transactor } from '@trunkline/kernel';
import { assertCents } from '../../domain/journal/postings';
import type { ChargeOrder, Ledger, Posted } from '../journal/ledger';
import type { CallCover, CallFunding, CallHoldRepository, CallItem, CallRelease } from './ports';

export interface CallHoldOrder {
  readonly accountId: string;
  readonly decisionId: string;
  /** Integer cents; 0 holds nothing and still locks the wallet. */
  readonly amountCents: number;
  readonly item: CallItem;
  /** See CallHoldMovement. */
  readonly outboundCapCents: number | null;
}

/** Null when the money is held; else what could be held instead, which stays true until the transaction ends. */
export type CallHoldRefusal = CallCover | null;

export interface HeldCall {
  readonly accountId: string;
  readonly decisionId: string;
}

/** A call that is over: what it held ends, and what it cost is charged, even beyond the balance. */
export interface EndedCall extends HeldCall {
  /** Null for a call that cost nothing. */
  readonly charge: ChargeOrder | null;
}

/**
 * Holds what live calls may still cost (docs/live-calls.md). Every method joins the caller's transaction, in which the
 * wallet comes after the rows of decisions and calls: the wallet stays locked until the end.
 */
export class CallHolds {
  constructor(
    private readonly tx: Transactor,
    private readonly books: CallHoldRepository,
    private readonly ledger: Ledger,
    private readonly clock: Clock,
  ) {}

  /** What a new call may hold. Read without a lock: `hold` decides. */
  funding(accountId: string): Promise<CallFunding> {
    return this.books.funding(accountId, this.clock.now());
  }

  /** Holds the amount for the call, or adds it to what the call holds. Locks the wallet, whatever the outcome. */
  hold(order: CallHoldOrder): Promise<CallHoldRefusal> {
    const { accountId, amountCents } = order;
    const at = this.clock.now();
    return this.tx.run(async () => {
      if (amountCents === 0) {
        await this.books.lockCover(accountId, at);
        return null;
      }
      assertCents(amountCents);
      const ids = { holdId: newId('hold'), postingId: newId('post') };
      const isHeld = await this.books.hold({ ...order, ...ids, at });
      return isHeld ? null : this.books.lockCover(accountId, at);
    });
  }

  /** Gives back what the call holds beyond `keepCents`. Safe to repeat. */
  shrink(call: HeldCall, keepCents: number): Promise<void> {
    const release = { ...call, keepCents, postingId: newId('post'), at: this.clock.now() };
    return this.tx.run(() => this.books.release([release]));
  }

  /** Gives back all that the calls hold. Safe to repeat. */
  release(calls: readonly HeldCall[]): Promise<void> {
    return this.tx.run(() => this.books.release(this.endsOf(calls)));
  }

  /**
   * Ends what the calls held and charges what they cost, in a number of round trips that does not grow with theirs. One
   * result per call, in their order; null for a call that cost nothing. A call that holds nothing any more is charged
   * all the same.
   */
  async settle(calls: readonly EndedCall[]): Promise<readonly (Posted | null)[]> {
    const charged = calls.flatMap(({ charge }) => (charge ? [{ ...charge, overdraft: true }] : []));
    const ends = this.endsOf(calls);
    const posted = await this.ledger.chargeAll(charged, (charges) => this.books.settle(charges, ends));
    const results = new Map(charged.map(({ reference }, index) => [reference, posted[index] ?? null]));
    return calls.map(({ charge }) => (charge ? (results.get(charge.reference) ?? null) : null));
  }

  private endsOf(calls: readonly HeldCall[]): CallRelease[] {
    const at = this.clock.now();
    return calls.map(({ accountId, decisionId }) => ({
      ...{ accountId, decisionId, keepCents: 0, at },
      postingId: newId('post'),
    }));
  }
}
