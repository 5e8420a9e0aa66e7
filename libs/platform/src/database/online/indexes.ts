import type { QueryRunner } from 'typeorm';
import { inTransaction, patiently } from './locks';
import { elapsed, positionOf, recordPosition, report } from './progress';

export interface IndexDefinition {
  /** With its schema: `cdr.cdrs`. */
  readonly table: string;
  /** Without a schema. */
  readonly name: string;
  /** All that follows the table's name in CREATE INDEX: `(account_id, id) WHERE answered_at IS NULL`. */
  readonly definition: string;
  readonly unique?: boolean;
}

/** Builds an index while its table is read and written. An invalid one, which a killed build leaves, is dropped first. */
export async function createIndex(db: QueryRunner, index: IndexDefinition): Promise<void> {
  const name = qualified(index.table, index.name);
  const state = await stateOf(db, name);
  if (state === 'valid') return;
  if (state === 'invalid') await dropIndex(db, name);
  const since = performance.now();
  report(db, `  builds the index ${name}${await sizeOf(db, index.table)}`);
  await patiently(
    db,
    `CREATE ${index.unique ? 'UNIQUE ' : ''}INDEX ${concurrently(db)} ${index.name} ON ${index.table} ${index.definition}`,
  );
  report(db, `  built the index ${name} in ${elapsed(since)}`);
}

/** Drops an index, named with its schema, while its table is read and written. */
export async function dropIndex(db: QueryRunner, name: string): Promise<void> {
  if ((await stateOf(db, name)) === 'none') return;
  await patiently(db, `DROP INDEX ${concurrently(db)} ${name}`);
}

/** Gives an index another definition under its name. Statements find either the former index or the new one. */
export async function replaceIndex(db: QueryRunner, index: IndexDefinition): Promise<void> {
  const name = qualified(index.table, index.name);
  const step = `replace ${name}`;
  if (!(await positionOf(db, step))) {
    await createIndex(db, { ...index, name: `${index.name}_next` });
    await inTransaction(db, async () => {
      await db.query(`ALTER INDEX IF EXISTS ${name} RENAME TO ${index.name}_former`);
      await db.query(`ALTER INDEX ${name}_next RENAME TO ${index.name}`);
      // In this transaction: after a kill, nothing else tells the new index from the former one.
      await recordPosition(db, step, 'renamed');
    });
  }
  await dropIndex(db, `${name}_former`);
}

function qualified(table: string, index: string): string {
  return `${table.slice(0, table.indexOf('.'))}.${index}`;
}

/** Undoing a migration, which happens in development only, is one transaction. */
function concurrently(db: QueryRunner): string {
  return db.isTransactionActive ? '' : 'CONCURRENTLY';
}

async function stateOf(db: QueryRunner, name: string): Promise<'valid' | 'invalid' | 'none'> {
  const rows = (await db.query(
    `SELECT indisvalid AND indisready AS valid FROM pg_index WHERE indexrelid = to_regclass($1)`,
    [name],
  )) as { valid: boolean }[];
  if (!rows[0]) return 'none';
  return rows[0].valid ? 'valid' : 'invalid';
}

async function sizeOf(db: QueryRunner, table: string): Promise<string> {
  const rows = (await db.query(
    `SELECT format(' of %s (%s)', $1::text, pg_size_pretty(pg_table_size($1::regclass))) AS size`,
    [table],
  )) as { size: string }[];
  return rows[0]?.size ?? '';
}
