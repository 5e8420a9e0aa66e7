import type { Database } from '@trunkline/platform';
import { OperatorBooks, type PostedTransaction, type Refunds } from '../../application/operator/ports';

const TRANSACTION = `id, account_id AS "accountId", item, kind, amount_cents AS "amountCents", currency, description,
  related_kind AS "relatedKind", related_id AS "relatedId", processor_payment_intent_id AS "processorPaymentIntentId",
  balance_after_cents AS "balanceAfterCents", created_at AS "createdAt"`;

/** $1 account, $2 charge, $3 and $4 what the charge is related to. */
const REFUNDS = `WITH deed AS (
    SELECT id, kind, amount_cents FROM billing.transactions
    WHERE account_id = $1 AND related_kind = $3 AND related_id = $4 AND kind IN ('charge', 'refund')
  ), by_charge AS (
    SELECT related_id AS charge_id, amount_cents FROM billing.transactions
    WHERE account_id = $1 AND related_kind = 'transaction' AND kind = 'refund'
      AND (related_id = $2 OR related_id IN (SELECT id FROM deed))
  )
  SELECT
    (SELECT coalesce(sum(amount_cents), 0)::bigint FROM by_charge WHERE charge_id = $2) AS of_charge,
    (SELECT coalesce(-sum(amount_cents), 0)::bigint FROM deed WHERE kind = 'charge') AS charged,
    (SELECT coalesce(sum(amount_cents), 0)::bigint FROM deed WHERE kind = 'refund')
      + (SELECT coalesce(sum(amount_cents), 0)::bigint FROM by_charge) AS refunded`;

interface RefundsRow {
  readonly of_charge: number;
  readonly charged: number;
  readonly refunded: number;
}

export class PostgresOperatorBooks extends OperatorBooks {
  constructor(private readonly db: Database) {
    super();
  }

  override find(transactionId: string): Promise<PostedTransaction | null> {
    return this.db.queryOne<PostedTransaction>(`SELECT ${TRANSACTION} FROM billing.transactions WHERE id = $1`, [
      transactionId,
    ]);
  }

  override findByReference(accountId: string, reference: string): Promise<PostedTransaction | null> {
    return this.db.queryOne<PostedTransaction>(
      `SELECT ${TRANSACTION} FROM billing.transactions WHERE account_id = $1 AND reference = $2`,
      [accountId, reference],
    );
  }

  override async refundsOf({ accountId, id, relatedKind, relatedId }: PostedTransaction): Promise<Refunds> {
    const row = await this.db.queryOne<RefundsRow>(REFUNDS, [accountId, id, relatedKind, relatedId]);
    if (!row) throw new Error('A query without FROM that returned no row.');
    const deed = { chargedCents: row.charged, refundedCents: row.refunded };
    return { ofChargeCents: row.of_charge, deed: relatedKind !== null && relatedId !== null ? deed : null };
  }
}
