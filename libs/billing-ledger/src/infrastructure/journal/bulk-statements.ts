/**
 * Many movements at once. The wallets are locked first, in the order of their accounts, so that nothing moves in them
 * while it is decided what is posted; then one statement posts it. `LOCK_WALLETS` and `PRIOR_ENTRIES` are two, since the
 * second must see what was committed while the first waited.
 */

/** $1 accounts. */
export const LOCK_WALLETS = `SELECT account_id, balance_cents, held_cents, credit_limit_cents, low_balance_alert_cents
  FROM billing.wallets WHERE account_id = ANY ($1) ORDER BY account_id FOR UPDATE`;

/** $1 accounts and $2 references, in pairs. */
export const PRIOR_ENTRIES = `SELECT t.account_id, t.reference, t.id, t.kind, t.amount_cents, t.balance_after_cents
  FROM unnest($1::text[], $2::text[]) AS asked (account_id, reference)
  JOIN billing.transactions t USING (account_id, reference)`;

/**
 * $1 an array of entries, as JSON, in their order. Those of one wallet are a microsecond apart, as if they had come one by
 * one; the first debit that leaves less than the threshold of auto-recharge takes the claim, if it is free.
 */
export const POST_ALL = `WITH posted AS (
    SELECT *, row_number() OVER (PARTITION BY account_id ORDER BY n) AS place
    FROM jsonb_to_recordset($1::jsonb) AS p (n integer, id text, account_id text, kind text, amount_cents bigint,
      description text, related_kind text, related_id text, payment_intent_id text, reference text,
      balance_after_cents bigint, item text, debit text, credit text, at timestamptz)
  ), moved AS (
    SELECT account_id, sum(amount_cents)::bigint AS cents, count(*) AS entries, max(at) AS at FROM posted GROUP BY 1
  ), wallet AS (
    UPDATE billing.wallets w
    SET balance_cents = w.balance_cents + moved.cents, version = w.version + moved.entries,
      updated_at = GREATEST(moved.at - interval '1 microsecond', w.updated_at) + moved.entries * interval '1 microsecond'
    FROM moved WHERE w.account_id = moved.account_id
    RETURNING w.account_id, w.currency, w.updated_at - moved.entries * interval '1 microsecond' AS before
  ), entry AS (
    INSERT INTO billing.transactions (id, account_id, kind, amount_cents, currency, description, related_kind, related_id,
      processor_payment_intent_id, reference, balance_after_cents, created_at, item)
    SELECT id, account_id, kind, amount_cents, currency, description, related_kind, related_id,
      payment_intent_id, reference, balance_after_cents, before + place * interval '1 microsecond', item
    FROM posted JOIN wallet USING (account_id)
  ), posting AS (
    INSERT INTO billing.postings (id, account_id, debit_account, credit_account, amount_cents, hold_id, created_at)
    SELECT id, account_id, debit, credit, abs(amount_cents), NULL, before + place * interval '1 microsecond'
    FROM posted JOIN wallet USING (account_id)
  ), claim AS (
    UPDATE billing.auto_recharges r
    SET claim_id = p.id, claim_status = 'waiting', claim_due_at = p.at
    FROM posted p
    WHERE r.account_id = p.account_id AND r.enabled AND r.claim_id IS NULL
      AND p.amount_cents < 0 AND p.balance_after_cents < r.threshold_cents
      AND NOT EXISTS (
        SELECT FROM posted earlier WHERE earlier.account_id = p.account_id AND earlier.n < p.n
          AND earlier.amount_cents < 0 AND earlier.balance_after_cents < r.threshold_cents)
    RETURNING r.claim_id
  )
  SELECT claim_id FROM claim`;
