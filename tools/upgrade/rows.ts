/** Days over which the CDRs are spread: none of them has expired. */
const DAYS = 380;
const OTHER_ACCOUNTS = 50;

const others = (n: string) => `'acc_upgrade' || lpad((${n} % ${String(OTHER_ACCOUNTS)})::text, 4, '0')`;

/** Statements that fill the tables of release 0.2.0 in which migrations since then build indexes, counts or sums. */
export function rowsOf(accountId: string, cdrs: number): readonly string[] {
  const share = (part: number) => String(Math.ceil(cdrs * part));
  return [
    `INSERT INTO cdr.cdrs (id, account_id, switch_id, sip_call_id, decision_id, direction, caller, callee, e164, number_id,
        number_type, country, routing_profile_id, sip_trunk_id, started_at, answered_at, ended_at, duration_seconds,
        billable_duration_seconds, hangup_cause, sip_response_code, disconnected_by, customer_total_cents, currency,
        billing_transaction_id, rating, attempts, created_at)
      SELECT 'cdr_0a' || lpad(n::text, 10, '0') || substr(md5(n::text), 1, 12),
        CASE WHEN n % 5 < 4 THEN '${accountId}' ELSE ${others('n')} END, 'upgrade', md5(n::text) || '@upgrade',
        'rd_0a' || lpad(n::text, 10, '0') || substr(md5(n::text), 1, 12),
        CASE WHEN d < 0.7 THEN 'inbound' ELSE 'outbound' END, '+44207' || lpad((p * 999999)::integer::text, 6, '0'),
        '+4930' || lpad(number::text, 7, '0'), '+4930' || lpad(number::text, 7, '0'), 'num_' || number, 'geographic',
        (ARRAY['GB','US','DE','FR','ES','IT'])[1 + floor(c * c * 6)], CASE WHEN number % 2 = 0 THEN 'rp_' || number % 10 END,
        'trk_' || number % 20, started_at, CASE WHEN length > 0 THEN started_at + interval '8 s' END,
        started_at + (8 + length) * interval '1 s', 8 + length, length,
        CASE WHEN a < 0.1 THEN 'user_busy' WHEN a < 0.33 THEN 'no_answer' ELSE 'normal_clearing' END,
        CASE WHEN a < 0.1 THEN 486 WHEN a < 0.33 THEN 480 ELSE 200 END, 'caller', ceil(length * 0.02), 'USD',
        CASE WHEN length > 0 THEN 'txn_0a' || n END, '{"prefix": "49", "ratePerMinuteMicrocents": 1200000}', '[]',
        started_at + (9 + length) * interval '1 s'
      FROM (
        SELECT *, CASE WHEN a < 0.33 THEN 0 ELSE 1 + floor(-ln(1 - r) * 120)::integer END AS length,
          now() - interval '${String(DAYS)} days' + n * (interval '${String(DAYS)} days' / ${String(cdrs)}) AS started_at
        FROM (SELECT n, random() AS a, random() AS c, random() AS d, random() AS p, random() AS r,
          floor(random() * random() * 1000)::integer AS number FROM generate_series(1, ${String(cdrs)}) AS n) AS x) AS y`,
    `INSERT INTO cdr.intake SELECT decision_id, switch_id, sip_call_id, id FROM cdr.cdrs`,
    `INSERT INTO cdr.account_marks SELECT account_id, max(created_at) FROM cdr.cdrs GROUP BY 1 ON CONFLICT DO NOTHING`,
    `INSERT INTO voice.decisions
      SELECT decision_id, switch_id, sip_call_id, account_id, direction, caller, callee, e164, number_id, number_type, country,
        routing_profile_id, sip_trunk_id, 'route', NULL, NULL, NULL, rating, '[]', 3600, '192.0.2.1', started_at,
        started_at + interval '1 day', created_at
      FROM cdr.cdrs ORDER BY id DESC LIMIT ${share(0.4)}`,
    `INSERT INTO voice.calls (id, decision_id, account_id, switch_id, trunk_id, status, started_at, expires_at, ended_at)
      SELECT 'call_' || substr(id, 4), id, account_id, switch_id, sip_trunk_id, 'completed', created_at, report_due_at,
        reported_at
      FROM voice.decisions WHERE reported_at IS NOT NULL ORDER BY id DESC LIMIT ${share(0.12)}`,
    `INSERT INTO billing.transactions (id, account_id, kind, amount_cents, currency, description, related_kind, related_id,
        reference, balance_after_cents, created_at, item)
      SELECT billing_transaction_id, account_id, 'charge', -customer_total_cents, 'USD', 'Inbound call', 'cdr', id,
        'cdr ' || id, 0, created_at, 'usage_inbound'
      FROM cdr.cdrs WHERE billing_transaction_id IS NOT NULL`,
    `INSERT INTO numbering.phone_numbers (id, account_id, order_id, supplier, e164, country, number_type, capabilities,
        monthly_price_cents, setup_price_cents, status, suspended_for, requires_activation, assigned_at, billing_anchor_at,
        billed_months, next_billing_at, failed_billing_attempts, deletion_lock, updated_at)
      SELECT 'num_upgrade' || lpad(n::text, 8, '0'), CASE WHEN n % 2 = 0 THEN '${accountId}' ELSE ${others('n')} END,
        'ord_upgrade' || n, 'sandbox', '+1' || 2120000000 + n, 'US', 'geographic', '{voice}', 100, 0, 'active', '{}', false,
        at, at, 1, now() + interval '1 month', 0, false, at
      FROM (SELECT n, now() - n % 300 * interval '1 day' AS at FROM generate_series(1, ${share(0.04)}) AS n) AS x`,
    'VACUUM ANALYZE',
  ];
}
