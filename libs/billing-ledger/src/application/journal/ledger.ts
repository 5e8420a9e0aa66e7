import { type Clock, type EventBus, type IntegrationEvent, newId, type Transactor } from '@trunkline/kernel';
import { toEvents } from '../../domain/journal/balance-events';
import {
  assertCents,
  type BilledItem,
  splitClosingBalance,
  type LedgerAccount,
  type TransactionKind,
} from '../../domain/journal/postings';
import type { SourceReference, Journal, Movement, PostedEntry } from './ports';
import type { LedgerDifference, WalletView } from '../views';

export interface EntryOrder {
  readonly accountId: string;
  /** Positive integer cents, whichever way the money goes. */
  readonly amountCents: number;
  readonly description: string;
  readonly relatedKind: string | null;
  readonly relatedId: string | null;
  /** Unique within the account, across charges, captures, refunds and the rest: name the source in it. */
  readonly reference: string;
  /** What it is for, on bills; left out where it is none of these. */
  readonly item?: BilledItem;
  /** Chosen by the caller, who keeps it before the posting; else by the ledger. A repeat answers the first one's. */
  readonly transactionId?: string;
}

export interface SourceRefund extends EntryOrder {
  readonly relatedKind: string;
  readonly relatedId: string;
}

export interface ChargeOrder extends EntryOrder {
  /** Post even below the limit: for calls, which have happened already. */
  readonly overdraft?: boolean;
}

export type HoldOrder = Omit<EntryOrder, 'description' | 'item'>;

export interface CaptureOrder extends EntryOrder {
  readonly holdId: string;
}

/** A part of a hold that is wanted no more. */
export interface PartialReleaseOrder {
  readonly accountId: string;
  readonly holdId: string;
  /** Positive integer cents. */
  readonly amountCents: number;
  /** Unique within the account's partial releases. */
  readonly reference: string;
}

export interface TopupCredit {
  readonly accountId: string;
  readonly topupId: string;
  readonly amountCents: number;
  readonly description: string;
  readonly processorPaymentIntentId: string;
}

/** Money that the card processor took from a charge, or gave back to it. */
export interface ProcessorMovement {
  readonly accountId: string;
  readonly kind: 'chargeback' | 'refund';
  /** Signed: negative when it was taken. */
  readonly amountCents: number;
  readonly description: string;
  readonly relatedKind: string;
  readonly relatedId: string;
  readonly processorPaymentIntentId: string;
  readonly reference: string;
}

export interface PayOutOrder {
  readonly accountId: string;
  /** Unique within the account: a wallet is emptied once under it. */
  readonly reference: string;
}

export interface Posted {
  readonly transactionId: string;
  readonly balanceAfterCents: number;
}

interface PostingTerms {
  readonly guarded?: boolean;
  readonly processorPaymentIntentId?: string;
  readonly counterpart?: LedgerAccount;
}

type Announced = Pick<Movement, 'accountId' | 'kind' | 'amountCents'>;

const TRIAL_CREDIT = 'trial_credit';

/**
 * What other contexts may ask of billing. Every method joins the caller's transaction, so that money moves with the
 * source, and can be repeated: a reference that was posted before answers its first posting. The wallet's row stays
 * locked until the transaction ends. Throws insufficient_balance, not_found for an account without a wallet, and
 * conflict for a reference that comes again with another kind or amount.
 */
