/**
 * The statements of bulk postings. The first locks the wallets, in the order of their accounts, while the movements are
 * decided; the second posts them. They are separate so that the second sees what was committed while the first waited.
 */

/** SQL: the columns of a `WalletState`. */
export const WALLET_STATE = `account_id AS "accountId", balance_cents AS "amountCents", held_cents AS "heldCents",
    billing_mode AS "billingMode", credit_limit_cents AS "creditLimitCents",
    low_balance_alert_cents AS "lowBalanceAlertCents"`;

/** $1 accounts. */
export const LOCK_WALLETS = `SELECT ${WALLET_STATE}
  FROM billing.wallets WHERE account_id = ANY ($1) ORDER BY account_id FOR UPDATE`;

/**
 * SQL expression: cents spent on outbound calls on the UTC day of `at`, 0 if the stored day differs. `w` is the wallet.
 */
export const spentOnDayOf = (at: string) =>
  `CASE WHEN w.outbound_spent_on = (${at} AT TIME ZONE 'UTC')::date THEN w.outbound_spent_cents ELSE 0 END`;

/** SQL expression: the reference of the hold of a call, which is named after its decision. */
export const callReferenceOf = (decision: string) => `'call:' || ${decision}`;

/** SQL: a JSON array of decided movements, in their order. */
export const movementsIn = (json: string) => `jsonb_to_recordset(${json}::jsonb) AS p (n integer, "transactionId" text,
      "accountId" text, kind text, "amountCents" bigint, description text, "relatedKind" text, "relatedId" text,
      "processorPaymentIntentId" text, reference text, "balanceAfterCents" bigint, item text, "usageOf" text, "usageSeconds" integer,
      debit text, credit text, "outboundCents" bigint, at timestamptz)`;

/** SQL expression: the reference of the hold of a message, and of its charge. */
export const messageReferenceOf = (message: string) => `'sms:' || ${message}`;

/** SQL condition: a hold of a live call. */
export const IS_OF_CALL = `item IN ('usage_inbound', 'usage_outbound')`;

/** SQL condition: a hold that counts against the daily limit of what goes out. */
export const GOES_OUT = `item IN ('usage_outbound', 'sms')`;

/**
 * SQL: `released`, the holds of calls and messages in the JSON array `releases` that end or shrink. LIMIT 1, in `one`, looks
 * up each hold: as a join, the planner would scan those of all accounts.
 */
