import type { Database } from '@trunkline/platform';
import type { ExpiredCount } from '../../application/retention/ports';

/** Counts the rows of a table, and those that meet a condition. Reads all of it: for the first run after a change. */
export async function countExpired(
  db: Database,
  table: string,
  condition: string,
  values: readonly unknown[],
): Promise<ExpiredCount> {
  return db.get(`SELECT count(*) AS rows, count(*) FILTER (WHERE ${condition}) AS expired FROM ${table}`, values);
}
