import { type RowReads, Where } from '@trunkline/platform';
import type { CdrFilters } from '../../application/reads/ports';
import { matchOf, partiesOf, type PartyMatch } from './cdr-conditions';

/** More CDRs than an account can add between two statements. */
const ADDED_MAX = 1_000;

/** A filter by party that few CDRs match. */
export interface FewParties {
  /** Its alternatives. */
  readonly matches: readonly PartyMatch[];
  /** More than match one of them. */
  readonly rowsMax: number;
}

/**
 * Returns the alternatives of the filter by caller, callee or Call-ID that the fewest CDRs match, if these are at most `few`; else
 * null. Each is counted in its own index up to the limit: the statistics of a table do not tell which numbers a single
 * account calls.
 */
export async function fewestByParty(
  db: RowReads,
  accountId: string,
  filters: CdrFilters,
  few: number,
): Promise<FewParties | null> {
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
  const matches = parties[calls.indexOf(fewest)];
  return matches && fewest <= few ? { matches, rowsMax: fewest + ADDED_MAX } : null;
}

/**
 * SQL: the CDRs of the account that match, from the index of their column. By order and limit the planner uses it, and does not
 * read the whole table where other accounts have many that match.
 */
export function matchingRows(
  columns: string,
  where: Where,
  { accountId, match, limit }: { readonly accountId: string; readonly match: PartyMatch; readonly limit: number },
): string {
  return `SELECT ${columns} FROM cdr.cdrs WHERE account_id = ${where.value(accountId)} AND ${matchOf(where, match)}
    ORDER BY ${match.column} USING ~<~ LIMIT ${where.value(limit)}`;
}
