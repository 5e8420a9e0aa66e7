import type { Client } from 'pg';

/** Numbers to bill, and the wallets that pay for them. */
export interface Fleet {
  /** Prefix of every id. */
  readonly name: string;
  readonly accounts: number;
  readonly numbersEach: number;
  /** Every n-th account can pay for only three of its numbers. */
  readonly poorEvery: number;
}

export const PRICE_CENTS = 100;
const POOR_MONTHS = 3;
const RICH_MONTHS = 1000;
/** Time from now until the months of all numbers start. */
const DUE_WITHIN = '1 day';

/** Returns how many numbers cannot be paid. */
export function refusalsOf({ accounts, numbersEach, poorEvery }: Fleet): number {
  return Math.floor(accounts / poorEvery) * (numbersEach - POOR_MONTHS);
}

/** Inserts wallets that were opened, and numbers that were bought, a month ago. */
export async function plantFleet(owner: Client, fleet: Fleet): Promise<void> {
  const { name, accounts, numbersEach, poorEvery } = fleet;
  const account = `'acc_${name}' || lpad(a::text, 7, '0')`;
  const all = `generate_series(1, ${accounts}) AS a,
    LATERAL (SELECT CASE WHEN a % ${poorEvery} = 0 THEN ${POOR_MONTHS} ELSE ${RICH_MONTHS} END * ${PRICE_CENTS} AS cents) AS m`;
  await owner.query(`INSERT INTO billing.wallets (account_id, billing_mode, currency, balance_cents, opened_at, updated_at)
    SELECT ${account}, 'prepaid', 'USD', cents, now() - interval '1 month', now() - interval '1 month' FROM ${all}`);
  await owner.query(`INSERT INTO billing.transactions
      (id, account_id, kind, amount_cents, currency, description, reference, balance_after_cents, created_at)
    SELECT 'txn_${name}' || a, ${account}, 'trial_credit', cents, 'USD', 'Trial credit', 'trial_credit', cents,
      now() - interval '1 month' FROM ${all}`);
  await owner.query(`INSERT INTO billing.postings (id, account_id, debit_account, credit_account, amount_cents, created_at)
    SELECT 'txn_${name}' || a, ${account}, 'promotion', 'wallet', cents, now() - interval '1 month' FROM ${all}`);
  await owner.query(`INSERT INTO numbering.phone_numbers (id, account_id, order_id, supplier, e164, country, number_type,
      capabilities, monthly_price_cents, setup_price_cents, status, suspended_for, requires_activation, assigned_at,
      billing_anchor_at, billed_months, next_billing_at, failed_billing_attempts, deletion_lock, updated_at)
    SELECT 'num_${name}' || lpad(n::text, 8, '0'), ${account}, 'ord_${name}' || n, 'sandbox', ${e164Of(fleet)}, 'US', 'geographic',
      '{voice}', ${PRICE_CENTS}, 0, 'active', '{}', false, due - interval '1 month', due - interval '1 month', 1, due, 0,
      false, due
    FROM (SELECT n, (n - 1) % ${accounts} + 1 AS a, now() + random() * interval '${DUE_WITHIN}' AS due
      FROM generate_series(1, ${accounts * numbersEach}) AS n) AS numbers`);
  await owner.query('VACUUM ANALYZE billing.wallets, billing.transactions, billing.postings, numbering.phone_numbers');
}

/** Keeps the numbers of two fleets distinct. */
const e164Of = ({ name }: Fleet) => `'+${1 + name.length}' || 2120000000 + n`;
