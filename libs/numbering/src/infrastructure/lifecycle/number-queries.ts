import { CommonErrors, type Page, pageOf, type PageRequest } from '@trunkline/kernel';
import {
  beginning,
  columnsOf,
  containing,
  type Database,
  oneOf,
  type Plan,
  spelledLike,
  Where,
} from '@trunkline/platform';
import { digitsText, hasKeysOf, isMixed, NEAR, pageText, planFor } from './number-plans';
import {
  type HistoryView,
  isForDigits,
  type NumberFilters,
  type NumberQueries,
  type NumberSort,
  type NumberStates,
  type NumberView,
  STATE_COUNT_MAX,
} from '../../application/lifecycle/number-queries';
import { englishNamesOf } from '../../application/supply/places';
import type { NumberStatus } from '../../domain/lifecycle/phone-number';
import { NUMBER_COLUMNS } from '../rows';
import { NumberHistorySchema } from './number-history';

const ONE_NUMBER = `SELECT ${NUMBER_COLUMNS} FROM numbering.phone_numbers n
  WHERE n.account_id = $1 AND n.e164 = $2 ORDER BY n.released_at DESC NULLS FIRST LIMIT 1`;

const SORT_TYPES = { assigned_at: 'timestamptz', e164: 'text', next_billing_at: 'timestamptz' } as const;
const KEYS: Readonly<Record<NumberSort, (view: NumberView) => string>> = {
  assigned_at: (view) => view.assignedAt.toISOString(),
  e164: (view) => view.e164,
  next_billing_at: (view) => view.nextBillingAt.toISOString(),
};

export class NumberReads implements NumberQueries {
  constructor(private readonly db: Database) {}

  get(accountId: string, e164: string): Promise<NumberView> {
    return this.db.get<NumberView>(ONE_NUMBER, [accountId, e164], CommonErrors.not_found, 'shared');
  }

  async list(accountId: string, filters: NumberFilters, page: PageRequest<NumberSort>): Promise<Page<NumberView>> {
    const { text, values, plan } = statementOf(accountId, filters, page);
    // A page at the head of one index takes as long as a look-up. A search for digits reads more.
    const isLookUp = plan === 'once' && filters.q === undefined;
    const rows = await this.db.query<NumberView>(text, values, isLookUp ? 'shared' : plan);
    return pageOf(rows, page.limit, (view) => ({ key: KEYS[page.sort](view), id: view.id }));
  }

  async count(accountId: string, filters: NumberFilters): Promise<number> {
    if (Object.values(filters).every((filter) => filter === undefined)) {
      return (await this.db.get<{ count: number }>(COUNT, [accountId], CommonErrors.not_found, 'shared')).count;
    }
    const { text, values } = numbersMatching(accountId, filters);
    const counted = `SELECT count(*)::integer AS count FROM numbering.phone_numbers n ${text}`;
    return (await this.db.get<{ count: number }>(counted, values, CommonErrors.not_found, 'for values')).count;
  }

  countStates(accountId: string): Promise<NumberStates> {
    return this.db.get<NumberStates>(STATES, [accountId], CommonErrors.not_found, 'shared');
  }

  async history(accountId: string, e164: string, page: PageRequest): Promise<Page<HistoryView>> {
    const { id } = await this.get(accountId, e164);
    const select = `SELECT ${columnsOf(NumberHistorySchema)} FROM numbering.number_history`;
    const where = new Where().add('number_id = ?', id).require('account_id = ?', accountId);
    return this.db.page<HistoryView>({ select, where, by: ['at', 'id'], of: (entry) => [entry.at, entry.id] }, page);
  }
}

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly plan: Plan;
}

function statementOf(accountId: string, filters: NumberFilters, page: PageRequest<NumberSort>): Statement {
  const { status, q } = filters;
  const where = numbersOf(accountId, status).after(page, page.sort, SORT_TYPES[page.sort]);
  const all = where.text;
  const { text: matching, values } = narrow(where, filters);
  const order = `ORDER BY n.${page.sort} ${page.order}, n.id ${page.order}`;
  const rows = where.value(page.limit + 1);
  const plan = planFor(filters, page.sort);
  if (q === undefined || !isForDigits(q))
    return { text: pageText(matching, `${order} LIMIT ${rows}`, status), values, plan };
  const digits = where.value(q);
  const text = isMixed(status)
    ? pageText(`${matching} AND ${hasKeysOf(digits)}`, `${order} LIMIT ${rows}`, status)
    : digitsText({ all, matching, digits, order, rows, near: where.value(NEAR) }, plan);
  return { text, values, plan };
}

