import { type Clock, type EventBus, newId, type Transactor } from '@trunkline/kernel';
import { toEvents } from '../domain/journal/balance-events';
import { assertCents, splitClosingBalance, type LedgerAccount, type TransactionKind } from '../domain/journal/postings';
import type { Journal, Movement, PartialRelease, PostedEntry, SourceReference } from './journal';
import type { WalletView } from './views';

export interface EntryOrder
  extends Pick<
    Movement,
    'accountId' | 'description' | 'relatedKind' | 'relatedId' | 'reference' | 'item' | 'usageOf' | 'usageSeconds'
  > {
  /** Positive integer cents in either direction. */
  readonly amountCents: number;
  /** Chosen by a caller that stores it before posting; defaults to a new id. A repeat returns the first posting's id. */
  readonly transactionId?: string;
}

export type SourceRefund = EntryOrder & SourceReference;

export interface ChargeOrder extends EntryOrder, Pick<Movement, 'forwardCents'> {
  /** Posts even below the limit: for calls, which have already happened. */
  readonly overdraft?: boolean;
}

export type HoldOrder = Omit<EntryOrder, 'description' | 'item' | 'usageOf' | 'usageSeconds'>;

export interface CaptureOrder extends EntryOrder {
  readonly holdId: string;
}

export type PartialReleaseOrder = Omit<PartialRelease, 'at'>;

export interface TopupCredit {
  readonly accountId: string;
  readonly topupId: string;
  readonly amountCents: number;
  readonly description: string;
  readonly processorPaymentIntentId: string;
}

/** Money that the card processor took from a charge, or returned to it. */
export interface ProcessorMovement extends Omit<EntryOrder, 'amountCents'> {
  readonly kind: 'chargeback' | 'refund';
  /** Signed: negative when the processor took it. */
  readonly amountCents: number;
  readonly processorPaymentIntentId: string;
}

