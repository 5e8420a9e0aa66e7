import type { QueryRunner } from 'typeorm';
import { alter, inTransaction, patiently } from './locks';
import { elapsed, report } from './progress';

export interface IndexDefinition {
  /** With its schema: `cdr.cdrs`. */
  readonly table: string;
  /** Without a schema. */
  readonly name: string;
  /** All that follows the table's name in CREATE INDEX: `(account_id, id) WHERE answered_at IS NULL`. */
  readonly definition: string;
  readonly unique?: boolean;
}

/**
 * Builds an index while its table is read and written, and drops the invalid one that a killed build leaves. An index of that
 * name with another definition is replaced: until then, statements find it.
 */
export async function createIndex(db: QueryRunner, index: IndexDefinition): Promise<void> {
  const name = qualified(index.table, index.name);
  const state = await stateOf(db, name);
  // That of a partitioned table is valid once each partition has its index: the build goes on.
  if (state === 'invalid' && !(await isPartitioned(db, index.table))) await dropIndex(db, name);
  if (state !== 'valid') await build(db, index);
  else if (!(await isAsDefined(db, name, index))) {
    await createIndex(db, { ...index, name: `${index.name}_next` });
    await alter(
      db,
      `ALTER INDEX ${name} RENAME TO ${index.name}_former`,
      `ALTER INDEX ${name}_next RENAME TO ${index.name}`,
    );
  }
  await dropIndex(db, `${name}_former`);
}

async function build(db: QueryRunner, index: IndexDefinition): Promise<void> {
  const { table, name, definition, unique } = index;
  if (await isPartitioned(db, table)) return buildForPartitions(db, index);
  const since = performance.now();
  report(db, `  builds the index ${name}${await sizeOf(db, table)}`);
  await patiently(db, `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${concurrently(db)} ${name} ON ${table} ${definition}`);
  report(db, `  built the index ${name} in ${elapsed(since)}`);
}

/** Builds the index of each partition, and attaches it to that of the table, which is valid with the last one. */
async function buildForPartitions(
  db: QueryRunner,
  { table, name, definition, unique }: IndexDefinition,
): Promise<void> {
  const index = qualified(table, name);
  await alter(db, `CREATE ${unique ? 'UNIQUE ' : ''}INDEX IF NOT EXISTS ${name} ON ONLY ${table} ${definition}`);
  const partitions = (await db.query(
    `SELECT p.inhrelid::regclass::text AS partition, relname AS name
     FROM pg_inherits AS p JOIN pg_class AS c ON c.oid = p.inhrelid
     WHERE p.inhparent = $1::regclass AND NOT EXISTS (
       SELECT FROM pg_inherits AS i JOIN pg_index AS x ON x.indexrelid = i.inhrelid
       WHERE i.inhparent = $2::regclass AND x.indrelid = p.inhrelid) ORDER BY 1`,
    [table, index],
  )) as { partition: string; name: string }[];
  for (const each of partitions) {
    const part = `${name}_of_${each.name}`;
    await createIndex(db, { table: each.partition, name: part, definition, unique });
    await alter(db, `ALTER INDEX ${index} ATTACH PARTITION ${qualified(table, part)}`);
  }
}

/** Drops an index, named with its schema, while its table is read and written. */
export async function dropIndex(db: QueryRunner, name: string): Promise<void> {
  if ((await stateOf(db, name)) === 'none') return;
  // An index of a partitioned table cannot be dropped concurrently.
  if (await isPartitioned(db, name, 'I')) return alter(db, `DROP INDEX ${name}`);
  await patiently(db, `DROP INDEX ${concurrently(db)} ${name}`);
}

/** Whether a table (`p`) or an index (`I`) belongs to all partitions of a table. */
export async function isPartitioned(db: QueryRunner, name: string, kind: 'p' | 'I' = 'p'): Promise<boolean> {
  const [row] = (await db.query(`SELECT relkind = $2 AS is FROM pg_class WHERE oid = to_regclass($1)`, [
    name,
    kind,
  ])) as { is: boolean }[];
  return row?.is === true;
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

const PROBE = 'trunkline_probe';

/** Compares an index with one of an empty copy of the table, because PostgreSQL writes definitions in its own way. */
function isAsDefined(db: QueryRunner, name: string, { table, definition, unique }: IndexDefinition): Promise<boolean> {
  return inTransaction(db, async () => {
    await db.query(`CREATE TEMP TABLE ${PROBE} (LIKE ${table})`);
    await db.query(`CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${PROBE}_index ON ${PROBE} ${definition}`);
    const [row] = (await db.query(
      `SELECT count(DISTINCT (indisunique, substr(text, strpos(text, ' USING ')))) = 1 AS same
       FROM pg_index, pg_get_indexdef(indexrelid) AS text
       WHERE indexrelid IN ($1::regclass, 'pg_temp.${PROBE}_index'::regclass)`,
      [name],
    )) as { same: boolean }[];
    await db.query(`DROP TABLE ${PROBE}`);
    return row?.same === true;
  });
}