/** Returns the condition of all numbers that match filters. Its first value is the account. */
export function numbersMatching(accountId: string, filters: NumberFilters): Where {
  return narrow(numbersOf(accountId, filters.status), filters);
}

/** Statuses are constants, so that the planner can use partial indexes. */
function numbersOf(accountId: string, status: NumberFilters['status']): Where {
  const where = new Where().require('account_id = ?', accountId);
  if (status) where.always(oneOf('status', status));
  return status?.includes('released') ? where : where.always(`status <> 'released'`);
}

function narrow(where: Where, filters: NumberFilters): Where {
  return narrowByPlace(narrowByDescription(where, filters), filters)
    .anyOf('id', filters.id)
    .anyOf('country', filters.country)
    .anyOf('number_type', filters.numberType)
    .anyOf('trunk_id', filters.trunkId)
    .anyOf('routing_profile_id', filters.routingProfileId)
    .anyOf('compliance_bundle_id', filters.complianceBundleId)
    .add('capabilities @> ?', filters.capabilities)
    .add(`strpos(e164, ?) <> 0`, digitsOf(filters))
    .add('assigned_at >= ?', filters.assignedFrom)
    .add('assigned_at < ?', filters.assignedTo)
    .when(filters.unrouted, 'trunk_id IS NULL AND routing_profile_id IS NULL', ROUTED)
    .when(filters.pastDue, `(${PAST_DUE})`, `NOT (${PAST_DUE})`)
    .when(filters.releaseScheduled, 'release_scheduled_at IS NOT NULL', 'release_scheduled_at IS NULL')
    .when(filters.priceChanging, 'price_changes_at IS NOT NULL', 'price_changes_at IS NULL');
}

function digitsOf({ q }: NumberFilters): string | undefined {
  return q !== undefined && isForDigits(q) ? q : undefined;
}

/** Reads the described numbers of the account, which the index `phone_numbers_described` has in the order of the page. */
function narrowByDescription(where: Where, { q, label, tag }: NumberFilters): Where {
  const text = q !== undefined && !isForDigits(q) ? q : undefined;
  if (text === undefined && label === undefined && tag === undefined) return where;
  return where
    .always('search_text IS NOT NULL')
    .add('tags @> ?', tag)
    .add(`split_part(search_text, E'\\n', 1) LIKE ANY (?)`, label && containing(label))
    .add('search_text LIKE ANY (?)', text && containing(text));
}

/** Compares the distinct places of the account, of which it has few, and then their names as they are stored. */
function narrowByPlace(where: Where, filters: NumberFilters): Where {
  for (const column of ['region', 'city'] as const) {
    const prefix = filters[column];
    if (prefix === undefined) continue;
    const patterns = [prefix, ...englishNamesOf(prefix)].flatMap(beginning);
    const matching = spelledLike(column, where.value(patterns));
    const places = `SELECT DISTINCT ${column} FROM numbering.phone_numbers WHERE account_id = $1 AND ${column} IS NOT NULL`;
    where.always(`${column} = ANY (ARRAY(SELECT ${column} FROM (${places}) AS places WHERE ${matching}))`);
  }
  return where;
}

const ROUTED = '(trunk_id IS NOT NULL OR routing_profile_id IS NOT NULL)';
const PAST_DUE = `failed_billing_attempts > 0 AND status = 'active'`;

const LIVE = `account_id = $1 AND status <> 'released'`;
const counted = (condition: string): string =>
  `(SELECT count(*)::integer FROM (SELECT FROM numbering.phone_numbers WHERE ${condition} LIMIT ${STATE_COUNT_MAX}) AS found)`;
const kept = (status: NumberStatus): string => `coalesce(sum(numbers) FILTER (WHERE status = '${status}'), 0)::integer`;
const COUNT = `SELECT coalesce(sum(numbers) FILTER (WHERE status <> 'released'), 0)::integer AS count
  FROM numbering.number_counts WHERE account_id = $1`;
/** The conditions are those of partial indexes, so that only the numbers that are counted are read. */
const STATES = `SELECT ${kept('active')} AS active, ${kept('pending_documents')} AS "pendingDocuments",
    ${kept('suspended')} AS suspended, ${kept('released')} AS released,
    ${counted(`${LIVE} AND trunk_id IS NULL AND routing_profile_id IS NULL`)} AS unrouted,
    ${counted(`account_id = $1 AND ${PAST_DUE}`)} AS "pastDue",
    ${counted(`${LIVE} AND release_scheduled_at IS NOT NULL`)} AS "releaseScheduled",
    ${counted(`${LIVE} AND price_changes_at IS NOT NULL`)} AS "priceChanging"
  FROM numbering.number_counts WHERE account_id = $1`;
