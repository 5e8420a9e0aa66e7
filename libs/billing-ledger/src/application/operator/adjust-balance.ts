import { CommonErrors, invalidFields, type Transactor } from '@trunkline/kernel';
import type { InvoiceQueries } from '../invoices/ports';
import type { Ledger } from '../ledger';
import type { TopupRepository } from '../top-ups/ports';
import type { TransactionView } from '../views';
import type {
  AdjustedKind,
  BillingAudit,
  ChargedRecords,
  PostedTransaction,
  TransactionLookup,
  WalletSettingsRepository,
} from './ports';

export interface RelatedRecord {
  readonly kind: AdjustedKind;
  readonly id: string;
}

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
    private readonly topups: TopupRepository,
    private readonly invoices: InvoiceQueries,
    private readonly records: ChargedRecords,
    private readonly ledger: Ledger,
    private readonly audit: BillingAudit,
  ) {}

  /**
   * Posts each reference once; a repeat returns the same transaction. Throws not_found, conflict for a repeated reference
   * with another amount or related record, or 422 of `related_id` for another account's record or the draft invoice.
   */
  adjust(adjustment: Adjustment): Promise<TransactionView> {
    const { accountId, amountCents, related } = adjustment;
    const reference = `adjustment:${adjustment.reference}`;
    return this.tx.run(async () => {
      const { balanceCents } = await this.wallets.lock(accountId);
      const posted = await this.transactions.findByReference(accountId, reference);
      if (posted) return assertSame(posted, adjustment);
      if (related && !(await this.isOwned(accountId, related))) {
        throw invalidFields({ related_id: `must be the id of a ${related.kind} of this account` });
      }
      const { transactionId } = await this.ledger.adjust({
        accountId,
        amountCents,
        description: adjustment.reason,
        reference,
        ...relationOf(adjustment),
      });
      await this.record(adjustment, transactionId, balanceCents);
      return this.transactions.get(transactionId);
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

  private async isOwned(accountId: string, { kind, id }: RelatedRecord): Promise<boolean> {
    switch (kind) {
      case 'cdr':
        return this.records.hasCdr(accountId, id);
      case 'number_order':
        return this.records.hasNumberOrder(accountId, id);
      case 'invoice':
        return (await this.invoices.find(accountId, id)) !== null;
      case 'topup':
        return this.topups.isOwned(accountId, id);
    }
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
