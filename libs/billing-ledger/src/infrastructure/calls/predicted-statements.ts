import { requiring } from '@trunkline/platform';
import { BEFORE, CLOSING, ENTRIES, MOVE_WALLETS, releasing } from '../journal/bulk-statements';

/** The statements of a settlement that locks the wallets last. See docs/ledger.md#calls-of-a-batch. */

/** $1 accounts. */
export const READ_WALLETS = `SELECT account_id, balance_cents, held_cents, billing_mode, credit_limit_cents,
    low_balance_alert_cents, version
  FROM billing.wallets WHERE account_id = ANY ($1)`;

/** $1 JSON array of call holds to end or shrink. Returns what each account's wallet no longer holds. */
export const RELEASE = `WITH ${releasing('$1', 'LIMIT 1 FOR UPDATE')}
  ), ${CLOSING}, posting AS (
    INSERT INTO billing.postings (id, account_id, debit_account, credit_account, amount_cents, hold_id, created_at)
    SELECT posting_id, account_id, 'holds', 'wallet', freed_cents, id, at FROM released
  )
  SELECT account_id, sum(freed_cents)::bigint AS freed, coalesce(sum(freed_cents) FILTER (WHERE item IS NOT NULL), 0)::bigint
      AS freed_of_calls, coalesce(sum(freed_cents) FILTER (WHERE item = 'usage_outbound'), 0)::bigint AS freed_of_outbound
  FROM released GROUP BY account_id`;

/** $1 JSON array of entries. */
export const ADD_POSTINGS = `INSERT INTO billing.postings (id, account_id, debit_account, credit_account, amount_cents, created_at)
  SELECT id, account_id, debit, credit, abs(amount_cents), at
  FROM jsonb_to_recordset($1::jsonb) AS p (id text, account_id text, debit text, credit text, amount_cents bigint,
    at timestamptz)`;

/**
 * $1 JSON array of entries, in their order; $2 JSON array of the wallets that they were computed for, with the sums of their
 * movements. Fails unless each wallet is as it was then and no debit of it takes the claim of an auto-recharge.
 */
export const POST_PREDICTED = `WITH posted AS (
    SELECT *, row_number() OVER (PARTITION BY account_id ORDER BY n) AS place
    FROM jsonb_to_recordset($1::jsonb) AS p (n integer, id text, account_id text, kind text, amount_cents bigint,
      description text, related_kind text, related_id text, payment_intent_id text, reference text,
      balance_after_cents bigint, item text)
  ), predicted AS (
    SELECT * FROM jsonb_to_recordset($2::jsonb) AS m (account_id text, version bigint, billing_mode text,
      credit_limit_cents bigint, low_balance_alert_cents bigint, at timestamptz, cents bigint, entries integer,
      releases integer, freed bigint, freed_of_calls bigint, freed_of_outbound bigint, outbound bigint)
  ), wallet AS (
    ${MOVE_WALLETS}
    FROM predicted m
    WHERE w.account_id = m.account_id AND w.version = m.version AND w.billing_mode = m.billing_mode
      AND w.credit_limit_cents = m.credit_limit_cents
      AND w.low_balance_alert_cents IS NOT DISTINCT FROM m.low_balance_alert_cents
      AND (m.cents = 0 OR NOT EXISTS (
        SELECT FROM billing.auto_recharges r
        WHERE r.account_id = m.account_id AND r.enabled AND r.claim_id IS NULL
          AND w.balance_cents + m.cents < r.threshold_cents))
    ${BEFORE}
  ), ${ENTRIES}
  ${requiring('(SELECT count(*) FROM wallet) = (SELECT count(*) FROM predicted)')}`;
