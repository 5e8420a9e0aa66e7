/**
 * The statements of bulk postings. The first locks the wallets, in the order of their accounts, while the movements are
 * decided; the second posts them. They are separate so that the second sees what was committed while the first waited.
 */

/** $1 accounts. */
export const LOCK_WALLETS = `SELECT account_id, balance_cents, held_cents, billing_mode, credit_limit_cents,
    low_balance_alert_cents
  FROM billing.wallets WHERE account_id = ANY ($1) ORDER BY account_id FOR UPDATE`;

/**
 * SQL expression: cents spent on outbound calls on the UTC day of `at`, 0 if the stored day differs. `w` is the wallet.
 */
export const spentOnDayOf = (at: string) =>
  `CASE WHEN w.outbound_spent_on = (${at} AT TIME ZONE 'UTC')::date THEN w.outbound_spent_cents ELSE 0 END`;

/**
 * SQL: `released`, the holds of calls in the JSON array `releases` that end or shrink. LIMIT 1, in `one`, looks up each hold:
 * as a join, the planner would scan those of all accounts.
 */
export const releasing = (releases: string, one: string) => `released AS (
    SELECT h.id, h.account_id, h.item, r.posting_id, r.at, r.keep_cents = 0 AS is_over,
      h.amount_cents - h.captured_cents - h.released_cents - r.keep_cents AS freed_cents
    FROM jsonb_to_recordset(${releases}::jsonb) AS r (account_id text, reference text, posting_id text, keep_cents bigint,
      at timestamptz)
    CROSS JOIN LATERAL (
      SELECT * FROM billing.holds WHERE account_id = r.account_id AND reference = r.reference ${one}) AS h
    WHERE h.status = 'open' AND h.amount_cents - h.captured_cents - h.released_cents > r.keep_cents`;

/** SQL: ends or shrinks the holds in `released`. */
export const CLOSING = `hold AS (
    UPDATE billing.holds h
    SET released_cents = h.released_cents + r.freed_cents,
      status = CASE WHEN r.is_over THEN 'closed' ELSE 'open' END, closed_at = CASE WHEN r.is_over THEN r.at END
    FROM released r WHERE h.id = r.id
  )`;

/** SQL: moves the wallets `w` by the sums `m` of their movements, each entry a microsecond later than the one before it. */
export const MOVE_WALLETS = `UPDATE billing.wallets w
    SET balance_cents = w.balance_cents + m.cents, version = w.version + m.entries, held_cents = w.held_cents - m.freed,
      call_held_cents = w.call_held_cents - m.freed_of_calls,
      outbound_held_cents = w.outbound_held_cents - m.freed_of_outbound,
      outbound_spent_cents = CASE WHEN m.outbound = 0 THEN w.outbound_spent_cents
        ELSE ${spentOnDayOf('m.at')} + m.outbound END,
      outbound_spent_on = CASE WHEN m.outbound = 0 THEN w.outbound_spent_on ELSE (m.at AT TIME ZONE 'UTC')::date END,
      updated_at = GREATEST(m.at - interval '1 microsecond', w.updated_at)
        + (m.entries + m.releases) * interval '1 microsecond'`;

/** SQL: the wallets, each with the time before its first entry. */
export const BEFORE = `RETURNING w.account_id, w.currency, w.updated_at - m.entries * interval '1 microsecond' AS before`;

/** SQL: enters `posted`, in their `place`, after the wallets moved. */
export const ENTRIES = `entry AS (
    INSERT INTO billing.transactions (id, account_id, kind, amount_cents, currency, description, related_kind, related_id,
      processor_payment_intent_id, reference, balance_after_cents, created_at, item)
    SELECT id, account_id, kind, amount_cents, currency, description, related_kind, related_id,
      payment_intent_id, reference, balance_after_cents, before + place * interval '1 microsecond', item
    FROM posted JOIN wallet USING (account_id)
  )`;

/**
 * $1 JSON array of entries, in their order; $2 JSON array of call holds to end or shrink. When a reference was posted
 * before, changes nothing and returns the first postings. Entries of one wallet follow the releases, a microsecond apart.
 * The first debit below the auto-recharge threshold takes the claim, if it is free. A release does not move the balance and
 * so keeps the version. LIMIT 1 looks up each entry: as a join, the planner would scan those of all accounts.
 */
export const POST_ALL = `WITH asked AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS p (n integer, is_refused boolean, id text, account_id text, kind text,
      amount_cents bigint, description text, related_kind text, related_id text, payment_intent_id text, reference text,
      balance_after_cents bigint, item text, debit text, credit text, outbound_cents bigint, at timestamptz)
  ), prior AS (
    SELECT t.account_id, t.reference, t.id, t.kind, t.amount_cents, t.balance_after_cents
    FROM asked CROSS JOIN LATERAL (
      SELECT * FROM billing.transactions WHERE account_id = asked.account_id AND reference = asked.reference LIMIT 1) AS t
  ), posted AS (
    SELECT *, row_number() OVER (PARTITION BY account_id ORDER BY n) AS place
    FROM asked WHERE NOT is_refused AND NOT EXISTS (SELECT FROM prior)
  ), ${releasing('$2', 'LIMIT 1')} AND NOT EXISTS (SELECT FROM prior)
  ), ${CLOSING}, moved AS (
    SELECT account_id, max(at) AS at, sum(cents)::bigint AS cents, sum(entries) AS entries, max(1 - entries) AS releases,
      sum(freed)::bigint AS freed, sum(freed_of_calls)::bigint AS freed_of_calls,
      sum(freed_of_outbound)::bigint AS freed_of_outbound, sum(outbound)::bigint AS outbound
    FROM (
      SELECT account_id, at, amount_cents AS cents, 1 AS entries, 0 AS freed, 0 AS freed_of_calls, 0 AS freed_of_outbound,
        outbound_cents AS outbound
      FROM posted
      UNION ALL
      SELECT account_id, at, 0, 0, freed_cents, CASE WHEN item IS NULL THEN 0 ELSE freed_cents END,
        CASE WHEN item = 'usage_outbound' THEN freed_cents ELSE 0 END, 0
      FROM released) AS movement
    GROUP BY account_id
  ), wallet AS (
    ${MOVE_WALLETS}
    FROM moved m WHERE w.account_id = m.account_id
    ${BEFORE}
  ), ${ENTRIES}, posting AS (
    INSERT INTO billing.postings (id, account_id, debit_account, credit_account, amount_cents, hold_id, created_at)
    SELECT id, account_id, debit, credit, abs(amount_cents), NULL, before + place * interval '1 microsecond'
    FROM posted JOIN wallet USING (account_id)
    UNION ALL
    SELECT r.posting_id, account_id, 'holds', 'wallet', r.freed_cents, r.id, before
    FROM released r JOIN wallet USING (account_id)
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
  SELECT claim_id, NULL AS account_id, NULL AS reference, NULL AS id, NULL AS kind, NULL::bigint AS amount_cents,
    NULL::bigint AS balance_after_cents
  FROM claim
  UNION ALL SELECT NULL, account_id, reference, id, kind, amount_cents, balance_after_cents FROM prior`;
