import { type Page, pageOf, type PageRequest } from '@trunkline/kernel';
import type { Where } from './where';

/** A list whose pages `Database.page` reads. */
export interface List<Row> {
  /** SELECT and FROM. */
  readonly select: string;
  readonly where: Where;
  /** SQL of the sort key, and of the id that breaks ties. */
  readonly by: readonly [key: string, id: string];
  /** The values of both in a row. */
  readonly of: (row: Row) => readonly [key: Date | string | number, id: string];
}

/** Returns the statement of a page by keyset, so that new rows never shift pages that were read. It has one row more. */
export function pageStatement<Row>({ select, where, by }: List<Row>, { limit, order, after }: PageRequest) {
  const [key, id] = by;
  const [operator, direction] = order === 'asc' ? ['>', 'ASC'] : ['<', 'DESC'];
  if (after) where.always(`(${key}, ${id}) ${operator} (${where.value(after.key)}, ${where.value(after.id)})`);
  const rows = where.limit(limit);
  return {
    text: `${select} ${where.text} ORDER BY ${key} ${direction}, ${id} ${direction} ${rows}`,
    values: where.values,
  };
}

/** Returns the page of the rows of `pageStatement`, which have one more than the page if there is a next one. */
export function pageOfRows<Row>({ of }: List<Row>, rows: readonly Row[], limit: number): Page<Row> {
  return pageOf(rows, limit, (row) => {
    const [key, id] = of(row);
    return { key: key instanceof Date ? key.toISOString() : key, id };
  });
}
