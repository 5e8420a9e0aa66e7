import type { Pool } from 'pg';
import { newId } from '@trunkline/kernel';
import { CALL_SECONDS, type LiveCall, PRICE_CENTS, SWITCH } from './live-calls';

const ROWS = `jsonb_to_recordset($1::jsonb) AS c (n integer, account_id text, decision_id text, call_id text, cdr_id text,
  transaction_id text, posting_id text, call_event_id text, money_event_id text)`;

const MARK = `INSERT INTO cdr.account_marks AS held (account_id, last_created_at)
  SELECT DISTINCT account_id, now() FROM ${ROWS} ORDER BY account_id
  ON CONFLICT (account_id) DO UPDATE
    SET last_created_at = greatest(excluded.last_created_at, held.last_created_at + interval '1 millisecond')`;

const CLAIM = `INSERT INTO cdr.intake (decision_id, switch_id, call_id, cdr_id)
  SELECT decision_id, '${SWITCH}', call_id, cdr_id FROM ${ROWS} ON CONFLICT DO NOTHING`;

const RECORD = `INSERT INTO cdr.cdrs (id, account_id, switch_id, sip_call_id, decision_id, direction, caller, callee, e164,
    number_id, number_type, country, sip_trunk_id, started_at, answered_at, ended_at, duration_seconds,
    billable_duration_seconds, hangup_cause, sip_response_code, disconnected_by, customer_total_cents, currency,
    billing_transaction_id, rating, estimated_leg, attempts, created_at)
  SELECT c.cdr_id, c.account_id, '${SWITCH}', c.call_id, d.id, d.direction, d.caller, d.callee, d.e164, d.number_id,
    d.number_type, 'GB', d.sip_trunk_id, t.ended_at - interval '${CALL_SECONDS} seconds',
    t.ended_at - interval '${CALL_SECONDS} seconds', t.ended_at, ${CALL_SECONDS}, ${CALL_SECONDS}, 'normal_clearing', 200,
    'caller', ${PRICE_CENTS}, 'USD', c.transaction_id, d.rating, false,
    jsonb_build_array(jsonb_build_object('order', 1, 'ringSeconds', 0, 'sipCode', 200, 'result', 'answered',
      'startedAt', t.ended_at) || d.routes -> 0), m.last_created_at
  FROM ${ROWS} JOIN voice.decisions d ON d.id = c.decision_id JOIN cdr.account_marks m ON m.account_id = c.account_id,
    LATERAL (SELECT date_trunc('second', now()) AS ended_at) AS t`;

const REPORT = `WITH reported AS (
    UPDATE voice.decisions d SET reported_at = now() FROM ${ROWS} WHERE d.id = c.decision_id)
  UPDATE voice.calls v SET status = 'completed', held_until = NULL, ended_at = now(), ended_by = 'cdr'
  FROM ${ROWS} WHERE v.decision_id = c.decision_id`;

const LOCK = `SELECT FROM billing.wallets WHERE account_id IN (SELECT account_id FROM ${ROWS}) ORDER BY account_id FOR UPDATE`;

const CHARGE = `WITH released AS (
    UPDATE billing.holds h SET released_cents = amount_cents, status = 'closed', closed_at = now()
    FROM ${ROWS} WHERE h.account_id = c.account_id AND h.reference = 'call:' || c.decision_id
    RETURNING h.id, h.account_id, h.amount_cents, c.posting_id
  ), freed AS (SELECT account_id, sum(amount_cents) AS cents FROM released GROUP BY 1
  ), charged AS (
    SELECT c.*, count(*) OVER (PARTITION BY account_id) AS calls,
      row_number() OVER (PARTITION BY account_id ORDER BY n) AS place FROM ${ROWS}
  ), wallet AS (
    UPDATE billing.wallets w SET balance_cents = w.balance_cents - paid.calls * ${PRICE_CENTS},
      version = w.version + paid.calls, held_cents = w.held_cents - f.cents, call_held_cents = w.call_held_cents - f.cents,
      updated_at = now()
    FROM (SELECT DISTINCT account_id, calls FROM charged) AS paid JOIN freed f USING (account_id)
    WHERE w.account_id = paid.account_id
    RETURNING w.account_id, w.balance_cents + paid.calls * ${PRICE_CENTS} AS before
  ), entry AS (
    INSERT INTO billing.transactions (id, account_id, kind, amount_cents, currency, description, related_kind, related_id,
      reference, balance_after_cents, created_at, item)
    SELECT transaction_id, account_id, 'charge', -${PRICE_CENTS}, 'USD', 'Inbound call to +4930901820', 'cdr', cdr_id,
      cdr_id, before - place * ${PRICE_CENTS}, now() + place * interval '1 microsecond', 'usage_inbound'
    FROM charged JOIN wallet USING (account_id)
    RETURNING id, account_id, balance_after_cents
  ), posting AS (
    INSERT INTO billing.postings (id, account_id, debit_account, credit_account, amount_cents, hold_id, created_at)
    SELECT transaction_id, account_id, 'wallet', 'revenue', ${PRICE_CENTS}, NULL, now() FROM charged
    UNION ALL SELECT posting_id, account_id, 'holds', 'wallet', amount_cents, id, now() FROM released
  )
  INSERT INTO platform.outbox (id, account_id, type, data, created_at)
  SELECT c.call_event_id, c.account_id, 'call.completed', jsonb_build_object('cdr_id', c.cdr_id, 'direction', 'inbound',
    'e164', '+4930901820', 'billable_duration_s', ${CALL_SECONDS}, 'customer_total_cents', ${PRICE_CENTS}), now()
  FROM ${ROWS}
  UNION ALL
  SELECT c.money_event_id, c.account_id, 'billing.balance.changed', jsonb_build_object('transaction_id', entry.id,
    'kind', 'charge', 'amount_cents', -${PRICE_CENTS}, 'balance_cents', entry.balance_after_cents), now()
  FROM ${ROWS} JOIN entry ON entry.id = c.transaction_id`;

/** Writes the rows that ingest would write for these calls, set-wise in one transaction: checks and rates nothing. */
export async function recordBarely(pool: Pool, calls: readonly LiveCall[]): Promise<void> {
  const rows = calls.map(({ account_id, decision_id, call_id }, n) => ({
    n,
    account_id,
    decision_id,
    call_id,
    cdr_id: newId('cdr'),
    transaction_id: newId('txn'),
    posting_id: newId('post'),
    call_event_id: newId('evt'),
    money_event_id: newId('evt'),
  }));
  const values = [JSON.stringify(rows)];
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    for (const text of [MARK, CLAIM, RECORD, REPORT, LOCK, CHARGE]) await client.query({ text, values });
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}
