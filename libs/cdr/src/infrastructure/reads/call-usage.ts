import type { RowReads } from '@trunkline/platform';
import type { CallUsage, CallUsageQuery, CallUsageRow } from '../../application/reads/ports';

/** Key of calls without a value. */
const NONE = 'none';

const DAY = `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;

const KEYS: Readonly<Record<CallUsageQuery['group'], string>> = {
  day: DAY,
  month: `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM')`,
  direction: 'direction',
  day_direction: `${DAY} || ' ' || direction`,
  number: 'e164',
  trunk: 'sip_trunk_id',
  country: 'country',
};

const WRITTEN = 'FROM cdr.cdrs WHERE account_id = $1 AND created_at >= $2 AND created_at < $3';

/**
 * Sums the index by `created_at`, which covers the summed columns, and takes off the imported calls, which have an index of their own:
 * they were used and charged elsewhere.
 */
export class StoredCallUsage implements CallUsage {
  constructor(private readonly db: RowReads) {}

  calls({ accountId, from, to, group, limit }: CallUsageQuery): Promise<CallUsageRow[]> {
    return this.db.query<CallUsageRow>(
      `SELECT coalesce(key, '${NONE}') COLLATE "C" AS key, sum(calls)::bigint AS calls, sum(seconds)::bigint AS "billableSeconds",
         sum(cents)::bigint AS "costCents", sum(charges)::bigint AS charges
       FROM (
         SELECT ${KEYS[group]} AS key, count(*) AS calls, sum(billable_duration_seconds) AS seconds,
           sum(customer_total_cents) AS cents, count(*) FILTER (WHERE customer_total_cents > 0) AS charges
         ${WRITTEN} GROUP BY 1
         UNION ALL
         SELECT ${KEYS[group]}, -count(*), -sum(billable_duration_seconds), 0, 0 ${WRITTEN} AND imported_from IS NOT NULL GROUP BY 1
       ) AS parts GROUP BY 1 HAVING sum(calls) > 0 ORDER BY 1 LIMIT $4`,
      [accountId, from, to, limit],
    );
  }
}
