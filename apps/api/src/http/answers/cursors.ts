import { hash } from 'node:crypto';
import {
  type ArgumentMetadata,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type PipeTransform,
} from '@nestjs/common';
import { invalidFields, type Keyset, type Page, type PageRequest, type SortOrder } from '@trunkline/kernel';
import { CryptoBox } from '@trunkline/platform';
import { LIST_QUERY } from '../endpoint/declared-arguments';
import { type EdgeRequest, requestOf } from '../endpoint/edge-request';
import { field, Text } from '../fields/fields';
import { QueryInteger } from '../fields/query-fields';
import { validated } from '../fields/validation';
import { type DtoClass, SchemaOf, schemaName } from '../openapi/schema';

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

/** The `next_cursor` of a page. */
export function NextCursor(): PropertyDecorator {
  return field(
    {
      description: 'Send it as `cursor` to get the next page. Null on the last page.',
      example: CURSOR_EXAMPLE,
      nullable: true,
    },
    { type: 'string' },
  );
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
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

interface PagedQuery {
  readonly limit: number;
  readonly cursor?: string;
  readonly order?: SortOrder;
}

type Open = (...order: string[]) => Keyset | null;

const opened = new WeakMap<PagedQuery, Open>();

/**
 * Returns which page of a `ListQuery` to read. Throws `invalid_input` for a cursor of another list, sort order or filter, or of
 * another credential where the order depends on it (`orderedFor`).
 */
export function pageOfQuery<Sort extends string>(
  query: PagedQuery,
  sort: Sort,
  order = query.order ?? 'desc',
  orderedFor = '',
): PageRequest<Sort> {
  const open = opened.get(query);
  if (!open) throw new Error('The handler must take its query as ListQuery.');
  return { limit: query.limit, sort, order, after: open(sort, order, orderedFor) };
}

/**
 * Opens and seals the cursors of lists. A cursor is encrypted, and bound to its list, scope, sort order and filters: any
 * other use is rejected.
 */
@Injectable()
export class Cursors implements PipeTransform<EdgeRequest> {
  constructor(private readonly box: CryptoBox) {}

  /** Validates the query of a list, and prepares its cursors. */
  async transform(request: EdgeRequest, { metatype }: ArgumentMetadata): Promise<PagedQuery> {
    const query = await validated(metatype as new () => PagedQuery, request.query, 'query');
    opened.set(query, (...order) => {
      const bound = boundTo(request, query, order);
      request.edge.sealNext = ({ next, ...page }) => ({ ...page, nextCursor: next && this.seal(next, bound) });
      return query.cursor === undefined ? null : this.open(query.cursor, bound);
    });
    return query;
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

/** Returns a page of other items, for items whose members need a rule. */
export async function mapPage<Row, Item>(page: Promise<Page<Row>>, map: (row: Row) => Item): Promise<Page<Item>> {
  const { items, next } = await page;
  return { items: items.map((row) => map(row)), next };
}

const listQuery = createParamDecorator((_: unknown, context: ExecutionContext) => requestOf(context));

/** The query of a list, of which `pageOfQuery` returns the page to read. The edge seals the cursor of the next one. */
export function ListQuery(): ParameterDecorator {
  return (controller, method, index) => {
    listQuery(Cursors)(controller, method, index);
    Reflect.defineMetadata(LIST_QUERY, index, controller, method as string);
  };
}

const NOT_FILTERS = ['limit', 'cursor', 'sort', 'order'];

/** Returns the filters of the query of a list, without its page and order. */
export function filtersIn<Query extends object>(query: Query): Omit<Query, 'limit' | 'cursor' | 'sort' | 'order'> {
  const filters = Object.entries(query).filter(([name, value]) => value !== undefined && !NOT_FILTERS.includes(name));
  return Object.fromEntries(filters) as Omit<Query, 'limit' | 'cursor' | 'sort' | 'order'>;
}

/** A list is one operation, for one account, user or operator, and one parent resource in the path. */
function boundTo({ edge, params }: EdgeRequest, query: PagedQuery, order: readonly string[]): string {
  const filters = Object.entries(filtersIn(query)).sort(([a], [b]) => (a < b ? -1 : 1));
  const { principal, operatorId, policy } = edge;
  const isOfAccount = policy !== undefined && policy.permissions.length + policy.anyPermission.length > 0;
  const owner = operatorId ?? (isOfAccount ? principal?.accountId : principal?.userId);
  const bound = [owner, policy?.id, Object.values(params), order, filters];
  return hash('sha256', JSON.stringify(bound), 'base64url');
}

const pages = new Map<DtoClass, DtoClass>();

/** Returns the class of a page of `item`, for the OpenAPI document. */
export function pageOfDto(item: DtoClass): DtoClass {
  const known = pages.get(item);
  if (known) return known;
  class PageDto {
    @field(
      { description: 'The items of this page.', nested: () => item },
      { type: 'array', items: { dto: () => item } },
    )
    items: object[];

    @NextCursor()
    nextCursor: string | null;
  }
  SchemaOf({ name: `${schemaName(item)}Page` })(PageDto);
  pages.set(item, PageDto);
  return PageDto;
}
