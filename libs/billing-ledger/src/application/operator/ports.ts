import type { BilledItem } from '../../domain/journal/postings';
import type { WalletTerms } from '../../domain/journal/wallet-terms';
import type { TransactionView } from '../views';

export interface LockedWallet extends WalletTerms {
  readonly balanceCents: number;
}

/** The terms and alert of a wallet. */
export abstract class WalletSettingsRepository {
  /** Locks the wallet until the transaction ends. Throws not_found. */
  abstract lock(accountId: string): Promise<LockedWallet>;
  abstract saveTerms(accountId: string, terms: WalletTerms, at: Date): Promise<void>;
  /**
   * Sets the balance below which the customer is alerted; null disables the alert. The next debit across it alerts; a balance
   * already below it does not. Throws not_found.
   */
  abstract alertBelow(accountId: string, thresholdCents: number | null): Promise<void>;
}

export interface PostedTransaction extends TransactionView {
  readonly accountId: string;
  /** The item that the charge bills. */
  readonly item: BilledItem | null;
}

/** Finds the transactions of every account, for operators. */
export abstract class TransactionLookup {
  /** Throws not_found. */
  abstract get(transactionId: string): Promise<PostedTransaction>;
  abstract findByReference(accountId: string, reference: string): Promise<PostedTransaction | null>;
  /** Sum of the refunds of this charge, positive cents. Exact while the wallet is locked. */
  abstract refundedCentsOf(charge: PostedTransaction): Promise<number>;
}

/** The kinds of records that an adjustment can be about. */
export const ADJUSTED_KINDS = ['cdr', 'number_order', 'invoice', 'topup'] as const;
export type AdjustedKind = (typeof ADJUSTED_KINDS)[number];

/** Ownership of call records and number orders, which other contexts store. */
export abstract class ChargedRecords {
  /** False for an unknown id. */
  abstract hasCdr(accountId: string, id: string): Promise<boolean>;
  /** False for an unknown id. */
  abstract hasNumberOrder(accountId: string, id: string): Promise<boolean>;
}

export interface BillingAuditEntry {
  /** Fingerprint of the operator's token. */
  readonly actor: string;
  readonly action: 'account.adjust' | 'transaction.refund' | 'invoice.void' | 'invoice.reissue';
  readonly subject: string;
  readonly accountId: string;
  readonly before: object;
  readonly after: object;
}

/** The audit log of operators' actions. */
export abstract class BillingAudit {
  /** Appends an entry. Joins the transaction around the call. */
  abstract record(entry: BillingAuditEntry): Promise<void>;
}
