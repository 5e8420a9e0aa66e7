import { requiring } from '@trunkline/platform';
import {
  BEFORE,
  CLOSING,
  ENTRIES,
  GOES_OUT,
  IS_OF_CALL,
  MOVE_WALLETS,
  movementsIn,
  releasing,
  WALLET_STATE,
} from '../journal/bulk-statements';

/** The statements of a settlement that locks the wallets last. See docs/ledger.md#calls-of-a-batch. */

/** $1 accounts. */
export const READ_WALLETS = `SELECT ${WALLET_STATE}, version FROM billing.wallets WHERE account_id = ANY ($1)`;

/** $1 JSON array of call holds to end or shrink. Returns what each account's wallet no longer holds. */
export const RELEASE = `WITH ${releasing('$1', 'LIMIT 1 FOR UPDATE')}
  ), ${CLOSING}, posting AS (
    INSERT INTO billing.postings (id, account_id, debit_account, credit_account, amount_cents, hold_id, created_at)
    SELECT "postingId", "accountId", 'holds', 'wallet', freed_cents, id, at FROM released
  )
  SELECT "accountId", sum(freed_cents)::bigint AS freed,
    coalesce(sum(freed_cents) FILTER (WHERE ${IS_OF_CALL}), 0)::bigint AS "freedOfCalls",
    coalesce(sum(freed_cents) FILTER (WHERE ${GOES_OUT}), 0)::bigint AS "freedOfOutbound"
  FROM released GROUP BY "accountId"`;

/** $1 JSON array of decided movements. */
export const ADD_POSTINGS = `INSERT INTO billing.postings (id, account_id, debit_account, credit_account, amount_cents, created_at)
  SELECT "transactionId", "accountId", debit, credit, abs("amountCents"), at FROM ${movementsIn('$1')}`;

/**
 * $1 JSON array of decided movements; $2 JSON array of the wallets that they were decided for, with the sums of their
 * movements. Fails unless each wallet is as it was then and no debit of it takes the claim of an auto-recharge.
 */
export const POST_PREDICTED = `WITH posted AS (
    SELECT *, row_number() OVER (PARTITION BY "accountId" ORDER BY n) AS place FROM ${movementsIn('$1')}
  ), predicted AS (
    SELECT * FROM jsonb_to_recordset($2::jsonb) AS m ("accountId" text, version bigint, "billingMode" text,
      "creditLimitCents" bigint, "lowBalanceAlertCents" bigint, at timestamptz, cents bigint, entries integer,
      releases integer, freed bigint, "freedOfCalls" bigint, "freedOfOutbound" bigint, outbound bigint)
  ), wallet AS (
    ${MOVE_WALLETS}
    FROM predicted m
    WHERE w.account_id = m."accountId" AND w.version = m.version AND w.billing_mode = m."billingMode"
      AND w.credit_limit_cents = m."creditLimitCents"
      AND w.low_balance_alert_cents IS NOT DISTINCT FROM m."lowBalanceAlertCents"
      AND (m.cents = 0 OR NOT EXISTS (
        SELECT FROM billing.auto_recharges r
        WHERE r.account_id = m."accountId" AND r.enabled AND r.claim_id IS NULL
          AND w.balance_cents + m.cents < r.threshold_cents))
    ${BEFORE}
  ), ${ENTRIES}
  ${requiring('(SELECT count(*) FROM wallet) = (SELECT count(*) FROM predicted)')}`;
