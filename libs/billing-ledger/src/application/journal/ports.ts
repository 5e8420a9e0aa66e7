import type { WalletMarks } from '../../domain/journal/balance-events';
import type { BilledItem, LedgerAccount, TransactionKind } from '../../domain/journal/postings';
import type { LedgerDifference, WalletView } from '../views';

/** A movement of the wallet on its way into the books. */
export interface Movement {
  readonly transactionId: string;
  readonly accountId: string;
  readonly kind: TransactionKind;
  /** Signed, positive when the customer gains; never 0. */
  readonly amountCents: number;
  readonly description: string;
  readonly relatedKind: string | null;
  readonly relatedId: string | null;
  /** Unique within the account, across all kinds. */
  readonly reference: string;
  readonly item?: BilledItem;
  readonly processorPaymentIntentId: string | null;
  /** False: post even below the limit, for what has happened already. */
  readonly guarded: boolean;
  /** The ledger account on the other side, where it is not that of the kind. */
  readonly counterpart?: LedgerAccount;
  readonly at: Date;
}

/** A wallet that is to be emptied. */
export interface Settlement {
  readonly amountCents: number;
  readonly heldCents: number;
  /** Top-ups less what was charged back or paid out; below 0 when more went back than came. */
  readonly paidInCents: number;
  /** One of the references was posted before. */
  readonly isPosted: boolean;
}

/** What a customer is charged for, an order say. */
export interface SourceReference {
  readonly relatedKind: string;
  readonly relatedId: string;
}

export interface HoldMovement {
  readonly holdId: string;
  readonly postingId: string;
  readonly accountId: string;
  readonly amountCents: number;
  readonly relatedKind: string | null;
  readonly relatedId: string | null;
  readonly reference: string;
  readonly at: Date;
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

export interface PostedEntry {
  readonly transactionId: string;
  readonly balanceAfterCents: number;
  /** Null when the reference had been posted before: this is the first posting again. */
  readonly marks: WalletMarks | null;
}

/**
 * The books. Each method is atomic by itself, joins the transaction around it, and holds the wallet's row lock until
 * that ends, so whoever moves money of several accounts in one transaction takes them in the order of their ids.
 * An account without a wallet is `not_found`. A reference that comes again with another kind or amount is `conflict`:
 * it is not a repeat, and hiding it would lose money. Two equal references at the same time are posted once; the later
 * may throw RetryTransaction.
 */
export abstract class Journal {
  /** Opens a prepaid wallet at zero; nothing happens when there is one. */
  abstract open(accountId: string, at: Date): Promise<void>;
  /**
   * Throws insufficient_balance when a guarded debit exceeds what is available. A debit that leaves the balance below the
   * threshold of auto-recharge takes the account's claim to one, if nothing has it.
   */
  abstract post(movement: Movement): Promise<PostedEntry>;
  /**
   * As `post` of each in turn, in their order, in a number of round trips that does not grow with theirs; within a
   * transaction. Null stands for one that was refused for want of balance: the others are posted all the same. Locks the
   * wallets in the order of their accounts. Whatever else is wrong with one of them is thrown, and nothing is posted.
   */
  abstract postAll(movements: readonly Movement[]): Promise<readonly (PostedEntry | null)[]>;
  /** Sets available money aside; a repeat of the reference answers the same hold. Throws insufficient_balance. */
  abstract hold(movement: HoldMovement): Promise<{ readonly holdId: string }>;
  /**
   * Spends a part of a hold, and is a debit like another for auto-recharge. Throws not_found for another account's hold,
   * invalid_state when less than that is left.
   */
  abstract capture(movement: CaptureMovement): Promise<PostedEntry>;
  /** Gives what is left of a hold back; nothing happens when nothing is left. Throws not_found. */
  abstract release(movement: ReleaseMovement): Promise<void>;
  /**
   * Gives a part of a hold back; a repeat of the reference gives nothing more. Throws not_found for another account's
   * hold, invalid_state when less than that is left.
   */
  abstract releasePart(movement: PartialRelease): Promise<void>;
  abstract wallet(accountId: string): Promise<WalletView>;
  /** Within a transaction: nothing moves in the wallet until that ends. */
  abstract lockForSettlement(accountId: string, references: readonly string[]): Promise<Settlement>;
  /** Within a transaction: nothing moves in the wallet until that ends. What was charged for a source and not refunded. */
  abstract lockForRefund(accountId: string, source: SourceReference): Promise<number>;
  /** Sum of the charges posted at or after `since`, positive. */
  abstract chargedSince(accountId: string, since: Date): Promise<number>;
  /** Recomputes every wallet from its postings, in one snapshot; every figure that does not agree. */
  abstract verify(): Promise<LedgerDifference[]>;
}
