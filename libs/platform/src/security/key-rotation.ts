import type { Database } from '../database/database';
import type { CryptoBox } from './crypto-box';
import type { SealedColumn } from './sealed-column';

const BATCH = 200;
const FORGET = `DELETE FROM platform.master_keys WHERE id <> $1 RETURNING id`;

interface SealedRow {
  readonly sealed: string;
  readonly key: readonly string[];
  readonly bound: string;
}

/**
 * Seals all stored values under the first master key and forgets the others, so that they can be removed. Each value is
 * replaced only if it has not changed meanwhile, so the service keeps running, and an interrupted rotation continues with
 * the values that are left.
 */
export class KeyRotation {
  /** `db` connects as the owner of the tables. */
  constructor(
    private readonly db: Database,
    private readonly box: CryptoBox,
    private readonly columns: readonly SealedColumn[],
  ) {}

  /** Returns how many values were sealed again. `report` receives the count of each column. */
  async rotate(report: (column: SealedColumn, count: number) => void = () => undefined): Promise<number> {
    let total = 0;
    for (const column of this.columns) {
      const count = await this.rotateColumn(column);
      total += count;
      report(column, count);
    }
    return total;
  }

  /** Returns the ids of the keys that are no longer needed. Throws while values under them are left. */
  async forgetOldKeys(): Promise<string[]> {
    return this.db.run(async () => {
      for (const column of this.columns) {
        const [left] = await this.read(column, []);
        if (left) throw new Error(`${column.table} still has values under an older key. Run the rotation again.`);
      }
      return (await this.db.query<{ id: string }>(FORGET, [this.box.currentKeyId])).map(({ id }) => id);
    });
  }

  private async rotateColumn(column: SealedColumn): Promise<number> {
    let count = 0;
    for (let after: readonly string[] = [], more = true; more; ) {
      const rows = await this.read(column, after);
      for (const row of rows) count += await this.reseal(column, row);
      after = rows.at(-1)?.key ?? after;
      more = rows.length === BATCH;
    }
    return count;
  }

  private read(column: SealedColumn, after: readonly string[]): Promise<SealedRow[]> {
    const { table, key, column: name, bound = key } = column;
    const beyond = after.length > 0 ? `AND (${key.join()}) > (${key.map((_, at) => `$${at + 2}`).join()})` : '';
    return this.db.query<SealedRow>(
      `SELECT ${name} AS sealed, ARRAY[${key.join()}]::text[] AS key, concat_ws(E'\\n', ${bound.join()}) AS bound
       FROM ${table} WHERE split_part(${name}, '.', 1) <> $1 ${beyond} ORDER BY ${key.join()} LIMIT ${BATCH}`,
      [this.box.currentKeyId, ...after],
    );
  }

  /** Returns 0 for a value that has changed since it was read: it was sealed under the first key, or deleted. */
  private async reseal({ table, key, column, purpose }: SealedColumn, row: SealedRow): Promise<number> {
    const sealed = this.box.seal(purpose, this.box.open(purpose, row.sealed, row.bound), row.bound);
    const isRow = key.map((name, at) => `${name} = $${at + 3}`).join(' AND ');
    return this.db.run(async () => {
      // The value stays the same, so the account has no activity.
      await this.db.write(`SELECT set_config('trunkline.actor', 'none', true)`);
      const changed = await this.db.query(
        `UPDATE ${table} SET ${column} = $1 WHERE ${column} = $2 AND ${isRow} RETURNING 1`,
        [sealed, row.sealed, ...row.key],
      );
      return changed.length;
    });
  }
}
