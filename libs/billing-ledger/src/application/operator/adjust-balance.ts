import { CommonErrors, type Transactor } from '@trunkline/kernel';
import type { Ledger } from '../ledger';
import type { TransactionView } from '../views';
import type { RelatedRecord, RelatedRecords } from './related-records';
import type { BillingAudit, TransactionLookup, PostedTransaction, WalletSettingsRepository } from './ports';

export interface Adjustment {
  readonly accountId: string;
  readonly operator: string;
  /** Signed, positive when the customer gains; never 0. */
  readonly amountCents: number;
  /** Shown to the customer. */
  readonly reason: string;
  /** Chosen by the operator; unique within the account's adjustments. */
  readonly reference: string;
  /** The record that the adjustment is about, or null. */
  readonly related: RelatedRecord | null;
}

/**
 * Adjusts a balance for an operator. The balance may become negative, which begins a debt with its grace period. The
 * posting and the audit entry are one transaction.
 */
export class AdjustBalance {
  constructor(
    private readonly tx: Transactor,
    private readonly wallets: WalletSettingsRepository,
    private readonly transactions: TransactionLookup,
    private readonly records: RelatedRecords,
    private readonly ledger: Ledger,
    private readonly audit: BillingAudit,
  ) {}

  /**
   * Posts each reference once; a repeat returns the same transaction. Throws not_found, conflict for a repeated reference
   * with another amount or related record, or 422 of `related_id` for a record of another account.
   */
  adjust(adjustment: Adjustment): Promise<TransactionView> {
    const { accountId, amountCents, related } = adjustment;
    const reference = `adjustment:${adjustment.reference}`;
    return this.tx.run(async () => {
      const { balanceCents } = await this.wallets.lock(accountId);
      const posted = await this.transactions.findByReference(accountId, reference);
      if (posted) return assertSame(posted, adjustment);
      if (related) await this.records.assertOwned(accountId, related);
      const { transactionId } = await this.ledger.adjust({
        accountId,
        amountCents,
        description: adjustment.reason,
        reference,
        ...relationOf(adjustment),
      });
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
    const posted = await this.transactions.find(transactionId);
    if (!posted) throw new Error(`Transaction ${transactionId} was posted and not found.`);
    return posted;
  }
}

function relationOf({ related }: Adjustment) {
  return { relatedKind: related?.kind ?? null, relatedId: related?.id ?? null };
}

function assertSame(posted: PostedTransaction, adjustment: Adjustment): TransactionView {
  const { relatedKind, relatedId } = relationOf(adjustment);
  const isSame = posted.amountCents === adjustment.amountCents;
  if (isSame && posted.relatedKind === relatedKind && posted.relatedId === relatedId) return posted;
  throw CommonErrors.conflict({
    message: 'This reference was already posted with another amount or another related record.',
  });
}
