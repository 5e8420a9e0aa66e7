import { createHash } from 'node:crypto';
import type { QueryRunner } from 'typeorm';
import { alter, SESSION_SETTINGS } from '../database/online/locks';
import type { RecordedTable } from './recorded-table';

interface Column {
  readonly name: string;
  readonly type: string;
}

/** The statements that record the changes of a table, and a digest of them. */
interface Recorder {
  readonly fn: string;
  readonly statements: readonly string[];
  readonly digest: string;
}

/** The call that records a change, in SQL. */
interface Recorded {
  readonly verb: string;
  /** The row that names the resource. */
  readonly row: 'OLD' | 'NEW';
  readonly before: string;
  readonly after: string;
  readonly hiddenNames: string;
}

const COLUMNS = `
  SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
  WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`;

/** The functions of a schema that record activity. The digest is null if no trigger calls the function any more. */
const DIGESTS = `
  SELECT n.nspname || '.' || p.proname AS fn,
    CASE WHEN EXISTS (SELECT FROM pg_trigger WHERE tgfoid = p.oid) THEN obj_description(p.oid, 'pg_proc') END AS digest
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = $1 AND starts_with(p.proname, 'record_activity_of_')`;

/**
 * Creates the triggers of a schema that record activity, replaces those whose description has changed, and drops those of tables
 * that are no longer described. No migration creates them, because they must match the descriptions of this release, whichever
 * migrations have run.
 */
export async function recordChanges(db: QueryRunner, schema: string, tables: readonly RecordedTable[]): Promise<void> {
  const [ready] = (await db.query(`SELECT to_regclass('platform.activity') IS NOT NULL AS yes`)) as { yes: boolean }[];
  if (!ready?.yes) return;
  const known = (await db.query(DIGESTS, [schema])) as { fn: string; digest: string | null }[];
  const described = new Set(tables.map(({ table }) => functionOf(table)));
  await db.query(SESSION_SETTINGS);
  for (const { fn } of known) if (!described.has(fn)) await alter(db, `DROP FUNCTION ${fn}() CASCADE`);
  for (const table of tables) {
    const recorder = recorderOf(table, (await db.query(COLUMNS, [table.table])) as Column[]);
    if (known.some(({ fn, digest }) => fn === recorder.fn && digest === recorder.digest)) continue;
    await alter(db, ...recorder.statements, `COMMENT ON FUNCTION ${recorder.fn} IS '${recorder.digest}'`);
  }
}

/** Returns the name of a column's field in the API. */
function fieldOf(column: string): string {
  return column.replace(/_seconds$/, '_s');
}

/** Returns the function that records the changes of a table. */
function functionOf(table: string): string {
  const [schema, name] = table.split('.');
  return `${schema}.record_activity_of_${name}`;
}

function recorderOf(described: RecordedTable, columns: readonly Column[]): Recorder {
  const { table, fields, hidden = {}, isPruned = false } = described;
  const fn = functionOf(table);
  const watched = [...fields, ...Object.keys(hidden)];
  const rows = (row: string) => `(${watched.map((column) => `${row}.${column}`).join(', ')})`;
  const trigger = (suffix: string, event: string, condition: string) =>
    `CREATE OR REPLACE TRIGGER record_activity_${suffix} AFTER ${event} ON ${table} FOR EACH ROW ${condition}
     EXECUTE FUNCTION ${fn}()`;
  const statements = [
    `CREATE OR REPLACE FUNCTION ${fn}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
     BEGIN ${bodyOf(described, columns)} RETURN NULL; END $$`,
    trigger('added', 'INSERT', ''),
    isPruned ? `DROP TRIGGER IF EXISTS record_activity_removed ON ${table}` : trigger('removed', 'DELETE', ''),
    // The condition is checked without a call of the function, so that other changes of the row cost next to nothing.
    trigger('changed', `UPDATE OF ${watched.join(', ')}`, `WHEN (${rows('OLD')} IS DISTINCT FROM ${rows('NEW')})`),
  ];
  return { fn, statements, digest: createHash('sha256').update(statements.join(';')).digest('hex').slice(0, 16) };
}

function bodyOf(described: RecordedTable, columns: readonly Column[]): string {
  const {
    kind,
    id = 'row.id',
    account = 'row.account_id',
    name = 'NULL',
    fields,
    clearing = [],
    hidden = {},
    endings = {},
  } = described;
  const of = (sql: string, row: string) => `(${sql.replaceAll(/\brow\./g, `${row}.`)})`;
  const values = (row: string) =>
    fields.map((field) => `'${fieldOf(field)}', ${valueOf(field, row, columns, clearing.includes(field))}`).join(', ');
  const object = (row: string) => `jsonb_build_object(${values(row)})`;
  const names = (isChanged: (column: string) => string) => {
    const each = Object.entries(hidden).map(([column, as]) => `CASE WHEN ${isChanged(column)} THEN '${as}' END`);
    return each.length > 0 ? `array_remove(ARRAY[${each.join(', ')}]::text[], NULL)` : `'{}'::text[]`;
  };
  const record = ({ verb, row, before, after, hiddenNames }: Recorded) =>
    `PERFORM platform.record_activity(${of(account, row)}, '${kind}', ${verb}, ${of(id, row)}, ${of(name, row)},
       ${before}, ${after}, ${hiddenNames});`;
  const ended = Object.entries(endings).map(
    ([column, verb]) => `WHEN OLD.${column} IS NULL AND NEW.${column} IS NOT NULL THEN '${verb}'`,
  );
  const added = record({
    verb: `'created'`,
    row: 'NEW',
    before: `'{}'`,
    after: object('NEW'),
    hiddenNames: names((column) => `NEW.${column} IS NOT NULL`),
  });
  const changed = record({
    verb: ended.length > 0 ? `CASE ${ended.join(' ')} ELSE 'updated' END` : `'updated'`,
    row: 'NEW',
    before: object('OLD'),
    after: object('NEW'),
    hiddenNames: names((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`),
  });
  const removed = record({
    verb: `'deleted'`,
    row: 'OLD',
    before: object('OLD'),
    after: `'{}'`,
    hiddenNames: names((column) => `OLD.${column} IS NOT NULL`),
  });
  return `
    IF TG_OP = 'INSERT' THEN ${added}
    ELSIF TG_OP = 'UPDATE' THEN ${changed}
    ELSE ${removed}
    END IF;`;
}

/** Times are Unix seconds, as in the API. */
function valueOf(name: string, row: string, columns: readonly Column[], isClearing: boolean): string {
  const column = columns.find((each) => each.name === name);
  if (!column) throw new Error(`The recorded column ${name} does not exist.`);
  if (column.type.startsWith('timestamp')) return `floor(extract(epoch FROM ${row}.${name}))`;
  return column.type === 'jsonb' && !isClearing ? `jsonb_strip_nulls(${row}.${name})` : `${row}.${name}`;
}
