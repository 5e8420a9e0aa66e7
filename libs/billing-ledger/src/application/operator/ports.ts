import type { BilledItem } from '../../domain/journal/postings';
import type { WalletTerms } from '../../domain/operator/wallet-terms';
import type { TransactionView } from '../views';

export interface LockedWallet extends WalletTerms {
  readonly balanceCents: number;
}

/** What is set for a wallet, apart from the money in it. */
export abstract class WalletSettingsRepository {
  /** Nothing moves in the wallet until the transaction ends. Throws not_found. */
  abstract lock(accountId: string): Promise<LockedWallet>;
  abstract saveTerms(accountId: string, terms: WalletTerms, at: Date): Promise<void>;
  /** The balance below which the customer wants to be told; null: never. Throws not_found. */
  abstract saveAlert(accountId: string, thresholdCents: number | null): Promise<void>;
}

export interface PostedTransaction extends TransactionView {
  readonly accountId: string;
  /** What it is for, on bills. */
  readonly item: BilledItem | null;
}

/** The books of every account, for operators. */
export abstract class TransactionLookup {
  /** Whoever's it is. */
  abstract find(transactionId: string): Promise<PostedTransaction | null>;
  abstract findByReference(accountId: string, reference: string): Promise<PostedTransaction | null>;
  /** What was given back of this very charge, positive cents. Exact while the wallet is held. */
  abstract refundedCentsOf(charge: PostedTransaction): Promise<number>;
}

/** What an adjustment can name as its subject. */
export const ADJUSTED_KINDS = ['cdr', 'number_order', 'invoice', 'topup'] as const;
export type AdjustedKind = (typeof ADJUSTED_KINDS)[number];

/** Whether calls and number orders are an account's. Billing's view of the contexts that keep them. */
export abstract class ChargedRecords {
  /** False also for an unknown id. */
  abstract hasCdr(accountId: string, id: string): Promise<boolean>;
  /** False also for an unknown id. */
  abstract hasNumberOrder(accountId: string, id: string): Promise<boolean>;
}

export interface BillingAuditEntry {
  /** The operator, by the fingerprint of the token. */
  readonly actor: string;
  readonly action: 'account.adjust' | 'transaction.refund';
  readonly subject: string;
  readonly accountId: string;
  readonly before: object;
  readonly after: object;
}

/** Where it is written what operators did. */
export abstract class BillingAudit {
  /** Joins the transaction around it. Nothing that is written can be changed. */
  abstract record(entry: BillingAuditEntry): Promise<void>;
}