export const releasing = (releases: string, one: string) => `released AS (
    SELECT h.id, h.account_id AS "accountId", h.item, r."postingId", r.at, r."keepCents" = 0 AS is_over,
      h.amount_cents - h.captured_cents - h.released_cents - r."keepCents" AS freed_cents
    FROM jsonb_to_recordset(${releases}::jsonb) AS r ("accountId" text, reference text, "postingId" text,
      "keepCents" bigint, at timestamptz)
    CROSS JOIN LATERAL (
      SELECT * FROM billing.holds
      WHERE account_id = r."accountId" AND reference = r.reference ${one}) AS h
    WHERE h.status = 'open' AND h.amount_cents - h.captured_cents - h.released_cents > r."keepCents"`;

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
      call_held_cents = w.call_held_cents - m."freedOfCalls",
      outbound_held_cents = w.outbound_held_cents - m."freedOfOutbound",
      outbound_spent_cents = CASE WHEN m.outbound = 0 THEN w.outbound_spent_cents
        ELSE ${spentOnDayOf('m.at')} + m.outbound END,
      outbound_spent_on = CASE WHEN m.outbound = 0 THEN w.outbound_spent_on ELSE (m.at AT TIME ZONE 'UTC')::date END,
      updated_at = GREATEST(m.at - interval '1 microsecond', w.updated_at)
        + (m.entries + m.releases) * interval '1 microsecond'`;

/** SQL: the wallets, each with the time before its first entry. */
export const BEFORE = `RETURNING w.account_id AS "accountId", w.currency,
      w.updated_at - m.entries * interval '1 microsecond' AS before`;

/** SQL: enters `posted`, in their `place`, after the wallets moved. */
export const ENTRIES = `entry AS (
    INSERT INTO billing.transactions (id, account_id, kind, amount_cents, currency, description, related_kind, related_id,
      processor_payment_intent_id, reference, balance_after_cents, created_at, item, usage_of, usage_seconds)
    SELECT "transactionId", "accountId", kind, "amountCents", currency, description, "relatedKind", "relatedId",
      "processorPaymentIntentId", reference, "balanceAfterCents", before + place * interval '1 microsecond', item,
      "usageOf", "usageSeconds"
    FROM posted JOIN wallet USING ("accountId")
  )`;

/**
 * $1 JSON array of decided movements; $2 JSON array of holds of calls and messages to end or shrink. When a reference was posted before,
 * changes nothing and returns the first postings. Entries of one wallet follow the releases, a microsecond apart. The first
 * debit below the auto-recharge threshold takes the claim, if it is free. A release does not move the balance and so keeps
 * the version. LIMIT 1 looks up each entry: as a join, the planner would scan those of all accounts.
 */
export const POST_ALL = `WITH asked AS (
    SELECT * FROM ${movementsIn('$1')}
  ), prior AS (
    SELECT t.* FROM asked CROSS JOIN LATERAL (
      SELECT * FROM billing.transactions
      WHERE account_id = asked."accountId" AND reference = asked.reference LIMIT 1) AS t
  ), posted AS (
    SELECT *, row_number() OVER (PARTITION BY "accountId" ORDER BY n) AS place
    FROM asked WHERE "balanceAfterCents" IS NOT NULL AND NOT EXISTS (SELECT FROM prior)
  ), ${releasing('$2', 'LIMIT 1')} AND NOT EXISTS (SELECT FROM prior)
  ), ${CLOSING}, moved AS (
    SELECT "accountId", max(at) AS at, sum(cents)::bigint AS cents, sum(entries) AS entries, max(1 - entries) AS releases,
      sum(freed)::bigint AS freed, sum(freed_of_calls)::bigint AS "freedOfCalls",
      sum(freed_of_outbound)::bigint AS "freedOfOutbound", sum(outbound)::bigint AS outbound
    FROM (
      SELECT "accountId", at, "amountCents" AS cents, 1 AS entries, 0 AS freed, 0 AS freed_of_calls,
        0 AS freed_of_outbound, "outboundCents" AS outbound
      FROM posted
      UNION ALL
      SELECT "accountId", at, 0, 0, freed_cents, CASE WHEN ${IS_OF_CALL} THEN freed_cents ELSE 0 END,
        CASE WHEN ${GOES_OUT} THEN freed_cents ELSE 0 END, 0
      FROM released) AS movement
    GROUP BY "accountId"
  ), wallet AS (
    ${MOVE_WALLETS}
    FROM moved m WHERE w.account_id = m."accountId"
    ${BEFORE}
  ), ${ENTRIES}, posting AS (
    INSERT INTO billing.postings (id, account_id, debit_account, credit_account, amount_cents, hold_id, created_at)
    SELECT "transactionId", "accountId", debit, credit, abs("amountCents"), NULL,
      before + place * interval '1 microsecond'
    FROM posted JOIN wallet USING ("accountId")
    UNION ALL
    SELECT r."postingId", "accountId", 'holds', 'wallet', r.freed_cents, r.id, before
    FROM released r JOIN wallet USING ("accountId")
  ), claim AS (
    UPDATE billing.auto_recharges r
    SET claim_id = p."transactionId", claim_status = 'waiting', claim_due_at = p.at
    FROM posted p
    WHERE r.account_id = p."accountId" AND r.enabled AND r.claim_id IS NULL
      AND p."amountCents" < 0 AND p."balanceAfterCents" < r.threshold_cents
      AND NOT EXISTS (
        SELECT FROM posted earlier WHERE earlier."accountId" = p."accountId" AND earlier.n < p.n
          AND earlier."amountCents" < 0 AND earlier."balanceAfterCents" < r.threshold_cents)
    RETURNING r.claim_id
  )
  SELECT claim_id AS "claimId", NULL AS "accountId", NULL AS reference, NULL AS "transactionId", NULL AS kind,
    NULL::bigint AS "amountCents", NULL::bigint AS "balanceAfterCents"
  FROM claim
  UNION ALL SELECT NULL, account_id, reference, id, kind, amount_cents, balance_after_cents FROM prior`;
