import { movementsIn } from './bulk-statements';
import { IS_UNLIMITED } from './credit';

/**
 * The statements that move money. Each is one atomic round trip that begins with the wallet's row lock, so that movements of
 * one wallet queue there only, and a hold and its wallet cannot deadlock.
 *
 * - `prior` finds an earlier posting of the reference; the rest of the statement then does nothing.
 * - The time of a movement is the caller's clock, but always later than the wallet's last movement, so that the order by
 *   time is the order of the movements.
 * - An empty result means a refusal; a second statement, with its own snapshot, finds the reason.
 */

const LATER = `GREATEST($1::timestamptz, w.updated_at + interval '1 microsecond')`;

const ENTRY_COLUMNS = `id, account_id, kind, amount_cents, currency, description, related_kind, related_id,
    processor_payment_intent_id, reference, balance_after_cents, created_at, item`;
/** The columns of a `PostedEntry`. */
const ENTRY = `id AS "transactionId", account_id AS "accountId", kind, amount_cents AS "amountCents",
    balance_after_cents AS "balanceAfterCents"`;
const POSTING_COLUMNS = `id, account_id, debit_account, credit_account, amount_cents, hold_id, created_at`;

const TERMS = `w.billing_mode, w.credit_limit_cents, w.low_balance_alert_cents`;

/** Returns the new entries with the wallet's terms, or the earlier entries of the references. */
const POSTED = `SELECT entry.*, json_build_object('billingMode', wallet.billing_mode,
      'creditLimitCents', wallet.credit_limit_cents, 'lowBalanceAlertCents', wallet.low_balance_alert_cents,
      'claimId', (SELECT claim_id FROM claim WHERE claim_id = entry."transactionId")) AS terms
  FROM entry, wallet
  UNION ALL SELECT *, NULL FROM prior`;

/**
 * $1 at, $2 account, $3 reference, $4 signed amount, $5 guarded, $6 id, $7 kind, $8 description, $9 related kind,
 * $10 related id, $11 payment intent, $12 debit, $13 credit, $14 item, $15 and $16 usage. A debit that leaves the balance below the auto-recharge
 * threshold takes the account's claim under its own id. It waits for a concurrent debit that takes the claim, and then leaves
 * it. See docs/billing.md#auto-recharge.
 */
export const POST = `WITH prior AS (
    SELECT ${ENTRY} FROM billing.transactions WHERE account_id = $2 AND reference = $3
  ), wallet AS (
    UPDATE billing.wallets w
    SET balance_cents = w.balance_cents + $4, version = w.version + 1, updated_at = ${LATER}
    WHERE w.account_id = $2 AND NOT EXISTS (SELECT FROM prior)
      AND (NOT $5::boolean OR ${IS_UNLIMITED} OR w.balance_cents - w.held_cents + w.credit_limit_cents + $4 >= 0)
    RETURNING w.balance_cents, w.currency, w.updated_at, ${TERMS}
  ), entry AS (
    INSERT INTO billing.transactions (${ENTRY_COLUMNS}, usage_of, usage_seconds)
    SELECT $6, $2, $7, $4, currency, $8, $9, $10, $11, $3, balance_cents, updated_at, $14, $15, $16::integer FROM wallet
    RETURNING ${ENTRY}
  ), posting AS (
    INSERT INTO billing.postings (${POSTING_COLUMNS})
    SELECT $6, $2, $12, $13, abs($4::bigint), NULL, updated_at FROM wallet
  ), claim AS (
    UPDATE billing.auto_recharges r
    SET claim_id = $6, claim_status = 'waiting', claim_due_at = $1::timestamptz
    FROM wallet
    WHERE $4::bigint < 0 AND r.account_id = $2 AND r.enabled AND r.claim_id IS NULL
      AND wallet.balance_cents < r.threshold_cents
    RETURNING r.claim_id
  )
  ${POSTED}`;

/** $1 at, $2 account, $3 reference, $4 amount, $5 hold id, $6 related kind, $7 related id, $8 posting id. */
export const HOLD = `WITH prior AS (
    SELECT id AS "holdId", amount_cents AS "amountCents" FROM billing.holds WHERE account_id = $2 AND reference = $3
  ), wallet AS (
    UPDATE billing.wallets w
    SET held_cents = w.held_cents + $4, updated_at = ${LATER}
    WHERE w.account_id = $2 AND NOT EXISTS (SELECT FROM prior)
      AND w.balance_cents - w.held_cents + w.credit_limit_cents >= $4
    RETURNING w.updated_at
  ), hold AS (
    INSERT INTO billing.holds (id, account_id, status, amount_cents, related_kind, related_id, reference, created_at)
    SELECT $5, $2, 'open', $4, $6, $7, $3, updated_at FROM wallet
    RETURNING id AS "holdId", amount_cents AS "amountCents"
  ), posting AS (
    INSERT INTO billing.postings (${POSTING_COLUMNS})
    SELECT $8, $2, 'wallet', 'holds', $4, $5, updated_at FROM wallet
  )
  SELECT * FROM hold UNION ALL SELECT * FROM prior`;

