import type { CardRefund, RefundableCharge } from '../../domain/refunds/card-refund';

export abstract class CardRefundRepository {
  abstract add(refund: CardRefund): Promise<void>;
  abstract save(refund: CardRefund): Promise<void>;
  /** Locks the row until the transaction ends; null when there is none. */
  abstract lock(id: string): Promise<CardRefund | null>;
  /** Open refunds whose next look is due, each given to one caller only; their next look is put off first. */
  abstract claimDue(now: Date, limit: number): Promise<CardRefund[]>;
}

/** What an account is still owed, by the books. */
export interface RefundDue {
  readonly accountId: string;
  /** All that is owed, what is on its way to the card included. */
  readonly dueCents: number;
  readonly onItsWayCents: number;
  /** Of all refunds begun, what cards refused or returned. */
  readonly failedCents: number;
}

/** A debt to a customer that was paid, or came back, in the books. */
export interface DueMovement {
  /** Unique: the same again is not posted again. */
  readonly postingId: string;
  readonly accountId: string;
  /** Positive when it was paid, negative when it came back. */
  readonly amountCents: number;
  readonly at: Date;
}

/** The books' account of what is owed to customers who have left. */
export abstract class RefundsDue {
  /** Accounts that are owed something which is not on its way, after this one in the order of their ids. */
  abstract accounts(after: string, limit: number): Promise<string[]>;
  /** Within a transaction: holds the account's wallet, then tells what is owed and not on its way. */
  abstract lock(accountId: string): Promise<number>;
  /** Card payments of the account that have something left and never refused a refund, the newest first. */
  abstract refundableCharges(accountId: string): Promise<RefundableCharge[]>;
  abstract post(movement: DueMovement): Promise<void>;
  /** Every account that is owed something, after this one in the order of their ids. */
  abstract list(after: string, limit: number): Promise<RefundDue[]>;
}
