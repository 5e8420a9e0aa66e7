import { CommonErrors, type Page, type PageRequest } from '@trunkline/kernel';
import type { QueryResultRow } from 'pg';
import { type List, pageOfRows, pageStatement } from './page';

/**
 * How PostgreSQL plans a statement.
 *
 * - `once`: for each connection, without regard to the values. The default.
 * - `for values`: at each execution, which takes some tenths of a millisecond. For statements whose best plan depends on how
 *   many rows match.
 * - `shared`: as `once`, and outside a transaction the statement is sent together with those of other requests over one
 *   connection, and waits for the ones before it. For reads by index of at most a page of rows.
 */
export type Plan = 'once' | 'for values' | 'shared';

/** Reads rows, wherever `query` executes its statements. */
export abstract class RowReads {
  /** Executes a statement and returns its rows. */
  abstract query<Row extends QueryResultRow>(text: string, values?: readonly unknown[], plan?: Plan): Promise<Row[]>;

  /** Returns the first row of a statement, or null. */
  async find<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
    plan?: Plan,
  ): Promise<Row | null> {
    return (await this.query<Row>(text, values, plan))[0] ?? null;
  }

  /** Returns the first row of a statement. Throws `notFound` without one. */
  async get<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
    notFound: () => Error = CommonErrors.not_found,
    plan?: Plan,
  ): Promise<Row> {
    const row = await this.find<Row>(text, values, plan);
    if (!row) throw notFound();
    return row;
  }

  /** Reads one page of a list. */
  async page<Row extends QueryResultRow>(list: List<Row>, request: PageRequest, plan?: Plan): Promise<Page<Row>> {
    const { text, values } = pageStatement(list, request);
    return pageOfRows(list, await this.query<Row>(text, values, plan), request.limit);
  }
}
