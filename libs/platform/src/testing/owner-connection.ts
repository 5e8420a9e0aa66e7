import pg from 'pg';
import { eventually } from './eventually';

/** A connection of the owner of a test database, who may plant rows, vacuum tables and explain statements. */
export class OwnerConnection extends pg.Client {
  static async open(url: string): Promise<OwnerConnection> {
    const owner = new OwnerConnection({ connectionString: url });
    await owner.connect();
    // A page is only marked all-visible after its commits were flushed.
    await owner.query('SET synchronous_commit = on');
    return owner;
  }

  /**
   * Analyzes a table and marks all of its pages all-visible, without which index-only scans look expensive. VACUUM is
   * repeated, because it marks no page whose commit may not be flushed yet, and PostgreSQL keeps one position for 32
   * transactions (clog.c): those of other test files commit without a flush.
   */
  vacuum(table: string): Promise<void> {
    return eventually(async () => {
      await this.query(`VACUUM ANALYZE ${table}`);
      const { rows } = await this.query<{ visible: number; pages: number }>(
        `SELECT sum(relallvisible)::integer AS visible, sum(relpages)::integer AS pages
         FROM pg_class AS c
         WHERE relkind = 'r' AND (c.oid = $1::regclass OR c.oid IN (SELECT relid FROM pg_partition_tree($1)))`,
        [table],
      );
      if (rows[0]?.visible !== rows[0]?.pages) throw new Error(`Not all pages of ${table} are all-visible.`);
    });
  }

  /** Returns the plan of a statement as text. */
  async explain(statement: string, values: readonly unknown[] = [], options = 'COSTS'): Promise<string> {
    const { rows } = await this.query<{ 'QUERY PLAN': string }>(`EXPLAIN (${options}) ${statement}`, [...values]);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  }
}