export interface PayOutOrder {
  readonly accountId: string;
  /** Unique within the account, and the same in each payout of it. */
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

const TRIAL_CREDIT = 'trial_credit';

/**
 * Moves money between wallets and the ledger's other accounts. See docs/ledger.md.
 *
 * Every method joins the caller's transaction and is safe to repeat: a known reference returns its first posting. The
 * wallet's row stays locked until the transaction ends. Throws insufficient_balance, not_found for an account without a
 * wallet, and conflict for a known reference with another kind or amount.
 */
export class Ledger {
  constructor(
    private readonly tx: Transactor,
    private readonly journal: Journal,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Opens the account's wallet: prepaid, with a balance of 0 and no credit limit. */
  open({ accountId }: { readonly accountId: string }): Promise<void> {
    return this.journal.open(accountId, this.clock.now());
  }

  /** Grants the trial credit once per account; a repeat returns the first grant. */
  grantTrialCredit(grant: { readonly accountId: string; readonly amountCents: number }): Promise<Posted> {
    return this.post(TRIAL_CREDIT, 1, {
      ...grant,
      description: 'Trial credit',
      relatedKind: null,
      relatedId: null,
      reference: TRIAL_CREDIT,
    });
  }

  charge({ overdraft = false, ...order }: ChargeOrder): Promise<Posted> {
    return this.post('charge', -1, order, { guarded: !overdraft });
  }

  /**
   * Charges the orders in turn, as `charge` does, in a constant number of round trips. A charge that `charge` would refuse
   * for the balance yields null and does not stop the others. Any other error is thrown, with nothing posted. `post`
   * replaces how the charges are written.
   */
  async chargeAll(
    orders: readonly ChargeOrder[],
    post: Journal['postAll'] = (movements) => this.journal.postAll(movements),
  ): Promise<readonly (Posted | null)[]> {
    const movements = orders.map(({ overdraft = false, ...order }) =>
      this.movementOf('charge', -1, order, { guarded: !overdraft }),
    );
    return this.tx.run(async () => {
      const entries = await post(movements);
      await this.announce(entries);
      return entries.map((entry) => entry && postedOf(entry));
    });
  }

  refund(order: EntryOrder): Promise<Posted> {
    return this.post('refund', 1, order);
  }

  /**
   * Refunds the amount, or the rest of what was charged for the source if that is less, since an operator may already have
   * refunded a part. Returns null when nothing is left.
   */
  refundUpTo(order: SourceRefund): Promise<Posted | null> {
    return this.tx.run(async () => {
      const leftCents = await this.journal.lockForRefund(order.accountId, order);
      const amountCents = Math.min(assertCents(order.amountCents), leftCents);
      return amountCents > 0 ? this.refund({ ...order, amountCents }) : null;
    });
  }

  /** Posts an operator's adjustment, signed, even below the limit. */
  adjust({ amountCents, ...order }: EntryOrder): Promise<Posted> {
    return this.post('adjustment', amountCents < 0 ? -1 : 1, { ...order, amountCents: Math.abs(amountCents) });
  }

  /** Credits a card payment, once per payment intent. */
  creditTopup({ topupId, processorPaymentIntentId, ...credit }: TopupCredit): Promise<Posted> {
    const order = { ...credit, relatedKind: 'topup', relatedId: topupId, reference: topupId };
    return this.post('topup', 1, order, { processorPaymentIntentId });
  }

  /** Posts a dispute or refund of a card payment, even below the limit. */
  moveByProcessor({ kind, amountCents, processorPaymentIntentId, ...order }: ProcessorMovement): Promise<Posted> {
    const terms = { processorPaymentIntentId, counterpart: 'processor_clearing' } as const;
    return this.post(kind, amountCents < 0 ? -1 : 1, { ...order, amountCents: Math.abs(amountCents) }, terms);
  }

  /** Holds available money until it is captured or released. The balance still includes it. */
  async hold(order: HoldOrder): Promise<{ readonly holdId: string }> {
    assertCents(order.amountCents);
    const ids = { holdId: newId('hold'), postingId: newId('post') };
    return this.tx.run(() => this.journal.hold({ ...order, ...ids, at: this.clock.now() }));
  }

  /**
   * Charges parts of one hold in turn, in one round trip. May be repeated until the hold is used up, and never exceeds the
   * balance.
   */
  async captureAll(orders: readonly CaptureOrder[]): Promise<readonly Posted[]> {
    const captures = orders.map((order) => {
      const amountCents = -assertCents(order.amountCents);
      return { transactionId: newId('txn'), ...order, amountCents, at: this.clock.now() };
    });
    return this.tx.run(async () => {
      const entries = await this.journal.captureAll(captures);
      await this.announce(entries);
      return entries.map(postedOf);
    });
  }

  /** Releases the rest of a hold. Does nothing when nothing is left. */
  releaseHold(hold: { readonly accountId: string; readonly holdId: string }): Promise<void> {
    const { accountId, holdId } = hold;
    return this.tx.run(() =>
      this.journal.release({ accountId, holdId, postingId: newId('post'), at: this.clock.now() }),
    );
  }

  /** Releases a part of a hold, once per reference. Throws invalid_state when less is left. */
  releasePart(part: PartialReleaseOrder): Promise<void> {
    assertCents(part.amountCents);
    return this.tx.run(() => this.journal.releasePart({ ...part, at: this.clock.now() }));
  }

  /**
   * Empties the wallet of a closing account: the customer's own money becomes a refund due, credit that we granted is taken
   * back. Returns false, with nothing posted, while money is held; try again later. A debt stays as it is. Repeated, it pays
   * out what has arrived since. See docs/billing.md#refunds.
   */
  payOut({ accountId, reference }: PayOutOrder): Promise<boolean> {
    const entry = { accountId, relatedKind: null, relatedId: null };
    return this.tx.run(async () => {
      const wallet = await this.journal.lockForSettlement(accountId, [`${reference}:refund`, `${reference}:credit`]);
      if (wallet.isPosted && wallet.amountCents <= 0) return true;
      if (wallet.heldCents > 0) return false;
      // What arrived after a payout has moved the balance, and so has a transaction that no payout has named yet.
      const part = wallet.isPosted ? `${reference}:${String(wallet.newestTransactionId)}` : reference;
      const [refund, credit] = [`${part}:refund`, `${part}:credit`];
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

  /** Returns those of the accounts whose balance is above 0. */
  withMoney(accountIds: readonly string[]): Promise<readonly string[]> {
    return this.journal.withMoney(accountIds);
  }

  balance(accountId: string): Promise<WalletView> {
    return this.journal.balance(accountId);
  }

  private async post(
    kind: TransactionKind,
    sign: 1 | -1,
    order: EntryOrder,
    extra: PostingTerms = {},
  ): Promise<Posted> {
    const movement = this.movementOf(kind, sign, order, extra);
    return this.tx.run(async () => {
      const entry = await this.journal.post(movement);
      await this.announce([entry]);
      return postedOf(entry);
    });
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

  /** A repeated reference or a refused charge has no events. */
  private announce(entries: readonly (PostedEntry | null)[]): Promise<void> {
    return this.events.publishAll(entries.flatMap((entry) => (entry?.terms ? toEvents(entry, entry.terms) : [])));
  }
}

function postedOf({ transactionId, balanceAfterCents }: PostedEntry): Posted {
  return { transactionId, balanceAfterCents };
}