/**
 * $1 at, $2 account, $3 hold id, $4 JSON array of the charges in their order. Changes nothing when one of the references was
 * posted before, and returns the first postings. The first entry below the auto-recharge threshold takes
 * the claim, as in `POST`. LIMIT 1 looks up each entry: as a join, the planner would scan those of all accounts.
 */
export const CAPTURE = `WITH asked AS (
    SELECT *, (sum("amountCents") OVER (ORDER BY n))::bigint AS sum_cents FROM ${movementsIn('$4')}
  ), total AS (
    SELECT -sum("amountCents")::bigint AS cents, count(*)::integer AS entries FROM asked
  ), prior AS (
    SELECT t.* FROM asked CROSS JOIN LATERAL (
      SELECT ${ENTRY} FROM billing.transactions WHERE account_id = $2 AND reference = asked.reference LIMIT 1) AS t
  ), locked AS (
    SELECT account_id FROM billing.wallets WHERE account_id = $2 AND NOT EXISTS (SELECT FROM prior) FOR UPDATE
  ), hold AS (
    UPDATE billing.holds h
    SET captured_cents = h.captured_cents + total.cents,
      status = CASE WHEN h.captured_cents + h.released_cents + total.cents = h.amount_cents THEN 'closed' ELSE 'open' END,
      closed_at = CASE WHEN h.captured_cents + h.released_cents + total.cents = h.amount_cents THEN $1::timestamptz END
    FROM locked, total
    WHERE h.id = $3 AND h.account_id = locked.account_id
      AND h.amount_cents - h.captured_cents - h.released_cents >= total.cents
    RETURNING h.account_id
  ), wallet AS (
    UPDATE billing.wallets w
    SET balance_cents = w.balance_cents - total.cents, held_cents = w.held_cents - total.cents,
      version = w.version + total.entries, updated_at = ${LATER} + (total.entries - 1) * interval '1 microsecond'
    FROM hold, total WHERE w.account_id = hold.account_id
    RETURNING w.balance_cents + total.cents AS before_cents, w.currency,
      w.updated_at - total.entries * interval '1 microsecond' AS before, ${TERMS}
  ), entry AS (
    INSERT INTO billing.transactions (${ENTRY_COLUMNS})
    SELECT "transactionId", $2, 'charge', "amountCents", currency, description, "relatedKind", "relatedId", NULL, reference,
      before_cents + sum_cents, before + n * interval '1 microsecond', item
    FROM asked, wallet
    RETURNING ${ENTRY}
  ), posting AS (
    INSERT INTO billing.postings (${POSTING_COLUMNS})
    SELECT "transactionId", $2, 'holds', 'revenue', -"amountCents", $3, before + n * interval '1 microsecond' FROM asked, wallet
  ), claim AS (
    UPDATE billing.auto_recharges r
    SET claim_id = debit."transactionId", claim_status = 'waiting', claim_due_at = $1::timestamptz
    FROM (
      SELECT "transactionId", before_cents + sum_cents AS after_cents,
        lag(before_cents + sum_cents) OVER (ORDER BY n) AS previous_cents
      FROM asked, wallet) AS debit
    WHERE r.account_id = $2 AND r.enabled AND r.claim_id IS NULL AND debit.after_cents < r.threshold_cents
      AND (debit.previous_cents IS NULL OR debit.previous_cents >= r.threshold_cents)
    RETURNING r.claim_id
  )
  ${POSTED}`;

/** $1 at, $2 account, $3 hold id, $4 posting id. Reads the rest of the hold behind the wallet's lock. */
export const RELEASE = `WITH open_hold AS (
    SELECT id, amount_cents - captured_cents - released_cents AS left_cents
    FROM billing.holds WHERE id = $3 AND account_id = $2 AND status = 'open'
  ), hold AS (
    UPDATE billing.holds h
    SET released_cents = h.released_cents + o.left_cents, status = 'closed', closed_at = $1::timestamptz
    FROM open_hold o WHERE h.id = o.id
    RETURNING h.account_id, o.left_cents
  ), wallet AS (
    UPDATE billing.wallets w
    SET held_cents = w.held_cents - hold.left_cents, updated_at = ${LATER}
    FROM hold WHERE w.account_id = hold.account_id
    RETURNING hold.left_cents, w.updated_at
  ), posting AS (
    INSERT INTO billing.postings (${POSTING_COLUMNS})
    SELECT $4, $2, 'holds', 'wallet', left_cents, $3, updated_at FROM wallet
  )
  SELECT id FROM billing.holds WHERE id = $3 AND account_id = $2`;

