import type { Client } from 'pg';
import { bulkLoad } from '../stack/database';

const NUMBERS = 1_000;
const TRUNKS = 20;
const PROFILES = 10;
const DAYS = 90;

/** The frequent countries. Others have 1, 0.05 and 0.001 % of the calls. */
const COUNTRIES = ['GB', 'US', 'DE', 'FR', 'ES', 'IT'];

/** What differs between the calls that benches plant: SQL. */
export interface PlantedCalls {
  /** Begins the ids, in their order, and is different for each call of an account. */
  readonly key: string;
  readonly account: string;
  readonly startedAt: string;
  /** How many numbers the account has. */
  readonly numbers?: string;
  /** Of which the columns above are taken, a row for each call. */
  readonly from: string;
}

/**
 * Returns the statement that inserts CDRs, with times in milliseconds as real ones have. A third is unanswered. Countries, causes and
 * codes have frequent and rare values.
 */
export const insertCdrs = ({ key, account, startedAt, numbers = String(NUMBERS), from }: PlantedCalls): string =>
  `INSERT INTO cdr.cdrs (id, account_id, switch_id, sip_call_id, decision_id, direction, caller, callee,
      e164, number_id, number_type, country, routing_profile_id, sip_trunk_id, started_at, answered_at, ended_at,
      duration_seconds, billable_duration_seconds, hangup_cause, sip_response_code, disconnected_by, customer_total_cents,
      currency, billing_transaction_id, rating, estimated_leg, attempts, created_at)
    SELECT 'cdr_' || key || substr(hash, 1, 16), account, 'bench', hash || '@bench',
      'rd_' || key || substr(hash, 1, 16), CASE WHEN d < 0.7 THEN 'inbound' ELSE 'outbound' END,
      '+44207' || lpad((p * 999999)::integer::text, 6, '0'), '+4930' || lpad(number::text, 7, '0'),
      '+4930' || lpad(number::text, 7, '0'), 'num_' || number, 'geographic',
      CASE WHEN c < 0.00001 THEN 'IS' WHEN c < 0.0005 THEN 'PT' WHEN c < 0.01 THEN 'AT'
        ELSE (ARRAY['${COUNTRIES.join("','")}'])[1 + floor(c * c * ${COUNTRIES.length})] END,
      CASE WHEN number % 2 = 0 THEN 'rp_' || number % ${PROFILES} END, 'trk_' || number % ${TRUNKS},
      started_at, CASE WHEN length > 0 THEN started_at + interval '8 seconds' END,
      started_at + (8 + length) * interval '1 second', 8 + length, length,
      CASE WHEN a < 0.00001 THEN 'number_changed' WHEN a < 0.001 THEN 'unallocated_number' WHEN a < 0.1 THEN 'user_busy'
        WHEN a < 0.33 THEN 'no_answer' WHEN a < 0.331 THEN 'allotted_timeout' ELSE 'normal_clearing' END,
      CASE WHEN a < 0.00001 THEN 410 WHEN a < 0.001 THEN 404 WHEN a < 0.1 THEN 486 WHEN a < 0.33 THEN 480 ELSE 200 END,
      'caller', ceil(length * 0.02), 'USD', CASE WHEN length > 0 THEN 'txn_' || key END,
      '{"prefix": "49", "ratePerMinuteMicrocents": 1200000}', false, '[]', started_at + (9 + length) * interval '1 second'
    FROM (
      SELECT *, md5(key) AS hash, CASE WHEN a < 0.33 THEN 0 ELSE 1 + floor(-ln(1 - r) * 120)::integer END AS length
      FROM (SELECT ${key} AS key, ${account} AS account,
        date_trunc('milliseconds', ${startedAt}) AS started_at, random() AS a, random() AS c,
        random() AS d, random() AS p, random() AS r, floor(random() * random() * ${numbers})::integer AS number
        FROM ${from}) AS drawn) AS calls`;

/** Inserts CDRs of an account over 90 days. */
export async function plantCdrs(owner: Client, accountId: string, count: number): Promise<void> {
  const calls = insertCdrs({
    key: `lpad(n::text, 9, '0')`,
    account: `'${accountId}'`,
    startedAt: `now() - interval '${DAYS} days' + n * (interval '${DAYS} days' / ${count})`,
    from: `generate_series(1, ${count}) AS n`,
  });
  await bulkLoad(owner, 'cdr.cdrs', calls);
  await owner.query('VACUUM ANALYZE cdr.call_hours, cdr.call_hour_values');
}

/** Inserts charges of this month, without moving the balance. */
export async function plantCharges(owner: Client, accountId: string, count: number): Promise<void> {
  const charges = `INSERT INTO billing.transactions (id, account_id, kind, amount_cents, currency, description,
      related_kind, related_id, reference, balance_after_cents, created_at, item)
    SELECT 'txn_bench' || n, '${accountId}', 'charge', -2, 'USD', 'Inbound call', 'cdr', 'cdr_bench' || n, 'bench' || n, 0,
      date_trunc('month', now()) + n * ((now() - date_trunc('month', now())) / ${count}), 'usage_inbound'
    FROM generate_series(1, ${count}) AS n`;
  await bulkLoad(owner, 'billing.transactions', charges);
  await owner.query('VACUUM ANALYZE billing.charge_hours');
}
