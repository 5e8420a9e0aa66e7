import { earliestId, type IdPrefix } from '@trunkline/kernel';
import type { OwnerConnection } from './owner-connection';

/** The first moment of a month of UTC, counted from the present one. */
export function monthOf(later: number, now = new Date()): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later));
}

/**
 * Makes the partition of the existing rows end months ago, and adds the months from then on, as if time had passed since the table was
 * partitioned.
 */
export async function ageMonths(
  owner: OwnerConnection,
  { table, prefix }: { readonly table: string; readonly prefix: IdPrefix },
  months: number,
): Promise<void> {
  const { rows } = await owner.query<{ partition: string }>(
    `SELECT partition FROM platform.monthly_partitions() WHERE table_name = $1 AND from_id IS NOT NULL`,
    [table],
  );
  for (const { partition } of rows) await owner.query(`DROP TABLE ${partition}`);
  await owner.query(`ALTER TABLE ${table} DETACH PARTITION ${table}_before`);
  await owner.query(`ALTER TABLE ${table} ATTACH PARTITION ${table}_before
    FOR VALUES FROM (MINVALUE) TO ('${earliestId(prefix, monthOf(-months))}')`);
  await owner.query('SELECT platform.add_months(2)');
}
