import { CommonErrors, type Transactor } from '@trunkline/kernel';
import type { Ledger } from '../journal/ledger';
import type { TransactionView } from '../views';
import type { RelatedRecord, RelatedRecords } from './related-records';
import type { BillingAudit, TransactionLookup, PostedTransaction, WalletSettingsRepository } from './ports';

export interface Adjustment {
  readonly accountId: string;
  readonly operator: string;
  /** Signed, positive when the customer gains; never 0. */
  readonly amountCents: number;
  /** The customer sees it. */
  readonly reason: string;
  /** The operator's own; unique within the account's adjustments. */
  readonly reference: string;
  /** What it is about; null for none. */
  readonly related: RelatedRecord | null;
}

/**
 * An operator puts a balance right. It may leave a prepaid balance below zero: the operator knows why, and the account
 * is then in debt as after a chargeback, with its days of grace. Posting and record are one transaction.
 */
export class AdjustBalance {
  constructor(
    private readonly tx: Transactor,
    private readonly wallets: WalletSettingsRepository,
    private readonly books: TransactionLookup,
    private readonly records: RelatedRecords,
    private readonly ledger: Ledger,
    private readonly audit: BillingAudit,
  ) {}

  /**
   * Posts a reference once; a repeat returns the same transaction. Throws not_found, conflict for the same reference with
   * another amount or subject, or 422 of `related_id` for a subject that is not the account's.
   */
  execute(adjustment: Adjustment): Promise<TransactionView> {
    const { accountId, amountCents, related } = adjustment;
    const reference = `adjustment:${adjustment.reference}`;
    return this.tx.run(async () => {
      const { balanceCents } = await this.wallets.lock(accountId);
      const posted = await this.books.findByReference(accountId, reference);
      if (posted) return sameAgain(posted, adjustment);
      if (related) await this.records.assertOwned(accountId, related);
      const entry = { accountId, amountCents, description: adjustment.reason, reference };
      const { transactionId } = await this.ledger.adjust({ ...entry, ...relationOf(adjustment) });
      await this.record(adjustment, transactionId, balanceCents);
      return this.found(transactionId);
    });
  }

  private record(adjustment: Adjustment, transactionId: string, balanceCents: number): Promise<void> {
    const { accountId, operator: actor, amountCents, reason, reference, related } = adjustment;
    const about = related && { related_kind: related.kind, related_id: related.id };
    return this.audit.record({
      actor,
      action: 'account.adjust',
      subject: transactionId,
      accountId,
      before: { balance_cents: balanceCents },
      after: { balance_cents: balanceCents + amountCents, amount_cents: amountCents, reason, reference, ...about },
    });
  }

  private async found(transactionId: string): Promise<TransactionView> {
    const posted = await this.books.find(transactionId);
    if (!posted) throw new Error('A transaction that was just posted is gone.');
    return posted;
  }
}

function relationOf({ related }: Adjustment) {
  return { relatedKind: related?.kind ?? null, relatedId: related?.id ?? null };
}

function sameAgain(posted: PostedTransaction, adjustment: Adjustment): TransactionView {
  const { relatedKind, relatedId } = relationOf(adjustment);
  const isSame = posted.amountCents === adjustment.amountCents;
  if (isSame && posted.relatedKind === relatedKind && posted.relatedId === relatedId) return posted;
  throw CommonErrors.conflict({ message: 'This reference was posted with another amount or another related record.' });
}