/** $1 at, $2 account, $3 hold id, $4 posting id, $5 positive amount. Idempotent by the posting's id. */
export const RELEASE_PART = `WITH prior AS (
    SELECT FROM billing.postings WHERE id = $4
  ), locked AS (
    SELECT account_id FROM billing.wallets WHERE account_id = $2 AND NOT EXISTS (SELECT FROM prior) FOR UPDATE
  ), hold AS (
    UPDATE billing.holds h
    SET released_cents = h.released_cents + $5,
      status = CASE WHEN h.captured_cents + h.released_cents + $5 = h.amount_cents THEN 'closed' ELSE 'open' END,
      closed_at = CASE WHEN h.captured_cents + h.released_cents + $5 = h.amount_cents THEN $1::timestamptz END
    FROM locked
    WHERE h.id = $3 AND h.account_id = locked.account_id
      AND h.amount_cents - h.captured_cents - h.released_cents >= $5
    RETURNING h.account_id
  ), wallet AS (
    UPDATE billing.wallets w
    SET held_cents = w.held_cents - $5, updated_at = ${LATER}
    FROM hold WHERE w.account_id = hold.account_id
    RETURNING w.updated_at
  ), posting AS (
    INSERT INTO billing.postings (${POSTING_COLUMNS})
    SELECT $4, $2, 'holds', 'wallet', $5, $3, updated_at FROM wallet
  )
  SELECT EXISTS (SELECT FROM prior) OR EXISTS (SELECT FROM hold) AS "isDone"
  FROM billing.holds WHERE id = $3 AND account_id = $2`;

/** Finds the reason for an empty result: $1 account, $2 reference, $3 hold id. Each member is null if nothing has it. */
export const LOOK_AGAIN = `SELECT
    (SELECT to_json(entry) FROM (
      SELECT ${ENTRY} FROM billing.transactions WHERE account_id = w.account_id AND reference = $2) AS entry) AS entry,
    (SELECT to_json(hold) FROM (
      SELECT id AS "holdId", amount_cents AS "amountCents" FROM billing.holds
      WHERE account_id = w.account_id AND reference = $2) AS hold) AS hold,
    (SELECT id FROM billing.holds WHERE account_id = w.account_id AND id = $3) AS "holdId"
  FROM billing.wallets w WHERE w.account_id = $1`;

export const OPEN = `INSERT INTO billing.wallets (account_id, billing_mode, currency, opened_at, updated_at)
  VALUES ($1, 'prepaid', $2, $3, $3) ON CONFLICT (account_id) DO NOTHING`;

export const WALLET = `SELECT balance_cents AS "amountCents", held_cents AS "heldCents", call_held_cents AS "callHeldCents",
    credit_limit_cents AS "creditLimitCents", balance_cents - held_cents + credit_limit_cents AS "availableCents",
    billing_mode AS "billingMode", currency, updated_at AS "updatedAt", version
  FROM billing.wallets WHERE account_id = $1`;

export const LOCK_WALLET = `SELECT balance_cents AS "amountCents", held_cents AS "heldCents" FROM billing.wallets
  WHERE account_id = $1 FOR UPDATE`;

/** $1 account, $2 references. Refunds out of the wallet are payouts; refunds into it are no payment, except those that
 * a card returned. */
export const PAID_IN = `SELECT
    (SELECT coalesce(sum(amount_cents), 0)::bigint FROM billing.transactions
     WHERE account_id = $1 AND kind IN ('topup', 'chargeback', 'refund')
       AND (kind <> 'refund' OR amount_cents < 0 OR related_kind = 'topup')) AS "paidInCents",
    EXISTS (SELECT FROM billing.transactions WHERE account_id = $1 AND reference = ANY ($2)) AS "isPosted",
    (SELECT id FROM billing.transactions WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1)
      AS "newestTransactionId"`;

export const WITH_MONEY = `SELECT account_id FROM billing.wallets WHERE account_id = ANY ($1) AND balance_cents > 0
  ORDER BY account_id`;

/** $1 account, $2 and $3 the source. Operators' refunds refer to the charge, not to its source. */
export const REFUNDABLE = `WITH source AS (
    SELECT id, amount_cents FROM billing.transactions
    WHERE account_id = $1 AND related_kind = $2 AND related_id = $3 AND kind IN ('charge', 'refund')
  ), by_charge AS (
    SELECT amount_cents FROM billing.transactions
    WHERE account_id = $1 AND related_kind = 'transaction' AND related_id IN (SELECT id FROM source) AND kind = 'refund'
  )
  SELECT -((SELECT coalesce(sum(amount_cents), 0) FROM source)
    + (SELECT coalesce(sum(amount_cents), 0) FROM by_charge))::bigint AS cents`;

export const CHARGED_SINCE = `WITH whole AS (
    SELECT date_trunc('hour', $2::timestamptz + interval '1 hour' - interval '1 microsecond', 'UTC') AS since
  )
  SELECT coalesce(sum(cents), 0)::bigint AS cents FROM (
    SELECT charged_cents AS cents FROM billing.charge_hours, whole WHERE account_id = $1 AND hour >= whole.since
    UNION ALL
    SELECT -amount_cents FROM billing.transactions, whole
    WHERE account_id = $1 AND created_at >= $2 AND created_at < whole.since AND kind = 'charge') AS charges`;

/** $1 account, $2 since. The condition is that of the index `transactions_fixed`. */
export const FIXED_SINCE = `SELECT coalesce(-sum(amount_cents), 0)::bigint AS cents FROM billing.transactions
  WHERE account_id = $1 AND created_at >= $2
    AND kind = 'charge' AND (item IS NULL OR item IN ('number_monthly', 'number_setup', 'port_fee'))`;
