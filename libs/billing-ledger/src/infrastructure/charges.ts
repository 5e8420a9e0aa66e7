import type { Database } from '@trunkline/platform';
import { type ChargedRow, type Charges, type UsageQuery } from '../application/usage';

const KEYS = {
  day: `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
  month: `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM')`,
  kind: 'item',
} as const;

/** Uses an index-only scan of the account's transactions by time. */
export class StoredCharges implements Charges {
  constructor(private readonly db: Database) {}

  sums({ accountId, from, to, group }: Omit<UsageQuery<keyof typeof KEYS>, 'limit'>): Promise<ChargedRow[]> {
    return this.db.query<ChargedRow>(
      `SELECT ${KEYS[group]} AS key, -sum(amount_cents)::bigint AS "costCents" FROM billing.transactions
       WHERE account_id = $1 AND created_at >= $2 AND created_at < $3 AND kind = 'charge' GROUP BY 1`,
      [accountId, from, to],
    );
  }
}
