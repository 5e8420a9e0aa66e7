import type { Database } from '@trunkline/platform';
import { type PaymentRef, type ReversalKind, type ReversalRepository } from '../../application/refunds/ports';
import type { PaymentState, Reversal } from '../../domain/payment-reversals';

const LOCK = `SELECT account_id FROM billing.wallets WHERE account_id = $1 FOR UPDATE`;

/**
 * Adopts reversals that a version without this table posted, before or during the upgrade. Its debits were always the full
 * amount of the reversal. $1 account, $2 top-up.
 */
const ADOPT = `INSERT INTO billing.payment_reversals
    (topup_id, reversal_id, account_id, kind, amount_cents, created_at, returned_at)
  SELECT t.related_id, t.reference, t.account_id, t.kind, -t.amount_cents, t.created_at, r.created_at
  FROM billing.transactions t LEFT JOIN billing.transactions r ON r.account_id = t.account_id
    AND r.reference IN (t.reference || ':reinstated', t.reference || ':failed')
  WHERE t.account_id = $1 AND t.related_kind = 'topup' AND t.related_id = $2 AND t.amount_cents < 0
    AND (t.reference LIKE 'dispute:%' OR t.reference LIKE 'card-refund:%')
  ON CONFLICT (topup_id, reversal_id) DO NOTHING`;

const PAYMENT = `SELECT p.amount_cents AS "paymentCents",
    (SELECT coalesce(sum(amount_cents), 0) FROM billing.card_refunds
     WHERE topup_id = p.id AND status <> 'failed')::bigint AS "refundedCents",
    (SELECT -coalesce(sum(amount_cents), 0) FROM billing.transactions
     WHERE account_id = p.account_id AND related_kind = 'topup' AND related_id = p.id
       AND kind IN ('chargeback', 'refund'))::bigint AS "debitedCents"
  FROM billing.topups p WHERE p.id = $2 AND p.account_id = $1 FOR UPDATE`;

const REVERSALS = `SELECT reversal_id AS id, amount_cents AS "amountCents", returned_at IS NOT NULL AS "isReturned"
  FROM billing.payment_reversals WHERE topup_id = $1`;

const SAVE = `INSERT INTO billing.payment_reversals AS r
    (topup_id, reversal_id, account_id, kind, amount_cents, created_at, returned_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (topup_id, reversal_id) DO UPDATE SET returned_at = coalesce(r.returned_at, EXCLUDED.returned_at)`;

export class StoredReversals implements ReversalRepository {
  constructor(private readonly db: Database) {}

  async lock({ accountId, topupId }: PaymentRef): Promise<PaymentState> {
    await this.db.write(LOCK, [accountId]);
    // Separate statements, so that they see what was posted while the first waited for the lock.
    await this.db.write(ADOPT, [accountId, topupId]);
    const payment = await this.db.get<Omit<PaymentState, 'reversals'>>(PAYMENT, [accountId, topupId]);
    return { ...payment, reversals: await this.db.query<Reversal>(REVERSALS, [topupId]) };
  }

  async save(payment: PaymentRef, kind: ReversalKind, reversal: Reversal, at: Date): Promise<void> {
    const { id, amountCents, isReturned } = reversal;
    const values = [payment.topupId, id, payment.accountId, kind, amountCents, at, isReturned ? at : null];
    await this.db.write(SAVE, values);
  }
}
