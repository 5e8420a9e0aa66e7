import pg from 'pg';
import { until } from '../bed/poll';
import type { Customer } from '../trunkline/customer';

/** What the calls of a customer have left behind. */
export interface AccountCalls {
  readonly records: number;
  readonly answered: number;
  readonly chargedCents: number;
}

const COUNTS = `SELECT count(*)::int AS records, count(answered_at)::int AS answered,
  coalesce(sum(customer_total_cents), 0)::int AS "chargedCents" FROM cdr.cdrs WHERE account_id = $1`;

/** Counts the CDRs of a customer in the database: pages of thousands would be a load of their own. */
export async function callsOf({ stack, accountId }: Customer): Promise<AccountCalls> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<AccountCalls>(COUNTS, [accountId]);
    return rows[0] ?? { records: 0, answered: 0, chargedCents: 0 };
  } finally {
    await client.end();
  }
}

export interface Settlement {
  /** CDRs that there must be at least. */
  readonly records: number;
  /** Balance before the first call. */
  readonly balanceCents: number;
  readonly timeoutMs: number;
}

/**
 * Waits until a customer has this many CDRs and holds no money. Throws unless the balance has fallen by exactly what the
 * CDRs charge: then each call was charged once.
 */
export async function settledCalls(
  customer: Customer,
  { records, balanceCents, timeoutMs }: Settlement,
): Promise<AccountCalls> {
  const isRecorded = async () => (await callsOf(customer)).records >= records;
  await until(`${records} CDRs`, isRecorded, timeoutMs);
  await until('the release of the held money', async () => (await customer.heldCents()) === 0, timeoutMs);
  const calls = await callsOf(customer);
  const spent = balanceCents - (await customer.balanceCents());
  if (spent !== calls.chargedCents)
    throw new Error(`the balance fell by ${spent} cents, the CDRs charge ${calls.chargedCents}`);
  return calls;
}
