import type { QueryResultRow } from 'pg';
import type { EntityMetadata, EntitySchema, ObjectLiteral } from 'typeorm';
import type { Database } from '../database';

type Column = EntityMetadata['columns'][number];

/** Which rows to read: those whose columns equal the members of `where`, and have one of the values of `among`. */
export interface Selection<T> {
  readonly where: Partial<T>;
  readonly among?: { readonly column: keyof T & string; readonly values: readonly string[] };
  /** Ascending. */
  readonly orderBy?: keyof T & string;
  /** Locks the rows until the transaction ends. */
  readonly forUpdate?: boolean;
}

/** Inserts rows as `Database.write` does, in one statement. */
export async function insertRows<T extends ObjectLiteral>(
  db: Database,
  schema: EntitySchema<T>,
  rows: readonly T[],
  translate?: (error: unknown) => unknown,
): Promise<void> {
  if (rows.length === 0) return;
  const { columns, tablePath } = db.dataSource.getMetadata(schema);
  const values: unknown[] = [];
  const tuples = rows.map((row) => {
    const places = columns.map((column) => {
      const value: unknown = column.getEntityValue(row);
      return value === undefined ? 'DEFAULT' : `$${values.push(stored(db, column, value))}`;
    });
    return `(${places.join(', ')})`;
  });
  const names = columns.map(({ databaseName }) => databaseName).join(', ');
  await db.write(`INSERT INTO ${tablePath} (${names}) VALUES ${tuples.join(', ')}`, values, translate);
}

/** The new values of some columns of one row. */
export interface Change<T> {
  readonly where: Partial<T>;
  readonly set: Partial<T>;
}

/**
 * Updates rows as `Database.write` does, in one statement of an UPDATE each: joined with a list of rows, a planner without
 * statistics would scan the whole table. For few rows, each of which is changed once.
 */
export async function updateRows<T extends ObjectLiteral>(
  db: Database,
  schema: EntitySchema<T>,
  changes: readonly Change<T>[],
): Promise<void> {
  const metadata = db.dataSource.getMetadata(schema);
  const values: unknown[] = [];
  const updates = changes.map(({ where, set }) => {
    const assignments = termsOf(db, metadata, set, values).join(', ');
    const condition = termsOf(db, metadata, where, values).join(' AND ');
    return `UPDATE ${metadata.tablePath} SET ${assignments} WHERE ${condition}`;
  });
  const last = updates.pop();
  if (!last) return;
  const others = updates.map((update, index) => `update_${index} AS (${update})`).join(', ');
  await db.write(others ? `WITH ${others} ${last}` : last, values);
}

/**
 * Reads entities as `Database.query` does. TypeORM's `find` sends statements without a name, which PostgreSQL plans each
 * time, and costs the process several times as much.
 */
export async function selectRows<T extends ObjectLiteral>(
  db: Database,
  schema: EntitySchema<T>,
  { where, among, orderBy, forUpdate = false }: Selection<T>,
): Promise<T[]> {
  const metadata = db.dataSource.getMetadata(schema);
  const values: unknown[] = [];
  const names = metadata.columns.map(({ databaseName }) => databaseName).join(', ');
  const terms = termsOf(db, metadata, where, values);
  if (among) terms.push(`${columnOf(metadata, among.column).databaseName} = ANY($${values.push(among.values)})`);
  const condition = terms.join(' AND ');
  const order = orderBy ? ` ORDER BY ${columnOf(metadata, orderBy).databaseName}` : '';
  const lock = forUpdate ? ' FOR UPDATE' : '';
  const text = `SELECT ${names} FROM ${metadata.tablePath} WHERE ${condition}${order}${lock}`;
  const rows = await db.query(text, values);
  return rows.map((row) => entityOf(db, schema, row));
}

/** Reads one entity as `selectRows` does, or returns null. */
export async function selectRow<T extends ObjectLiteral>(
  db: Database,
  schema: EntitySchema<T>,
  selection: Selection<T>,
): Promise<T | null> {
  return (await selectRows(db, schema, selection))[0] ?? null;
}

/** Returns the entity of a row with all columns of its table. Other columns are ignored. */
function entityOf<T extends ObjectLiteral>(db: Database, schema: EntitySchema<T>, row: QueryResultRow): T {
  const metadata = db.dataSource.getMetadata(schema);
  const entity = metadata.create() as T;
  for (const column of metadata.columns) column.setEntityValue(entity, row[column.databaseName]);
  return entity;
}

/** Returns `column = $n` for each member, whose value it adds. */
function termsOf(db: Database, metadata: EntityMetadata, members: ObjectLiteral, values: unknown[]): string[] {
  return Object.entries(members).map(([name, value]) => {
    const column = columnOf(metadata, name);
    return `${column.databaseName} = $${values.push(stored(db, column, value))}`;
  });
}

function columnOf(metadata: EntityMetadata, name: string): Column {
  const column = metadata.findColumnWithPropertyName(name);
  if (!column) throw new Error(`${metadata.name} has no column ${name}.`);
  return column;
}

function stored(db: Database, column: Column, value: unknown): unknown {
  return value === null ? null : db.dataSource.driver.preparePersistentValue(value, column);
}
