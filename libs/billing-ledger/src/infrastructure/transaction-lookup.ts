import type { Database } from '@trunkline/platform';
import { type TransactionLookup, type PostedTransaction } from '../application/operator/ports';
import { TRANSACTION } from './journal/billing-queries';

const SELECT = `SELECT ${TRANSACTION}, account_id AS "accountId", item FROM billing.transactions`;

/** $1 account, $2 charge. */
const REFUNDED = `SELECT coalesce(sum(amount_cents), 0)::bigint AS cents FROM billing.transactions
  WHERE account_id = $1 AND related_kind = 'transaction' AND related_id = $2 AND kind = 'refund'`;

export class StoredTransactionLookup implements TransactionLookup {
  constructor(private readonly db: Database) {}

  get(transactionId: string): Promise<PostedTransaction> {
    return this.db.get<PostedTransaction>(`${SELECT} WHERE id = $1`, [transactionId]);
  }

  findByReference(accountId: string, reference: string): Promise<PostedTransaction | null> {
    return this.db.find<PostedTransaction>(`${SELECT} WHERE account_id = $1 AND reference = $2`, [
      accountId,
      reference,
    ]);
  }

  async refundedCentsOf({ accountId, id }: PostedTransaction): Promise<number> {
    return (await this.db.get<{ cents: number }>(REFUNDED, [accountId, id])).cents;
  }
}
