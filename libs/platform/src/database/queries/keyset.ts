import { type Keyset, type Page, pageOf, type PageRequest } from '@trunkline/kernel';
import type { Database } from '../database';
import type { QueryResultRow } from 'pg';

/** A sort key of a list: the SQL to order by, its type, and its value in a row. */
export interface SortKey<Row> {
  readonly column: string;
  readonly type: 'timestamptz' | 'text' | 'bigint';
  readonly of: (row: Row) => string | number;
}

export interface ListStatement<Row> {
  /** SELECT and FROM. */
  readonly select: string;
  /** Conditions with $1, $2, …; at least one. */
  readonly where: readonly string[];
  readonly values: readonly unknown[];
  readonly key: SortKey<Row>;
  /** SQL of the column that breaks ties. */
  readonly id: string;
}

/** Reads one page by keyset, so that new rows never shift pages that were read. */
export async function readPage<Row extends QueryResultRow & { readonly id: string }>(
  db: Database,
  statement: ListStatement<Row>,
  { limit, order, after }: PageRequest,
): Promise<Page<Row>> {
  const { select, where, values, key, id } = statement;
  const bound = values.length;
  const [operator, direction] = order === 'asc' ? ['>', 'ASC'] : ['<', 'DESC'];
  const beyond = `(${key.column}, ${id}) ${operator} ($${bound + 2}::${key.type}, $${bound + 3}::text)`;
  const conditions = after ? [...where, beyond] : where;
  const rows = await db.query<Row>(
    `${select} WHERE ${conditions.join(' AND ')} ORDER BY ${key.column} ${direction}, ${id} ${direction} LIMIT $${bound + 1}`,
    [...values, limit + 1, ...(after ? [after.key, after.id] : [])],
  );
  return pageOf(rows, limit, (row): Keyset => ({ key: key.of(row), id: row.id }));
}
