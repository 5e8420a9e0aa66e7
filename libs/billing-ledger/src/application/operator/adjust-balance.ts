import { CommonErrors, type Transactor } from '@trunkline/kernel';
import type { Ledger } from '../ledger';
import type { TransactionView } from '../views';
import type { BillingAudit, OperatorBooks, PostedTransaction, WalletSettingsRepository } from './ports';

export interface Adjustment {
  readonly accountId: string;
  readonly operator: string;
  /** Signed, positive when the customer gains; never 0. */
  readonly amountCents: number;
  /** The customer sees it. */
  readonly reason: string;
  /** The operator's own; unique within the account's adjustments. */
  readonly reference: string;
}

/**
 * An operator puts a balance right. It may leave a prepaid balance below zero: the operator knows why, and the account
 * is then in debt as after a chargeback, with its days of grace. Posting and record are one transaction.
 */
export class AdjustBalance {
  constructor(
    private readonly tx: Transactor,
    private readonly wallets: WalletSettingsRepository,
    private readonly books: OperatorBooks,
    private readonly ledger: Ledger,
    private readonly audit: BillingAudit,
  ) {}

  /** The same reference posts once, and answers the same again. Throws not_found, or conflict for another amount. */
  execute(adjustment: Adjustment): Promise<TransactionView> {
    const { accountId, amountCents } = adjustment;
    const reference = `adjustment:${adjustment.reference}`;
    return this.tx.run(async () => {
      const { balanceCents } = await this.wallets.lock(accountId);
      const posted = await this.books.findByReference(accountId, reference);
      if (posted) return sameAgain(posted, amountCents);
      const entry = { accountId, amountCents, description: adjustment.reason, relatedKind: null, relatedId: null };
      const { transactionId } = await this.ledger.adjust({ ...entry, reference });
      await this.record(adjustment, transactionId, balanceCents);
      return this.found(transactionId);
    });
  }

  private record(adjustment: Adjustment, transactionId: string, balanceCents: number): Promise<void> {
    const { accountId, operator: actor, amountCents, reason, reference } = adjustment;
    return this.audit.record({
      actor,
      action: 'account.adjust',
      subject: transactionId,
      accountId,
      before: { balance_cents: balanceCents },
      after: { balance_cents: balanceCents + amountCents, amount_cents: amountCents, reason, reference },
    });
  }

  private async found(transactionId: string): Promise<TransactionView> {
    const posted = await this.books.find(transactionId);
    if (!posted) throw new Error('A transaction that was just posted is gone.');
    return posted;
  }
}

function sameAgain(posted: PostedTransaction, amountCents: number): TransactionView {
  if (posted.amountCents === amountCents) return posted;
  throw CommonErrors.conflict({ message: 'This reference was posted with another amount.' });
}
