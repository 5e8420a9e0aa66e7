import { CommonErrors, displayCents, invalidFields, type Transactor } from '@trunkline/kernel';
import { refundableCents } from '../../domain/journal/postings';
import type { Ledger } from '../ledger';
import type { Journal } from '../journal';
import type { TransactionView } from '../views';
import type { BillingAudit, TransactionLookup, PostedTransaction, WalletSettingsRepository } from './ports';

export interface RefundOrder {
  readonly transactionId: string;
  readonly operator: string;
  /** Positive; defaults to everything that is left. */
  readonly amountCents?: number;
  /** For the audit log; not shown to the customer. */
  readonly reason: string;
}

/**
 * Refunds a charge to the wallet for an operator, in full or in part, and never more than was charged: the wallet is
 * locked while earlier refunds are summed. The posting and the audit entry are one transaction.
 */
export class RefundCharge {
  constructor(
    private readonly tx: Transactor,
    private readonly wallets: WalletSettingsRepository,
    private readonly transactions: TransactionLookup,
    private readonly ledger: Ledger,
    private readonly journal: Journal,
    private readonly audit: BillingAudit,
  ) {}

  /**
   * Throws not_found, invalid_state for another kind of transaction or a charge that was refunded in full, or 422 of
   * `amount_cents` for more than is left.
   */
  refund(order: RefundOrder): Promise<TransactionView> {
    return this.tx.run(async () => {
      const charge = await this.transactions.get(order.transactionId);
      if (charge.kind !== 'charge')
        throw notRefundable(`Only a charge can be refunded. This transaction is a ${charge.kind}.`);
      await this.wallets.lock(charge.accountId);
      const refundedCents = await this.transactions.refundedCentsOf(charge);
      const amountCents = amountOf(order, await this.leftOf(charge, refundedCents));
      const { transactionId } = await this.post(charge, amountCents, refundedCents);
      await this.record(order, charge, { transactionId, amountCents, refundedCents });
      return this.transactions.get(transactionId);
    });
  }

  private async leftOf(charge: PostedTransaction, refundedCents: number): Promise<number> {
    const { accountId, amountCents, relatedKind, relatedId } = charge;
    const hasSource = relatedKind !== null && relatedId !== null;
    const ofSourceCents = hasSource ? await this.journal.lockForRefund(accountId, { relatedKind, relatedId }) : null;
    return refundableCents(-amountCents - refundedCents, ofSourceCents);
  }

  /** The reference contains the sum of earlier refunds, so that it differs for every refund of the charge. */
  private post(charge: PostedTransaction, amountCents: number, refundedCents: number) {
    const { id, accountId, description, item } = charge;
    return this.ledger.refund({
      accountId,
      amountCents,
      description: `Refund: ${description}`,
      relatedKind: 'transaction',
      relatedId: id,
      reference: `refund:${id}:${refundedCents}`,
      ...(item && { item }),
    });
  }

  private record(
    { operator: actor, reason }: RefundOrder,
    { id: subject, accountId }: PostedTransaction,
    done: { readonly transactionId: string; readonly amountCents: number; readonly refundedCents: number },
  ): Promise<void> {
    const { transactionId, amountCents, refundedCents } = done;
    const before = { refunded_cents: refundedCents };
    const after = { refunded_cents: refundedCents + amountCents, transaction_id: transactionId, reason };
    return this.audit.record({ actor, action: 'transaction.refund', subject, accountId, before, after });
  }
}

function amountOf({ amountCents }: RefundOrder, leftCents: number): number {
  if (leftCents <= 0) throw notRefundable('This charge was already refunded in full.');
  if (amountCents === undefined) return leftCents;
  if (amountCents > leftCents) throw invalidFields({ amount_cents: `must be at most ${displayCents(leftCents)}` });
  return amountCents;
}

function notRefundable(message: string): Error {
  return CommonErrors.invalid_state({ message });
}
