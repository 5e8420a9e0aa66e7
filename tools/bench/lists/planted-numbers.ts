import type { Client } from 'pg';
import { bulkLoad } from '../stack/database';

/** Inserts numbers: the account owns a tenth, ten accounts own a thousandth each, and 10,000 accounts the rest. */
export const plantNumbers = (owner: Client, accountId: string, count: number): Promise<void> =>
  bulkLoad(
    owner,
    'numbering.phone_numbers',
    `INSERT INTO numbering.phone_numbers
  (id, account_id, order_id, supplier, supplier_number_ref, e164, country, number_type, area_code, region, city,
   capabilities, monthly_price_cents, setup_price_cents, status, suspended_for, requires_activation, assigned_at,
   billing_anchor_at, billed_months, next_billing_at, failed_billing_attempts, last_billing_attempt_at,
   last_billing_failure_code, release_scheduled_at, released_at, trunk_id, routing_profile_id, compliance_bundle_id,
   deletion_lock, label, updated_at)
SELECT 'num_' || lpad(n::text, 25, '0'), account, 'ord_' || lpad(n::text, 25, '0'), 'sandbox', 'ref-' || n,
  CASE country WHEN 'US' THEN '+1' || area ELSE '+' || area END || digits, country,
  (ARRAY['geographic', 'mobile', 'tollfree', 'national', 'inum'])[1 + width_bucket(kind, ARRAY[0.75, 0.87, 0.95, 0.998])],
  right(area, 3), 'Region ' || area, CASE WHEN labelled < 0.8 THEN 'City ' || area END,
  CASE WHEN able < 0.4 THEN '{voice}' WHEN able < 0.75 THEN '{voice,sms}' WHEN able < 0.95 THEN '{voice,sms,mms}'
       ELSE '{voice,fax,t38}' END::text[],
  100 + (n % 4) * 50, CASE WHEN n % 10 = 0 THEN 100 ELSE 0 END, status,
  CASE status WHEN 'suspended' THEN '{non_payment}' ELSE '{}' END::text[], status = 'pending_documents',
  at, at, 1, at + interval '37 months', CASE WHEN failing < 0.01 THEN 1 + n % 6 ELSE 0 END,
  CASE WHEN failing < 0.5 THEN at + interval '36 months' END, CASE WHEN failing < 0.01 THEN 'insufficient_balance' END,
  CASE WHEN status <> 'released' AND leaving < 0.005 THEN at + interval '37 months' END,
  CASE status WHEN 'released' THEN at + interval '9 months' END,
  CASE WHEN routed < 0.4 THEN 'trk_' || n % 17 END, CASE WHEN routed >= 0.4 AND routed < 0.85 THEN 'rp_' || n % 13 END,
  CASE WHEN leaving > 0.9 THEN 'cb_' || n % 11 END, labelled < 0.05,
  CASE WHEN labelled < 0.3 THEN 'Line ' || n END, at
FROM (
  SELECT n, timestamptz '2023-11-01' + n * interval '90 seconds' AS at, kind, able, routed, failing, leaving, labelled,
    lpad((n::bigint * 6364137 % 10000000)::text, 7, '0') AS digits,
    CASE WHEN n % 10 = 0 THEN '${accountId}' WHEN n % 100 = 1 THEN 'acc_large' || n / 100 % 10
         ELSE 'acc_bench' || (n::bigint * 7919 % 9989) END AS account,
    (ARRAY['US', 'GB', 'DE', 'FR', 'NL', 'IS'])[1 + width_bucket(place, ARRAY[0.5, 0.7, 0.85, 0.95, 0.999])] AS country,
    CASE WHEN place < 0.5 THEN (ARRAY['212', '415', '312', '646', '713'])[1 + n % 5]
         ELSE (ARRAY['4420', '4930', '331', '3120', '354'])[1 + width_bucket(place, ARRAY[0.7, 0.85, 0.95, 0.999])] END AS area,
    (ARRAY['active', 'suspended', 'pending_documents', 'released'])[1 + width_bucket(state, ARRAY[0.94, 0.96, 0.97])] AS status
  FROM (
    SELECT n, random() AS kind, random() AS able, random() AS routed, random() AS failing, random() AS leaving,
      random() AS labelled, random() AS place, random() AS state
    FROM generate_series(1, ${count}) n) drawn) numbered`,
  );
