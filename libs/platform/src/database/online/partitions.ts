import type { QueryRunner } from 'typeorm';
import { APP_ROLE } from '../roles/app-role';
import { addConstraint } from './constraints';
import { isPartitioned } from './indexes';
import { alter, inTransaction } from './locks';
import { report } from './progress';

/** The months after the present one that have a partition. Empty partitions are planned too. See docs/decisions/0033-months-are-ranges-of-ids.md. */
export const MONTHS_AHEAD = 2;
/** An interrupted migration must be run again before the bound of the existing rows is reached. */
const MONTHS_TO_BOUND = 2;

export interface MonthlyTable {
  /** With its schema. Its primary key contains `key`. */
  readonly table: string;
  /** A column with ids of this prefix. */
  readonly key: string;
  readonly prefix: string;
  /** Indexes of the existing rows alone. */
  readonly former?: readonly string[];
}

/**
 * Gives a table the rights that all roles have on another one, and the application's role no others. Runs as its caller. Replaces a
 * function that copied those of the application's role alone.
 */
export const COPY_RIGHTS = `CREATE OR REPLACE FUNCTION platform.copy_rights(source regclass, target regclass) RETURNS void
LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE
  held record;
BEGIN
  EXECUTE format('REVOKE ALL ON %s FROM ${APP_ROLE}', target);
  FOR held IN
    SELECT a.grantee, a.is_grantable, a.privilege_type || r.columns AS privilege
    FROM pg_catalog.pg_class AS c, LATERAL (
        SELECT c.relacl AS acl, '' AS columns
        UNION ALL
        SELECT t.attacl, format(' (%I)', t.attname) FROM pg_catalog.pg_attribute AS t
        WHERE t.attrelid = c.oid AND t.attnum > 0 AND NOT t.attisdropped) AS r, LATERAL aclexplode(r.acl) AS a
    WHERE c.oid = source AND a.grantee <> c.relowner
  LOOP
    EXECUTE format('GRANT %s ON %s TO %s', held.privilege, target,
      CASE held.grantee WHEN 0 THEN 'PUBLIC' ELSE held.grantee::regrole::text END
        || CASE WHEN held.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END);
  END LOOP;
END $$`;

interface Parts {
  readonly indexes: readonly { readonly name: string; readonly definition: string; readonly isKey: boolean }[];
  readonly statistics: readonly { readonly name: string; readonly definition: string }[];
  readonly triggers: readonly { readonly name: string; readonly definition: string }[];
  /** Sequences that are dropped with a column of the table. */
  readonly sequences: readonly { readonly name: string; readonly column: string }[];
}

const INDEXES = `SELECT relname AS name, indisprimary AS "isKey",
    CASE WHEN indisprimary THEN pg_get_constraintdef(c.oid) ELSE pg_get_indexdef(indexrelid) END AS definition
  FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    LEFT JOIN pg_constraint AS c ON indisprimary AND c.conindid = indexrelid AND c.contype = 'p'
  WHERE indrelid = $1::regclass ORDER BY 1`;
const STATISTICS = `SELECT stxname AS name, pg_get_statisticsobjdef(oid) AS definition
  FROM pg_statistic_ext WHERE stxrelid = $1::regclass ORDER BY 1`;
const TRIGGERS = `SELECT tgname AS name, pg_get_triggerdef(oid) AS definition
  FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal ORDER BY 1`;

const SEQUENCES = `SELECT d.objid::regclass::text AS name, quote_ident(attname) AS column
  FROM pg_depend AS d JOIN pg_class AS s ON s.oid = d.objid AND s.relkind = 'S'
    JOIN pg_attribute AS a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
  WHERE d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass AND d.refobjid = $1::regclass AND d.deptype = 'a'
  ORDER BY 1`;

/**
 * Partitions a table by month, while it is read and written. The existing rows become the first partition as they are, up to a
 * bound in a later month, which a constraint proves beforehand. All else of the table is defined again for all partitions: key,
 * indexes, statistics, triggers, checks, sequences and the rights of all roles. Safe to repeat after an interruption.
 */
export async function partitionByMonth(db: QueryRunner, monthly: MonthlyTable): Promise<void> {
  if (!(await isPartitioned(db, monthly.table))) await turnIntoPartition(db, monthly);
  // Also when an interrupted migration has partitioned the table. Analyzes it, which takes long: not under the lock of the swap.
  await alter(db, `SELECT platform.add_months(${String(MONTHS_AHEAD)})`);
}

/** Makes the table the first partition of a new one by its name. */
async function turnIntoPartition(db: QueryRunner, monthly: MonthlyTable): Promise<void> {
  const { table, key, prefix } = monthly;
  const [bound] = (await db.query(`SELECT platform.earliest_id($1, platform.month_of(now(), $2)) AS id`, [
    prefix,
    MONTHS_TO_BOUND,
  ])) as { id: string }[];
  if (!bound) throw new Error('A bound of ids has no value.');
  report(db, `  proves that the rows of ${table} come before ${bound.id}`);
  await addConstraint(db, { table, name: untilOf(table), definition: `CHECK (${key} < '${bound.id}')` });
  await inTransaction(db, () => swap(db, monthly, bound.id));
}

