import type { Pool } from 'pg';
import { newId } from '@trunkline/kernel';
import { PRICE_CENTS } from './billing-numbers';

const BATCH = 250;

interface Due {
  readonly id: string;
  readonly account_id: string;
  readonly e164: string;
}

/** Inserts the rows of a month's charge only: checks no balance, reference or rule. */
const POST = `WITH months AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS m (transaction_id text, event_id text, id text, account_id text, e164 text)
  ), wallet AS (
    UPDATE billing.wallets w SET balance_cents = w.balance_cents - paid.count * ${PRICE_CENTS}, version = w.version + paid.count
    FROM (SELECT account_id, count(*) AS count FROM months GROUP BY 1) AS paid WHERE w.account_id = paid.account_id
    RETURNING w.account_id, w.balance_cents
  ), entry AS (
    INSERT INTO billing.transactions (id, account_id, kind, amount_cents, currency, description, related_kind, related_id,
      reference, balance_after_cents, created_at, item)
    SELECT transaction_id, account_id, 'charge', -${PRICE_CENTS}, 'USD', 'Number ' || e164, 'number', id,
      'number:' || id || ':month:2', balance_cents, now(), 'number_monthly' FROM months JOIN wallet USING (account_id)
  ), posting AS (
    INSERT INTO billing.postings (id, account_id, debit_account, credit_account, amount_cents, created_at)
    SELECT transaction_id, account_id, 'wallet', 'revenue', ${PRICE_CENTS}, now() FROM months
  ), event AS (
    INSERT INTO platform.outbox (id, account_id, type, data, created_at)
    SELECT event_id, account_id, 'billing.balance.changed', jsonb_build_object('transaction_id', transaction_id,
      'kind', 'charge', 'amount_cents', -${PRICE_CENTS}, 'balance_cents', balance_cents), now()
    FROM months JOIN wallet USING (account_id)
  )
  UPDATE numbering.phone_numbers n SET billed_months = 2, next_billing_at = n.next_billing_at + interval '1 month',
    last_billing_attempt_at = now(), updated_at = now() FROM months WHERE n.id = months.id`;

/** Writes the rows that billing would write for these numbers, in batches. Returns numbers per second. */
export async function billBarely(pool: Pool, prefix: string, connections: number): Promise<number> {
  const { rows } = await pool.query<Due>(
    `SELECT id, account_id, e164 FROM numbering.phone_numbers WHERE account_id LIKE $1 ORDER BY account_id, id`,
    [`${prefix}%`],
  );
  const batches = Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, n) =>
    rows.slice(n * BATCH, (n + 1) * BATCH),
  );
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let batch = batches.shift(); batch; batch = batches.shift()) await postBarely(pool, batch);
    }),
  );
  return (rows.length / (performance.now() - begun)) * 1000;
}

async function postBarely(pool: Pool, batch: readonly Due[]): Promise<void> {
  const months = batch.map((due) => ({ ...due, transaction_id: newId('txn'), event_id: newId('evt') }));
  await pool.query({ name: 'post', text: POST, values: [JSON.stringify(months)] });
}