export class Ledger {
  constructor(
    private readonly tx: Transactor,
    private readonly journal: Journal,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Opens the account's wallet: prepaid, empty, without credit. */
  open({ accountId }: { readonly accountId: string }): Promise<void> {
    return this.journal.open(accountId, this.clock.now());
  }

  /** Once per account (spec, POST /auth/signup: 5 USD); a second grant answers the first. */
  grantTrialCredit(grant: { readonly accountId: string; readonly amountCents: number }): Promise<Posted> {
    const description = 'Trial credit';
    return this.post(TRIAL_CREDIT, 1, {
      ...grant,
      description,
      relatedKind: null,
      relatedId: null,
      reference: TRIAL_CREDIT,
    });
  }

  charge({ overdraft = false, ...order }: ChargeOrder): Promise<Posted> {
    return this.post('charge', -1, order, { guarded: !overdraft });
  }

  /**
   * As `charge` of each in turn, in their order, in a number of round trips that does not grow with theirs. Null stands
   * for a charge that was refused for want of balance; the others are posted all the same. Any other fault is thrown, and
   * nothing is posted. `post` writes the charges where they are not all that is written.
   */
  async chargeAll(
    orders: readonly ChargeOrder[],
    post: Journal['postAll'] = (movements) => this.journal.postAll(movements),
  ): Promise<readonly (Posted | null)[]> {
    const movements = orders.map(({ overdraft = false, ...order }) =>
      this.movementOf('charge', -1, order, { guarded: !overdraft }),
    );
    return this.tx.run(async () => this.announceAll(movements, await post(movements)));
  }

  refund(order: EntryOrder): Promise<Posted> {
    return this.post('refund', 1, order);
  }

  /**
   * Refunds what was charged for a source: of the amount, as much as is left of it, since an operator may have given a part
   * back, or all. Harmless when nothing is left.
   */
  giveBack(order: SourceRefund): Promise<Posted | null> {
    return this.tx.run(async () => {
      const leftCents = await this.lockRefundable(order.accountId, order);
      const amountCents = Math.min(assertCents(order.amountCents), leftCents);
      return amountCents > 0 ? this.refund({ ...order, amountCents }) : null;
    });
  }

  /** Within a transaction, to whose end nothing moves in the wallet: what was charged for a source and not given back. */
  lockRefundable(accountId: string, source: SourceReference): Promise<number> {
    return this.journal.lockForRefund(accountId, source);
  }

  /** What an operator puts right, signed: posted even below the limit, since it is the operator who decides. */
  adjust({ amountCents, ...order }: EntryOrder): Promise<Posted> {
    return this.post('adjustment', amountCents < 0 ? -1 : 1, { ...order, amountCents: Math.abs(amountCents) });
  }

  /** The only credit of a card payment; one payment intent is credited once. */
  creditTopup({ topupId, processorPaymentIntentId, ...credit }: TopupCredit): Promise<Posted> {
    const order = { ...credit, relatedKind: 'topup', relatedId: topupId, reference: topupId };
    return this.post('topup', 1, order, { processorPaymentIntentId });
  }

  /** Follows what has happened to a charge at the processor; posted even below the limit. */
  moveByProcessor({ kind, amountCents, processorPaymentIntentId, ...order }: ProcessorMovement): Promise<Posted> {
    const terms = { processorPaymentIntentId, counterpart: 'processor_clearing' } as const;
    return this.post(kind, amountCents < 0 ? -1 : 1, { ...order, amountCents: Math.abs(amountCents) }, terms);
  }

  /** Sets available money aside until it is captured or released. The balance still includes it. */
  async hold(order: HoldOrder): Promise<{ readonly holdId: string }> {
    assertCents(order.amountCents);
    const ids = { holdId: newId('hold'), postingId: newId('post') };
    return this.tx.run(() => this.journal.hold({ ...order, ...ids, at: this.clock.now() }));
  }

  /** Charges a part of a hold, as often as there is something left; the charge cannot fail for want of balance. */
  async captureHold(order: CaptureOrder): Promise<Posted> {
    const amountCents = -assertCents(order.amountCents);
    const movement = { ...order, amountCents, transactionId: newId('txn'), at: this.clock.now() };
    return this.tx.run(async () =>
      this.announce({ ...movement, kind: 'charge' }, await this.journal.capture(movement)),
    );
  }

  /** Gives back what is left of a hold; harmless when nothing is. */
  releaseHold(hold: { readonly accountId: string; readonly holdId: string }): Promise<void> {
    const { accountId, holdId } = hold;
    return this.tx.run(() =>
      this.journal.release({ accountId, holdId, postingId: newId('post'), at: this.clock.now() }),
    );
  }

  /** Gives a part of a hold back, once per reference; the rest stays set aside. Throws invalid_state when less is left. */
  releasePart(part: PartialReleaseOrder): Promise<void> {
    assertCents(part.amountCents);
    return this.tx.run(() => this.journal.releasePart({ ...part, at: this.clock.now() }));
  }

  /**
   * Empties the wallet: what the customer paid in is owed to the customer as a refund, the rest was our credit and is
   * taken back. True when nothing is left to pay out; false, with nothing posted, while money is held for something
   * that is still in flight: ask again later. A debt stays as it is. Money that arrives after it stays in the wallet.
   */
  payOut({ accountId, reference }: PayOutOrder): Promise<boolean> {
    const [refund, credit] = [`${reference}:refund`, `${reference}:credit`];
    const entry = { accountId, relatedKind: null, relatedId: null };
    return this.tx.run(async () => {
      const wallet = await this.journal.lockForSettlement(accountId, [refund, credit]);
      if (wallet.isPosted) return true;
      if (wallet.heldCents > 0) return false;
      const { refundCents, creditCents } = splitClosingBalance(wallet.amountCents, wallet.paidInCents);
      if (refundCents > 0) {
        const order = { ...entry, amountCents: refundCents, description: 'Refund of the balance', reference: refund };
        await this.post('refund', -1, order, { counterpart: 'refunds_due' });
      }
      if (creditCents > 0) {
        const order = { ...entry, amountCents: creditCents, description: 'Unused credit', reference: credit };
        await this.post('adjustment', -1, order, { counterpart: 'promotion' });
      }
      return true;
    });
  }

  balance(accountId: string): Promise<WalletView> {
    return this.journal.wallet(accountId);
  }

  /** Whether a charge that was refused would be covered if no live call held money. */
  async isCoveredWithoutCalls(accountId: string, amountCents: number): Promise<boolean> {
    const { availableCents, callHeldCents } = await this.journal.wallet(accountId);
    return availableCents + callHeldCents >= amountCents;
  }

  /** What the account was charged since then, positive cents. Refunds do not lessen it: they are no negative spending. */
  spentSince(accountId: string, since: Date): Promise<number> {
    return this.journal.chargedSince(accountId, since);
  }

  /** Recomputes every wallet from its postings; an empty list proves the books. Reads all of them. */
  verify(): Promise<LedgerDifference[]> {
    return this.journal.verify();
  }

  private async post(
    kind: TransactionKind,
    sign: 1 | -1,
    order: EntryOrder,
    extra: PostingTerms = {},
  ): Promise<Posted> {
    const movement = this.movementOf(kind, sign, order, extra);
    return this.tx.run(async () => this.announce(movement, await this.journal.post(movement)));
  }

  private movementOf(kind: TransactionKind, sign: 1 | -1, order: EntryOrder, extra: PostingTerms): Movement {
    return {
      guarded: false,
      processorPaymentIntentId: null,
      transactionId: newId('txn'),
      ...order,
      ...extra,
      kind,
      amountCents: sign * assertCents(order.amountCents),
      at: this.clock.now(),
    };
  }

  private async announce(movement: Announced, entry: PostedEntry): Promise<Posted> {
    for (const event of eventsOfEntry(movement, entry)) await this.events.publish(event);
    return postedOf(entry);
  }

  private async announceAll(
    movements: readonly Movement[],
    entries: readonly (PostedEntry | null)[],
  ): Promise<(Posted | null)[]> {
    const events = movements.flatMap((movement, index) => eventsOfEntry(movement, entries[index] ?? null));
    await this.events.publishAll(events);
    return entries.map((entry) => entry && postedOf(entry));
  }
}

/** Nothing when the reference had been posted before, or was refused. */
function eventsOfEntry({ accountId, kind, amountCents }: Announced, entry: PostedEntry | null): IntegrationEvent[] {
  return entry?.marks ? toEvents({ accountId, kind, amountCents, ...postedOf(entry) }, entry.marks) : [];
}

function postedOf({ transactionId, balanceAfterCents }: PostedEntry): Posted {
  return { transactionId, balanceAfterCents };
}
