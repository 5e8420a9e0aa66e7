import { CommonErrors } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { BilledTransactions, type BilledWallet } from '../../application/invoices/ports';
import type { BilledEntry } from '../../domain/invoices/invoice-lines';
import type { Month } from '../../domain/invoices/month';

/** Items of which there are so many that they are summed up. */
const SUMMED = `('usage_inbound', 'usage_outbound', 'sms')`;

/**
 * What the customer pays for: whatever went between wallet and revenue or adjustments. A charge always does; a refund or
 * adjustment does unless its posting went elsewhere, as when the last balance is paid out.
 */
const IS_BILLED = `(t.kind = 'charge' OR t.kind IN ('refund', 'adjustment') AND EXISTS (
    SELECT FROM billing.postings p WHERE p.id = t.id
      AND (p.debit_account IN ('revenue', 'adjustments') OR p.credit_account IN ('revenue', 'adjustments'))))`;

/** $1 account, $2 from, $3 to. */
const IN_TIME = `t.account_id = $1 AND t.created_at >= $2 AND t.created_at < $3`;

/** Messages by their price; calls of a direction whatever they cost. */
const SUMS = `SELECT t.item, count(*) AS count, sum(t.amount_cents)::bigint AS "amountCents", NULL AS description,
    CASE t.item WHEN 'sms' THEN 'sms' ELSE 'cdr' END AS "relatedKind", NULL AS "relatedId"
  FROM billing.transactions t WHERE ${IN_TIME} AND t.kind = 'charge' AND t.item IN ${SUMMED}
  GROUP BY t.item, CASE WHEN t.item = 'sms' THEN t.amount_cents END
  ORDER BY t.item, min(t.amount_cents) DESC`;

const SINGLES = `SELECT t.item, 1 AS count, t.amount_cents AS "amountCents", t.description,
    t.related_kind AS "relatedKind", t.related_id AS "relatedId"
  FROM billing.transactions t
  WHERE ${IN_TIME} AND ${IS_BILLED} AND (t.kind <> 'charge' OR t.item IS NULL OR t.item NOT IN ${SUMMED})
  ORDER BY t.created_at, t.id`;

/**
 * Reads every wallet, which a job an hour can afford; an index on the time would cost every call that is charged. A
 * wallet that has been shut and has not moved since has a time before that, and is left alone.
 */
const DUE = `SELECT w.account_id FROM billing.wallets w LEFT JOIN billing.invoice_series s ON s.account_id = w.account_id
  CROSS JOIN LATERAL (SELECT coalesce(s.closed_until, date_trunc('month', w.opened_at, 'UTC')) AS closed_until) billed
  WHERE w.account_id > $2 AND billed.closed_until < $1 AND w.updated_at >= billed.closed_until
  ORDER BY w.account_id LIMIT $3`;

/** Movements are later than the wallet's last change, whatever their clock says (journal-statements.ts). */
const SHUT = `UPDATE billing.wallets SET updated_at = GREATEST(updated_at, $2::timestamptz - interval '1 microsecond')
  WHERE account_id = $1
  RETURNING billing_mode = 'prepaid' AS "isPrepaid", opened_at AS "openedAt"`;

const FIRST_MOVEMENT = `SELECT min(t.created_at) AS at FROM billing.transactions t WHERE ${IN_TIME}`;

/** $1 account, $2 then. */
const OWED = `SELECT -(coalesce((SELECT balance_after_cents FROM billing.transactions
      WHERE account_id = $1 AND created_at < $2 ORDER BY created_at DESC, id DESC LIMIT 1), 0)
    + coalesce((SELECT sum(t.amount_cents) FROM billing.transactions t
      WHERE t.account_id = $1 AND t.kind <> 'charge' AND t.created_at >= $2 AND NOT ${IS_BILLED}), 0))::bigint AS cents`;

type Row<T> = T & Record<string, unknown>;

export class PostgresBilledTransactions extends BilledTransactions {
  constructor(private readonly db: Database) {
    super();
  }

  override async due(until: Date, after: string, limit: number): Promise<string[]> {
    const rows = await this.db.query<{ account_id: string }>(DUE, [until, after, limit]);
    return rows.map(({ account_id }) => account_id);
  }

  override async shut(accountId: string, until: Date): Promise<BilledWallet> {
    const wallet = await this.db.queryOne<Row<BilledWallet>>(SHUT, [accountId, until]);
    if (!wallet) throw CommonErrors.not_found({ message: 'The account has no wallet.' });
    return wallet;
  }

  override async firstMovement(accountId: string, { start, end }: Month): Promise<Date | null> {
    return (await this.db.queryOne<{ at: Date | null }>(FIRST_MOVEMENT, [accountId, start, end]))?.at ?? null;
  }

  override async entries(accountId: string, { start, end }: Month): Promise<BilledEntry[]> {
    const values = [accountId, start, end];
    const sums = await this.db.query<Row<BilledEntry>>(SUMS, values);
    return [...sums, ...(await this.db.query<Row<BilledEntry>>(SINGLES, values))];
  }

  override async owed(accountId: string, then: Date): Promise<number> {
    return (await this.db.queryOne<{ cents: number }>(OWED, [accountId, then]))?.cents ?? 0;
  }
}
