import { GOES_OUT, IS_OF_CALL } from './bulk-statements';

/**
 * One statement and so one snapshot: a concurrent posting is seen in full or not at all. Recomputes every stored figure
 * from the postings. See docs/ledger.md#verification.
 */
export const VERIFY = `WITH effects AS (
    SELECT id, account_id,
      amount_cents * ((credit_account = 'wallet')::int - (debit_account = 'wallet')::int) AS wallet_cents,
      amount_cents * ((credit_account = 'holds')::int - (debit_account = 'holds')::int) AS holds_cents
    FROM billing.postings
  ), posted AS (
    SELECT account_id, sum(wallet_cents + holds_cents) AS balance_cents, sum(holds_cents) AS held_cents
    FROM effects GROUP BY account_id
  ), shown AS (
    SELECT account_id, sum(amount_cents) AS balance_cents FROM billing.transactions GROUP BY account_id
  ), left_over AS (
    SELECT account_id, sum(amount_cents - captured_cents - released_cents) AS held_cents,
      sum(amount_cents - captured_cents - released_cents) FILTER (WHERE ${IS_OF_CALL}) AS call_held_cents,
      sum(amount_cents - captured_cents - released_cents) FILTER (WHERE ${GOES_OUT}) AS outbound_held_cents
    FROM billing.holds GROUP BY account_id
  ), running AS (
    SELECT account_id, id, balance_after_cents,
      sum(amount_cents) OVER (PARTITION BY account_id ORDER BY created_at, id) AS balance_cents
    FROM billing.transactions
  ), compared AS (
    SELECT account_id, 'balance' AS "check", NULL AS transaction_id,
      w.balance_cents AS recorded, p.balance_cents AS recomputed
    FROM billing.wallets w FULL JOIN posted p USING (account_id)
    UNION ALL
    SELECT account_id, 'held', NULL, w.held_cents, p.held_cents
    FROM billing.wallets w FULL JOIN posted p USING (account_id)
    UNION ALL
    SELECT account_id, 'open_holds', NULL, w.held_cents, l.held_cents
    FROM billing.wallets w FULL JOIN left_over l USING (account_id)
    UNION ALL
    SELECT account_id, 'call_holds', NULL, w.call_held_cents, l.call_held_cents
    FROM billing.wallets w FULL JOIN left_over l USING (account_id)
    UNION ALL
    SELECT account_id, 'outbound_holds', NULL, w.outbound_held_cents, l.outbound_held_cents
    FROM billing.wallets w FULL JOIN left_over l USING (account_id)
    UNION ALL
    SELECT account_id, 'transactions', NULL, w.balance_cents, s.balance_cents
    FROM billing.wallets w FULL JOIN shown s USING (account_id)
    UNION ALL
    SELECT account_id, 'running_balance', id, balance_after_cents, balance_cents FROM running
    UNION ALL
    SELECT coalesce(t.account_id, e.account_id), 'transaction_posting', coalesce(t.id, e.id),
      t.amount_cents, e.wallet_cents + e.holds_cents
    FROM billing.transactions t FULL JOIN effects e ON e.id = t.id AND e.account_id = t.account_id
    WHERE t.id IS NOT NULL OR e.wallet_cents + e.holds_cents <> 0
  )
  SELECT account_id AS "accountId", "check", transaction_id AS "transactionId",
    coalesce(recorded, 0)::bigint AS "recordedCents", coalesce(recomputed, 0)::bigint AS "recomputedCents"
  FROM compared
  WHERE coalesce(recorded, 0) <> coalesce(recomputed, 0)
  ORDER BY account_id, "check", transaction_id`;
