import type { Reads } from '@trunkline/platform';
import type { CallUsage, CallUsageQuery, CallUsageRow } from '../../application/reads/ports';

/** Key of calls without a value. */
const NONE = 'none';

const KEYS: Readonly<Record<CallUsageQuery['group'], string>> = {
  day: `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
  month: `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM')`,
  direction: 'direction',
  number: 'e164',
  trunk: 'sip_trunk_id',
  country: 'country',
};

/** Reads only the index by `created_at`, which covers the summed columns. */
export class StoredCallUsage implements CallUsage {
  constructor(private readonly db: Reads) {}

  calls({ accountId, from, to, group, limit }: CallUsageQuery): Promise<CallUsageRow[]> {
    return this.db.query<CallUsageRow>(
      `SELECT coalesce(${KEYS[group]}, '${NONE}') COLLATE "C" AS key, count(*) AS calls,
         sum(billable_duration_seconds)::bigint AS "billableSeconds", sum(customer_total_cents)::bigint AS "costCents"
       FROM cdr.cdrs WHERE account_id = $1 AND created_at >= $2 AND created_at < $3 GROUP BY 1 ORDER BY 1 LIMIT $4`,
      [accountId, from, to, limit],
    );
  }
}
