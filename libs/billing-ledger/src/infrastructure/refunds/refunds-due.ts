import type { Page, PageRequest } from '@trunkline/kernel';
import { type Database, Where } from '@trunkline/platform';
import { type DueMovement, type RefundDue, type RefundsDue } from '../../application/refunds/ports';
import type { AccountRef } from '../../application/sweep';
import type { RefundableCharge } from '../../domain/card-refund';

/** Must match the predicate of the partial index. */
const OF_DUE = `(debit_account = 'refunds_due' OR credit_account = 'refunds_due')`;
const SIGNED = `amount_cents * CASE WHEN credit_account = 'refunds_due' THEN 1 ELSE -1 END`;
const ON_ITS_WAY = `(SELECT coalesce(sum(r.amount_cents), 0) FROM billing.card_refunds r
    WHERE r.account_id = due.account_id AND r.status = 'processing')`;
const FAILED = `(SELECT coalesce(sum(r.amount_cents), 0) FROM billing.card_refunds r
    WHERE r.account_id = due.account_id AND r.status = 'failed')`;

const DUE = `(SELECT account_id, sum(${SIGNED}) AS due_cents FROM billing.postings
  WHERE ${OF_DUE} GROUP BY account_id HAVING sum(${SIGNED}) > 0) AS due`;

const ACCOUNTS = `SELECT account_id AS "accountId" FROM ${DUE}
  WHERE account_id > $1 AND due_cents > ${ON_ITS_WAY} ORDER BY account_id LIMIT $2`;
const LIST = `SELECT account_id AS "accountId", due_cents::bigint AS "dueCents",
    ${ON_ITS_WAY}::bigint AS "onItsWayCents", ${FAILED}::bigint AS "failedCents"
  FROM ${DUE}`;
const LOCK = `SELECT FROM billing.wallets WHERE account_id = $1 FOR UPDATE`;
/** One statement and so one snapshot: a refund that succeeds concurrently counts once, as paid or as on its way. */
const OPEN = `SELECT (coalesce(sum(${SIGNED}), 0) - (SELECT coalesce(sum(amount_cents), 0)
      FROM billing.card_refunds WHERE account_id = $1 AND status = 'processing'))::bigint AS cents
  FROM billing.postings WHERE ${OF_DUE} AND account_id = $1`;

/** Disputes, and refunds made at the processor, are transactions related to the top-up. */
const CHARGES = `SELECT id AS "topupId", processor_payment_intent_id AS "processorPaymentIntentId",
    left_cents::bigint AS "leftCents"
  FROM (
    SELECT t.id, t.processor_payment_intent_id, t.created_at, t.amount_cents
      + (SELECT coalesce(sum(x.amount_cents), 0) FROM billing.transactions x
         WHERE x.account_id = t.account_id AND x.related_kind = 'topup' AND x.related_id = t.id
           AND x.kind IN ('chargeback', 'refund'))
      - (SELECT coalesce(sum(r.amount_cents), 0) FROM billing.card_refunds r
         WHERE r.topup_id = t.id AND r.status <> 'failed') AS left_cents
    FROM billing.topups t
    WHERE t.account_id = $1 AND t.status = 'succeeded'
      AND NOT EXISTS (SELECT FROM billing.card_refunds f WHERE f.topup_id = t.id AND f.status = 'failed')
  ) AS charges
  WHERE left_cents > 0 ORDER BY created_at DESC, id DESC`;

const POST = `INSERT INTO billing.postings (id, account_id, debit_account, credit_account, amount_cents, created_at)
  VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING`;

export class StoredRefundsDue implements RefundsDue {
  constructor(private readonly db: Database) {}

  accounts(after: string, limit: number): Promise<AccountRef[]> {
    return this.db.query<AccountRef>(ACCOUNTS, [after, limit]);
  }

  async lock(accountId: string): Promise<number> {
    await this.db.write(LOCK, [accountId]);
    return (await this.db.get<{ cents: number }>(OPEN, [accountId])).cents;
  }

  refundableCharges(accountId: string): Promise<RefundableCharge[]> {
    return this.db.query<RefundableCharge>(CHARGES, [accountId]);
  }

  async post({ postingId, accountId, amountCents, at }: DueMovement): Promise<void> {
    const [debit, credit] =
      amountCents > 0 ? ['refunds_due', 'processor_clearing'] : ['processor_clearing', 'refunds_due'];
    await this.db.write(POST, [postingId, accountId, debit, credit, Math.abs(amountCents), at]);
  }

  list(page: PageRequest<'account_id'>): Promise<Page<RefundDue>> {
    const by = ['account_id', 'account_id'] as const;
    const of = ({ accountId }: RefundDue) => [accountId, accountId] as const;
    return this.db.page<RefundDue>({ select: LIST, where: new Where(), by, of }, page);
  }
}
