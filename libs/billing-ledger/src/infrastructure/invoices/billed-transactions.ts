import type { Database } from '@trunkline/platform';
import { type BilledTransactions, type BilledWallet } from '../../application/invoices/ports';
import type { AccountRef } from '../../application/sweep';
import type { BilledEntry } from '../../domain/invoices/invoice-lines';
import type { Month } from '../../domain/invoices/month';
import { noWallet } from '../journal/entries';

/** Items with too many charges for one invoice line each. */
const SUMMED = `('usage_inbound', 'usage_outbound', 'sms')`;

/**
 * Every charge is billed. A refund or adjustment is, unless its posting has a counterpart other than revenue or
 * adjustments, such as the payout of a closing account.
 */
const IS_BILLED = `(t.kind = 'charge' OR (t.kind IN ('refund', 'adjustment') AND EXISTS (
    SELECT FROM billing.postings p WHERE p.id = t.id
      AND (p.debit_account IN ('revenue', 'adjustments') OR p.credit_account IN ('revenue', 'adjustments')))))`;

/** $1 account, $2 from, $3 to. */
const IN_PERIOD = `t.account_id = $1 AND t.created_at >= $2 AND t.created_at < $3`;

/**
 * Sums messages by direction and price, inbound calls by number and outbound calls by destination class. Calls of earlier releases have
 * neither, nor their time.
 */
const SUMS = `SELECT t.item, count(*) AS count, sum(t.amount_cents)::bigint AS "amountCents", NULL AS description,
    t.usage_of AS "usageOf", sum(t.usage_seconds)::bigint AS seconds,
    CASE t.item WHEN 'sms' THEN 'sms' ELSE 'cdr' END AS "relatedKind", NULL AS "relatedId"
  FROM billing.transactions t WHERE ${IN_PERIOD} AND t.kind = 'charge' AND t.item IN ${SUMMED}
  GROUP BY t.item, t.usage_of, t.usage_seconds IS NULL, CASE WHEN t.item = 'sms' THEN t.amount_cents END
  ORDER BY t.item, t.usage_of COLLATE "C" NULLS LAST, min(t.amount_cents) DESC`;

const SINGLES = `SELECT t.item, 1 AS count, t.amount_cents AS "amountCents", t.description, NULL AS "usageOf", NULL::bigint AS seconds,
    t.related_kind AS "relatedKind", t.related_id AS "relatedId"
  FROM billing.transactions t
  WHERE ${IN_PERIOD} AND ${IS_BILLED} AND (t.kind <> 'charge' OR t.item IS NULL OR t.item NOT IN ${SUMMED})
  ORDER BY t.created_at, t.id`;

/**
 * $1 until, $2 after, $3 limit. Scans every wallet: cheap for an hourly job, while an index on the time would slow
 * down every charge. Skips wallets without a movement since their last closed period.
 */
const DUE = `SELECT w.account_id AS "accountId" FROM billing.wallets w LEFT JOIN billing.invoice_series s ON s.account_id = w.account_id
  CROSS JOIN LATERAL (SELECT coalesce(s.closed_until, date_trunc('month', w.opened_at, 'UTC')) AS closed_until) billed
  WHERE w.account_id > $2 AND billed.closed_until < $1 AND w.updated_at >= billed.closed_until
  ORDER BY w.account_id LIMIT $3`;

/**
 * $1 account, $2 until. The journal dates every movement after the wallet's `updated_at`, whatever the clock of its process
 * says, so advancing it keeps later movements out of the period.
 */
const CLOSE_PERIOD = `UPDATE billing.wallets SET updated_at = GREATEST(updated_at, $2::timestamptz - interval '1 microsecond')
  WHERE account_id = $1
  RETURNING billing_mode = 'prepaid' AS "isPrepaid", opened_at AS "openedAt"`;

const FIRST_MOVEMENT = `SELECT min(t.created_at) AS at FROM billing.transactions t WHERE ${IN_PERIOD}`;

/** $1 account, $2 end of the last billed month. See SettleInvoices. */
const OWED = `SELECT -(coalesce((SELECT balance_after_cents FROM billing.transactions
      WHERE account_id = $1 AND created_at < $2 ORDER BY created_at DESC, id DESC LIMIT 1), 0)
    + coalesce((SELECT sum(t.amount_cents) FROM billing.transactions t
      WHERE t.account_id = $1 AND t.kind <> 'charge' AND t.created_at >= $2 AND NOT ${IS_BILLED}), 0))::bigint AS cents`;

export class StoredBilledTransactions implements BilledTransactions {
  constructor(private readonly db: Database) {}

  listDue(until: Date, after: string, limit: number): Promise<AccountRef[]> {
    return this.db.query<AccountRef>(DUE, [until, after, limit]);
  }

  closePeriod(accountId: string, until: Date): Promise<BilledWallet> {
    return this.db.get<BilledWallet>(CLOSE_PERIOD, [accountId, until], noWallet);
  }

  async firstMovement(accountId: string, { start, end }: Month): Promise<Date | null> {
    return (await this.db.get<{ at: Date | null }>(FIRST_MOVEMENT, [accountId, start, end])).at;
  }

  async entries(accountId: string, { start, end }: Month): Promise<BilledEntry[]> {
    const values = [accountId, start, end];
    const sums = await this.db.query<BilledEntry>(SUMS, values);
    return [...sums, ...(await this.db.query<BilledEntry>(SINGLES, values))];
  }

  async owedCents(accountId: string, billedUntil: Date): Promise<number> {
    return (await this.db.get<{ cents: number }>(OWED, [accountId, billedUntil])).cents;
  }
}
