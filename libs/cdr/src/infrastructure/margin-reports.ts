import type { Page, PageRequest } from '@trunkline/kernel';
import { type RowReads, Where } from '@trunkline/platform';
import type { MarginFilter, MarginGroup, MarginReports, MarginView } from '../application/margin-reports';

const KEYS: Readonly<Record<MarginGroup, string>> = {
  day: `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
  carrier: 'carrier_id',
  destination: 'destination',
  account: 'account_id',
  number: 'e164',
};

/** The smallest text: keyset pages compare no nulls. */
const NONE = '';
const MICROCENTS_PER_CENT = 1_000_000;

const sums = (key: string, where: string) => `SELECT coalesce(${key}, '${NONE}') COLLATE "C" AS key, count(*) AS calls,
    count(*) FILTER (WHERE cost_microcents IS NULL) AS unknown,
    coalesce(sum(customer_total_cents), 0) AS charged,
    coalesce(sum(customer_total_cents) FILTER (WHERE cost_microcents IS NULL), 0) AS uncosted,
    coalesce(sum(cost_microcents), 0) AS cost
  FROM cdr.call_margins WHERE ${where} GROUP BY 1`;

const shown = (from: string) => `SELECT nullif(key, '${NONE}') AS key, calls, unknown AS "callsWithoutCost",
    charged::bigint AS "chargedCents", uncosted::bigint AS "chargedWithoutCostCents", cost::bigint AS "costMicrocents",
    (charged * ${MICROCENTS_PER_CENT} - cost)::bigint AS "marginMicrocents"
  FROM (${from}) AS sums`;

export class StoredMarginReports implements MarginReports {
  constructor(private readonly db: RowReads) {}

  list({ group, from, to, accountId, carrierId }: MarginFilter, page: PageRequest): Promise<Page<MarginView>> {
    const where = new Where();
    const given = [
      ['created_at >=', from],
      ['created_at <', to],
      ['account_id =', accountId],
      ['carrier_id =', carrierId],
    ] as const;
    const conditions = given.flatMap(([text, value]) => (value === null ? [] : [`${text} ${where.value(value)}`]));
    const select = shown(sums(KEYS[group], conditions.join(' AND ')));
    const of = ({ key }: MarginView) => [key ?? NONE, key ?? NONE] as const;
    return this.db.page({ select, where, by: ['sums.key', 'sums.key'], of }, page, 'for values');
  }
}
