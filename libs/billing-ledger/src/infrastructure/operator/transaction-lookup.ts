import type { Database } from '@trunkline/platform';
import { type TransactionLookup, type PostedTransaction } from '../../application/operator/ports';

const TRANSACTION = `id, account_id AS "accountId", item, kind, amount_cents AS "amountCents", currency, description,
  related_kind AS "relatedKind", related_id AS "relatedId", processor_payment_intent_id AS "processorPaymentIntentId",
  balance_after_cents AS "balanceAfterCents", created_at AS "createdAt"`;

/** $1 account, $2 charge. */
const REFUNDED = `SELECT coalesce(sum(amount_cents), 0)::bigint AS cents FROM billing.transactions
  WHERE account_id = $1 AND related_kind = 'transaction' AND related_id = $2 AND kind = 'refund'`;

export class StoredTransactionLookup implements TransactionLookup {
  constructor(private readonly db: Database) {}

  find(transactionId: string): Promise<PostedTransaction | null> {
    return this.db.queryOne<PostedTransaction>(`SELECT ${TRANSACTION} FROM billing.transactions WHERE id = $1`, [
      transactionId,
    ]);
  }

  findByReference(accountId: string, reference: string): Promise<PostedTransaction | null> {
    return this.db.queryOne<PostedTransaction>(
      `SELECT ${TRANSACTION} FROM billing.transactions WHERE account_id = $1 AND reference = $2`,
      [accountId, reference],
    );
  }

  async refundedCentsOf({ accountId, id }: PostedTransaction): Promise<number> {
    const row = await this.db.queryOne<{ cents: number }>(REFUNDED, [accountId, id]);
    return row?.cents ?? 0;
  }
}
