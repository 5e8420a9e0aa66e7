import { type Database, Where } from '@trunkline/platform';
import type { CdrFilters } from '../../application/reads/ports';
import { matchOf, partiesOf, type PartyMatch } from './cdr-conditions';

/**
 * Returns the alternatives of the filter by caller, callee or Call-ID that the fewest CDRs match, if these are at most `few`; else
 * null. Each is counted in its own index up to the limit: the statistics of a table do not tell which numbers a single
 * account calls.
 */
export async function fewestByParty(
  db: Database,
  accountId: string,
  filters: CdrFilters,
  few: number,
): Promise<readonly PartyMatch[] | null> {
  const parties = partiesOf(filters);
  // A list of ids is short.
  if (parties.length === 0 || filters.ids !== undefined) return null;
  const where = new Where();
  const count = (match: PartyMatch) =>
    `(SELECT count(*) FROM (${matchingRows('', where, { accountId, match, limit: few + 1 })}) AS counted)`;
  const sums = parties.map((alternatives) => alternatives.map(count).join(' + '));
  const [row] = await db.query<{ calls: number[] }>(
    `SELECT ARRAY[${sums.join(', ')}]::integer[] AS calls`,
    where.values,
    'for values',
  );
  const calls = row?.calls ?? [];
  const fewest = Math.min(...calls);
  return fewest <= few ? (parties[calls.indexOf(fewest)] ?? null) : null;
}

/**
 * SQL: the CDRs of the account that match, from the index of their column. The order makes the planner use it, which would
 * read the table where other accounts have many that match.
 */
export function matchingRows(
  columns: string,
  where: Where,
  { accountId, match, limit }: { readonly accountId: string; readonly match: PartyMatch; readonly limit: number },
): string {
  return `SELECT ${columns} FROM cdr.cdrs WHERE account_id = ${where.value(accountId)} AND ${matchOf(where, match)}
    ORDER BY ${match.column} USING ~<~ LIMIT ${where.value(limit)}`;
}
