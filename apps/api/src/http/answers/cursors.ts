import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { invalidFields, type Keyset, type Page, type PageRequest } from '@trunkline/kernel';
import { CryptoBox } from '@trunkline/platform';
import { Text } from '../fields/fields';
import { QueryInteger } from '../fields/query-fields';
import { DescribedAs, type DtoClass, SchemaOf, schemaName } from '../openapi/schema';

const PAGE_LIMIT = 25;
const PAGE_LIMIT_MAX = 100;
export const LONG_PAGE_LIMIT = 50;
const LONG_PAGE_LIMIT_MAX = 200;
const CURSOR_MAX = 600;
const CURSOR_EXAMPLE = 'k1.b3BhcXVl';

/** The `cursor` of a list. */
export function PageCursor(): PropertyDecorator {
  return Text({
    description: 'The `next_cursor` of the previous page. Valid only with the same sort order and filters.',
    example: CURSOR_EXAMPLE,
    optional: true,
    max: CURSOR_MAX,
  });
}

/** The `limit` of CDRs, transactions and events. Set LONG_PAGE_LIMIT as its value. */
export function LongPageLimit(): PropertyDecorator {
  return QueryInteger({
    description: 'Items per page.',
    example: LONG_PAGE_LIMIT,
    default: LONG_PAGE_LIMIT,
    min: 1,
    max: LONG_PAGE_LIMIT_MAX,
  });
}

abstract class Paged {
  abstract limit: number;

  @PageCursor()
  cursor?: string;
}

/** The `limit` and `cursor` of most lists. */
export class PageQuery extends Paged {
  @QueryInteger({
    description: 'Items per page.',
    example: PAGE_LIMIT,
    default: PAGE_LIMIT,
    min: 1,
    max: PAGE_LIMIT_MAX,
  })
  limit: number = PAGE_LIMIT;
}

/** The `limit` and `cursor` of transactions and login events. */
export class LongPageQuery extends Paged {
  @LongPageLimit()
  limit: number = LONG_PAGE_LIMIT;
}

export interface PageAnswer<T> {
  readonly items: T[];
  readonly next_cursor: string | null;
}

interface PagedQuery {
  readonly limit: number;
  readonly cursor?: string;
  readonly order?: 'asc' | 'desc';
}

export interface PagingOptions<Sort extends string> {
  readonly query: PagedQuery;
  /** What the list is restricted to: the account, operator or user, and a parent resource in the path. */
  readonly scope: string;
  readonly sort: Sort;
  /** Default: the order of the query, otherwise desc. */
  readonly order?: 'asc' | 'desc';
}

type ReadPage<Row, Sort extends string> = (request: PageRequest<Sort>) => Promise<Page<Row>>;

/**
 * Reads pages by opaque keyset cursors. A cursor is encrypted, and bound to its list, scope, sort order and filters:
 * any other use is rejected.
 */
@Injectable()
export class Cursors {
  constructor(private readonly box: CryptoBox) {}

  async page<Row, View, Sort extends string>(
    options: PagingOptions<Sort>,
    read: ReadPage<Row, Sort>,
    view: (row: Row) => View,
  ): Promise<PageAnswer<View>> {
    const order = options.order ?? options.query.order ?? 'desc';
    // The names of the query class and of the view function identify the list.
    const bound = boundTo(options, order, `${options.query.constructor.name}/${view.name}`);
    const after = options.query.cursor === undefined ? null : this.open(options.query.cursor, bound);
    const { items, next } = await read({ limit: options.query.limit, sort: options.sort, order, after });
    return { items: items.map(view), next_cursor: next && this.seal(next, bound) };
  }

  private seal({ key, id }: Keyset, bound: string): string {
    return this.box.seal('cursor', JSON.stringify([key, id]), bound);
  }

  private open(cursor: string, bound: string): Keyset {
    try {
      const [key, id] = JSON.parse(this.box.open('cursor', cursor, bound).toString()) as [string | number, string];
      return { key, id };
    } catch {
      throw invalidFields({ cursor: 'is not a cursor of this list with this sort order and these filters' });
    }
  }
}

const NOT_FILTERS = ['limit', 'cursor', 'sort', 'order'];

function boundTo({ query, scope, sort }: PagingOptions<string>, order: string, list: string): string {
  const filters = Object.entries(query as object)
    .filter(([name, value]) => value !== undefined && !NOT_FILTERS.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([scope, list, sort, order, filters]), 'base64url');
}

const pages = new Map<DtoClass, DtoClass>();

/** Returns the class of a page of `item`, for the OpenAPI document. */
export function pageOfDto(item: DtoClass): DtoClass {
  const known = pages.get(item);
  if (known) return known;
  class PageDto {
    static readonly isPage = true;

    @DescribedAs({ type: 'array', items: { dto: () => item }, description: 'The items of this page.' })
    items!: object[];

    @DescribedAs(
      {
        type: 'string',
        description: 'Send it as `cursor` to get the next page. Null on the last page.',
        examples: [CURSOR_EXAMPLE],
      },
      { nullable: true },
    )
    next_cursor!: string | null;
  }
  SchemaOf({ name: `${schemaName(item)}Page` })(PageDto);
  pages.set(item, PageDto);
  return PageDto;
}
