import type { MovementTerms, PostedMovement } from '../domain/journal/balance-events';
import type { BilledItem, LedgerAccount, TransactionKind } from '../domain/journal/postings';
import type { LedgerDifference, WalletView } from './views';

/** A movement of the wallet to post. */
export interface Movement {
  readonly transactionId: string;
  readonly accountId: string;
  readonly kind: TransactionKind;
  /** Signed: positive for the customer's gain; never 0. */
  readonly amountCents: number;
  readonly description: string;
  readonly relatedKind: string | null;
  readonly relatedId: string | null;
  /** Unique within the account, across all kinds of entries: include the source in it. */
  readonly reference: string;
  /** The item that an invoice shows, if the entry is for one. */
  readonly item?: BilledItem;
  /** Of a call: the called number of the account, or the destination class of an outbound call, by which invoices sum up calls. */
  readonly usageOf?: string | null;
  /** Of a call: from answer to hangup. */
  readonly usageSeconds?: number;
  /** What of it counts against the daily limit of outbound calls: the outbound leg of a forwarded call. Absent: none. */
  readonly forwardCents?: number;
  readonly processorPaymentIntentId: string | null;
  /** False posts at any balance. An unlimited wallet accepts every movement. */
  readonly guarded: boolean;
  /** The other ledger account; defaults to that of the kind. */
  readonly counterpart?: LedgerAccount;
  readonly at: Date;
}

/** The state of a wallet to empty. */
export interface Settlement {
  readonly amountCents: number;
  readonly heldCents: number;
  /** Top-ups less chargebacks and payouts; may be negative. */
  readonly paidInCents: number;
  /** Whether one of the references was posted before. */
  readonly isPosted: boolean;
  /** Null for a wallet without transactions. */
  readonly newestTransactionId: string | null;
}

/** The record that a charge is for, such as an order. */
export interface SourceReference {
  readonly relatedKind: string;
  readonly relatedId: string;
}

export interface HoldMovement
  extends Pick<Movement, 'accountId' | 'amountCents' | 'relatedKind' | 'relatedId' | 'reference' | 'at'> {
  readonly holdId: string;
  readonly postingId: string;
}

export interface CaptureMovement extends Omit<Movement, 'kind' | 'guarded' | 'processorPaymentIntentId'> {
  readonly holdId: string;
}

export interface ReleaseMovement {
  readonly holdId: string;
  readonly postingId: string;
  readonly accountId: string;
  readonly at: Date;
}

export interface PartialRelease {
  readonly holdId: string;
  readonly accountId: string;
  /** Positive. */
  readonly amountCents: number;
  /** Unique within the account's partial releases. */
  readonly reference: string;
  readonly at: Date;
}

export interface PostedEntry extends PostedMovement {
  /** Null for a repeated reference. */
  readonly terms: MovementTerms | null;
}

/**
 * The journal of postings. See docs/ledger.md.
 *
 * Each method is atomic, joins the transaction around it and locks the wallet's row until that ends. A transaction that
 * moves money of several accounts must take them in the order of their ids. Throws not_found for an account without a
 * wallet. A known reference with another kind or amount is no repeat and throws conflict. Of two concurrent equal
 * references one is posted; the other may throw RetryTransaction.
 */
export abstract class Journal {
  /** Opens a prepaid wallet with a balance of 0. Does nothing when it exists. */
  abstract open(accountId: string, at: Date): Promise<void>;
  /**
   * Throws insufficient_balance when a guarded debit exceeds the available balance and the wallet is not unlimited. A debit
   * that leaves the balance below the auto-recharge threshold takes the account's claim, unless it is taken.
   */
  abstract post(movement: Movement): Promise<PostedEntry>;
  /**
   * Posts the movements in turn, as `post` does, in a constant number of round trips; needs a transaction. Locks the wallets
   * in the order of their accounts. A movement that `post` would refuse for the balance yields null and does not stop the
   * others.
   * Any other error is thrown, with nothing posted.
   */
  abstract postAll(movements: readonly Movement[]): Promise<readonly (PostedEntry | null)[]>;
  /** Holds available money. A repeated reference returns the same hold. Throws insufficient_balance. */
  abstract hold(movement: HoldMovement): Promise<{ readonly holdId: string }>;
  /**
   * Charges parts of one hold in turn, in one round trip if none was charged before; each counts as a debit for auto-recharge.
   * Throws not_found for another account's hold, and invalid_state when less is left.
   */
  abstract captureAll(movements: readonly CaptureMovement[]): Promise<readonly PostedEntry[]>;
  /** Releases the rest of a hold. Does nothing when nothing is left. Throws not_found. */
  abstract release(movement: ReleaseMovement): Promise<void>;
  /**
   * Releases a part of a hold, once per reference. Throws not_found for another account's hold, and invalid_state when less
   * is left.
   */
  abstract releasePart(movement: PartialRelease): Promise<void>;
  abstract balance(accountId: string): Promise<WalletView>;
  /** Returns those of the accounts whose balance is above 0. */
  abstract withMoney(accountIds: readonly string[]): Promise<readonly string[]>;
  /** Locks the wallet until the transaction ends. */
  abstract lockForSettlement(accountId: string, references: readonly string[]): Promise<Settlement>;
  /** Locks the wallet until the transaction ends. Returns what was charged for the source and not refunded. */
  abstract lockForRefund(accountId: string, source: SourceReference): Promise<number>;
  /** Returns the sum of charges posted at or after `since`, positive. */
  abstract spentSince(accountId: string, since: Date): Promise<number>;
  /** Returns the part of `spentSince` that is not for calls and messages, such as the months of numbers. */
  abstract fixedSince(accountId: string, since: Date): Promise<number>;
  /**
   * Recomputes every wallet from its postings, in one snapshot, and returns each difference. See docs/ledger.md#verification.
   */
  abstract verify(): Promise<LedgerDifference[]>;
}
