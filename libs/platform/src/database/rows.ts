import type { QueryResultRow } from 'pg';
import type { EntitySchema, ObjectLiteral, QueryDeepPartialEntity } from 'typeorm';
import type { Database } from './database';

/** Inserts rows as `Database.write` does, in one statement. */
export async function insertRows<T extends ObjectLiteral>(
  db: Database,
  schema: EntitySchema<T>,
  rows: readonly T[],
  translate?: (error: unknown) => unknown,
): Promise<void> {
  if (rows.length === 0) return;
  const insert = db.dataSource.createQueryBuilder().insert().into(schema);
  const [text, values] = insert.values([...rows] as QueryDeepPartialEntity<T>[]).getQueryAndParameters();
  await db.write(text, values, translate);
}

/** Updates the given columns of one row as `Database.write` does. */
export async function updateRow<T extends ObjectLiteral>(
  db: Database,
  schema: EntitySchema<T>,
  row: { readonly where: Partial<T>; readonly set: Partial<T> },
): Promise<void> {
  const update = db.dataSource.createQueryBuilder().update(schema);
  const [text, values] = update.set(row.set).where(row.where).getQueryAndParameters();
  await db.write(text, values);
}

/** Returns the entity of a row with all columns of its table. Other columns are ignored. */
export function entityOf<T extends ObjectLiteral>(db: Database, schema: EntitySchema<T>, row: QueryResultRow): T {
  const metadata = db.dataSource.getMetadata(schema);
  const entity = metadata.create() as T;
  for (const column of metadata.columns) column.setEntityValue(entity, row[column.databaseName]);
  return entity;
}