async function swap(db: QueryRunner, { table, key, former = [] }: MonthlyTable, bound: string): Promise<void> {
  const { schema, name } = split(table);
  const before = `${table}_before`;
  const months = `${table}_by_month`;
  const { indexes, statistics, triggers, sequences } = await partsOf(db, table);
  for (const trigger of triggers) await db.query(`DROP TRIGGER ${trigger.name} ON ${table}`);
  await db.query(`ALTER TABLE ${table} RENAME TO ${name}_before`);
  for (const index of indexes) await db.query(`ALTER INDEX ${schema}.${index.name} RENAME TO ${index.name}_before`);
  for (const each of statistics)
    await db.query(`ALTER STATISTICS ${schema}.${each.name} RENAME TO ${each.name}_before`);
  await db.query(
    `CREATE TABLE ${months} (LIKE ${before} INCLUDING COMMENTS INCLUDING CONSTRAINTS INCLUDING DEFAULTS INCLUDING STORAGE)
       PARTITION BY RANGE (${key})`,
  );
  await db.query(`ALTER TABLE ${months} DROP CONSTRAINT ${untilOf(table)}`);
  for (const index of indexes.filter((each) => !former.includes(each.name)))
    await db.query(definitionFor(months, index, table));
  for (const each of statistics) await db.query(each.definition.replace(` FROM ${table}`, ` FROM ${months}`));
  await db.query(`ALTER TABLE ${months} ATTACH PARTITION ${before} FOR VALUES FROM (MINVALUE) TO ('${bound}')`);
  await db.query(`ALTER TABLE ${before} DROP CONSTRAINT ${untilOf(table)}`);
  await db.query(COPY_RIGHTS);
  await db.query(`SELECT platform.copy_rights('${before}', '${months}')`);
  await own(db, months, sequences);
  await db.query(`ALTER TABLE ${months} RENAME TO ${name}`);
  for (const trigger of triggers) await db.query(trigger.definition);
}

/** Sequences of the first partition would be dropped with it. */
async function own(db: QueryRunner, table: string, sequences: Parts['sequences']): Promise<void> {
  for (const { name, column } of sequences) await db.query(`ALTER SEQUENCE ${name} OWNED BY ${table}.${column}`);
}

/** Returns the statement that defines an index of a table for all months. */
function definitionFor(months: string, { name, definition, isKey }: Parts['indexes'][number], table: string): string {
  if (isKey) return `ALTER TABLE ${months} ADD CONSTRAINT ${name} ${definition}`;
  return definition.replace(` ON ${table} `, ` ON ${months} `);
}

/** Moves the rows of all partitions into the first one, which becomes the table again. Blocks: for development. */
export async function unpartition(db: QueryRunner, table: string): Promise<void> {
  const { schema, name } = split(table);
  const before = `${table}_before`;
  const { triggers, sequences } = await partsOf(db, table);
  for (const trigger of triggers) await db.query(`DROP TRIGGER ${trigger.name} ON ${table}`);
  await db.query(`ALTER TABLE ${table} DETACH PARTITION ${before}`);
  const [columns] = (await db.query(
    `SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS names FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
    [before],
  )) as { names: string }[];
  await db.query(`INSERT INTO ${before} (${columns?.names}) SELECT ${columns?.names} FROM ${table}`);
  await own(db, before, sequences);
  await db.query(`DROP TABLE ${table}`);
  const { indexes, statistics } = await partsOf(db, before);
  await db.query(`ALTER TABLE ${before} RENAME TO ${name}`);
  const formerName = (each: { readonly name: string }) => each.name.replace(/_before$/, '');
  for (const index of indexes) await db.query(`ALTER INDEX ${schema}.${index.name} RENAME TO ${formerName(index)}`);
  for (const each of statistics)
    await db.query(`ALTER STATISTICS ${schema}.${each.name} RENAME TO ${formerName(each)}`);
  for (const trigger of triggers) await db.query(trigger.definition);
}

async function partsOf(db: QueryRunner, table: string): Promise<Parts> {
  return {
    indexes: (await db.query(INDEXES, [table])) as Parts['indexes'],
    statistics: (await db.query(STATISTICS, [table])) as Parts['statistics'],
    triggers: (await db.query(TRIGGERS, [table])) as Parts['triggers'],
    sequences: (await db.query(SEQUENCES, [table])) as Parts['sequences'],
  };
}

function split(table: string): { schema: string; name: string } {
  const dot = table.indexOf('.');
  return { schema: table.slice(0, dot), name: table.slice(dot + 1) };
}

function untilOf(table: string): string {
  return `${split(table).name}_until`;
}
