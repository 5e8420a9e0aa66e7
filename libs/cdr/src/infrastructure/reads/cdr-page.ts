import { earliestId, type PageRequest } from '@trunkline/kernel';
import type { Where } from '@trunkline/platform';
import type { CdrFilters, CdrSort } from '../../application/reads/ports';
import { ANSWERED_CAUSES } from '../../domain/ingest/hangup-cause';
import { bounded, conditionsOf } from './cdr-conditions';
import { type FewParties, matchingRows } from './party-search';

interface SortColumn {
  readonly column: string;
  readonly type: string;
  /** The column is 0 for unanswered calls, which are in the order of their ids then. */
  readonly isZeroUnanswered: boolean;
}

const SORT_COLUMNS: Readonly<Record<CdrSort, SortColumn>> = {
  started_at: { column: 'started_at', type: 'timestamptz', isZeroUnanswered: false },
  created_at: { column: 'created_at', type: 'timestamptz', isZeroUnanswered: false },
  billable_duration_s: { column: 'billable_duration_seconds', type: 'integer', isZeroUnanswered: true },
  customer_total_cents: { column: 'customer_total_cents', type: 'bigint', isZeroUnanswered: true },
};

export interface PageOfCdrs {
  readonly accountId: string;
  readonly filters: CdrFilters;
  readonly oldest: Date;
  readonly hiddenDigits: number;
  readonly page: PageRequest<CdrSort>;
}

/** What is known of the matching CDRs: bounds are null where there are none. */
export interface CdrSearch {
  /** No CDR matches. */
  readonly isEmpty: boolean;
  /** The matching CDRs are so few that they can be sorted. */
  readonly isFew: boolean;
  /** A column with a range filter that few answered CDRs match; they are indexed by it. */
  readonly fewBy: string | null;
  readonly fewParties: FewParties | null;
  readonly startedFrom: Date | null;
  /** Exclusive. */
  readonly startedTo: Date | null;
  readonly createdTo: Date | null;
  readonly firstId: string | null;
  readonly lastId: string | null;
}

/** More than there are where few match, even if some were added meanwhile. */
const ROWS_MAX = 100_000;

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Builds the statement that reads a page and one row more. */
export class CdrPage {
  private readonly where: Where;
  /** The ids of the months in which all matching CDRs are. */
  private readonly months: readonly string[];
  private readonly isAnswered: boolean | null;
  /** True if the filters select by an index of answered calls. */
  private readonly isCharged: true | null;
  private readonly compare: '>' | '<';

  /** `select` is the statement up to its FROM. */
  constructor(
    private readonly select: string,
    private readonly request: PageOfCdrs,
    private readonly search: CdrSearch,
  ) {
    const { accountId, filters, oldest, hiddenDigits, page } = request;
    this.where = conditionsOf(accountId, bounded(filters, page.sort, oldest), hiddenDigits);
    const [first, end] = [monthBound(search.firstId, 0), monthBound(search.lastId, 1)];
    this.months = first && end ? [`id >= ${this.bound(first)}`, `id < ${this.bound(end)}`] : [];
    this.months.forEach((condition) => this.where.always(condition));
    // However the page is read: what is created meanwhile may be in a month that is left out.
    if (page.sort === 'created_at') this.where.add('created_at <= ?', search.createdTo);
    this.isCharged = isCharged(filters) ? true : null;
    this.isAnswered = answeredOf(filters);
    this.compare = page.order === 'asc' ? '>' : '<';
  }

  statement(): Statement {
    const isFew = this.search.isFew || this.search.fewParties !== null;
    const text = isFew ? this.rowsOf(this.ofFew()) : this.inOrder();
    return { text, values: this.where.values };
  }

  /** Reads the page from an index in its order. */
  private inOrder(): string {
    const { column, isZeroUnanswered } = SORT_COLUMNS[this.request.page.sort];
    this.addBounds();
    const limit = this.bound(this.request.page.limit + 1);
    if (isZeroUnanswered) return this.rowsOf(this.inBranches(column, limit));
    const page = (select: string) =>
      `${this.matching(select, this.isCharged, this.beyond())} ${this.orderBy([column, 'id'])} LIMIT ${limit}`;
    return hasFilter(this.request.filters) ? this.rowsOf(page('SELECT id')) : page(this.select);
  }

  /** Finds the ids of answered and of unanswered calls in separate indexes, which hold what filters need. */
  private inBranches(column: string, limit: string): string {
    const keys = `SELECT id, ${column}`;
    const branch = (isAnswered: boolean, beyond: readonly string[], by: readonly string[]) =>
      `${this.matching(keys, isAnswered, beyond)} ${this.orderBy(by)} LIMIT ${limit}`;
    const branches: string[] = [];
    if (this.isAnswered !== false)
      branches.push(
        this.search.fewBy === null
          ? branch(true, this.beyond(), [column, 'id'])
          : // Reads them all, in the order of their index: the planner takes them for many, since unanswered calls match too.
            `${this.matching(keys, true, this.beyond())} ORDER BY ${this.search.fewBy}, id LIMIT ${ROWS_MAX}`,
      );
    if (this.isAnswered !== true) branches.push(branch(false, this.beyondInZeros(), ['id']));
    const union = branches.map((each) => `(${each})`).join(' UNION ALL ');
    return `SELECT id FROM (${union}) AS found ${this.orderBy([column, 'id'])} LIMIT ${limit}`;
  }

  /** Reads the CDRs of a page whose ids `page` selects, so that no others are read where an index holds what filters need. */
  private rowsOf(page: string): string {
    const { column } = SORT_COLUMNS[this.request.page.sort];
    const found = [`account_id = ${this.bound(this.request.accountId)}`, ...this.months.map((each) => `cdrs.${each}`)];
    return `WITH page AS MATERIALIZED (${page})
      ${this.select} FROM page JOIN cdr.cdrs USING (id) WHERE ${found.join(' AND ')}
      ${this.orderBy([column, 'id'])}`;
  }

  /**
   * Finds all matching CDRs before it sorts them. The planner would assume that they are spread evenly over the sort order,
   * and search it from one end.
   */
  private ofFew(): string {
    const { column } = SORT_COLUMNS[this.request.page.sort];
    const limit = this.bound(this.request.page.limit + 1);
    const select = `SELECT ${this.search.fewParties === null ? '' : 'DISTINCT '}id, ${column}`;
    return `WITH matching AS MATERIALIZED (${this.matching(select, this.isCharged, this.beyond())})
      SELECT id FROM matching ${this.orderBy([column, 'id'])} LIMIT ${limit}`;
  }

  /** A filter by one time limits the search in another order by the bounds of its hours. */
  private addBounds(): void {
    const { startedFrom, startedTo, firstId, lastId } = this.search;
    const { sort } = this.request.page;
    if (sort === 'started_at') this.where.add('started_at >= ?', startedFrom).add('started_at < ?', startedTo);
    else if (sort !== 'created_at') this.where.add('id >= ?', firstId).add('id <= ?', lastId);
  }

  /**
   * States whether the calls were answered, so that the planner can use the indexes of each kind. For others it would be
   * harmful: a cause implies it, but the planner would expect fewer rows.
   */
  private matching(select: string, isAnswered: boolean | null, beyond: readonly string[]): string {
    const answer = isAnswered === null ? [] : [`answered_at IS ${isAnswered ? 'NOT NULL' : 'NULL'}`];
    return `${select} FROM ${this.source()} WHERE ${[...this.where.conditions, ...answer, ...beyond].join(' AND ')}`;
  }

  /** The CDRs to search: those of a party where few match, once for each of its alternatives. */
  private source(): string {
    const { fewParties } = this.search;
    if (fewParties === null) return 'cdr.cdrs';
    const { accountId } = this.request;
    const { matches, rowsMax: limit } = fewParties;
    const rows = matches.map((match) => matchingRows('*', this.where, { accountId, match, limit }));
    return `(${rows.map((each) => `(${each})`).join(' UNION ALL ')}) AS of_party`;
  }

  private orderBy(columns: readonly string[]): string {
    return `ORDER BY ${columns.map((name) => `${name} ${this.request.page.order}`).join(', ')}`;
  }

  /** Values are bound only where they are used: PostgreSQL cannot tell the type of an unused one. */
  private bound(value: unknown): string {
    return this.where.value(value);
  }

  private beyond(): string[] {
    const { after, sort } = this.request.page;
    if (!after) return [];
    const { column, type } = SORT_COLUMNS[sort];
    return [`(${column}, id) ${this.compare} (${this.bound(after.key)}::${type}, ${this.bound(after.id)}::text)`];
  }

  private beyondInZeros(): string[] {
    const { after, order } = this.request.page;
    if (!after) return [];
    if (Number(after.key) === 0) return [`id ${this.compare} ${this.bound(after.id)}::text`];
    return order === 'asc' ? ['false'] : [];
  }
}

const ID = /^cdr_([0-9a-z]{9})[0-9a-f]{16}$/;

/**
 * Returns the first id of the month of an id, or of a later one. As bounds, they let the planner leave out other partitions, and do
 * not change how many rows it expects of the rest.
 */
function monthBound(id: string | null, later: number): string | null {
  const [, time] = ID.exec(id ?? '') ?? [];
  if (time === undefined) return null;
  const at = new Date(Number.parseInt(time, 36));
  return earliestId('cdr', new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later)));
}

/** Whether there is a filter besides those by time. */
function hasFilter({
  from: _from,
  to: _to,
  createdFrom: _createdFrom,
  createdTo: _createdTo,
  existedAt: _existedAt,
  ...others
}: CdrFilters) {
  return Object.values<unknown>(others).some((value) => value !== undefined);
}

/** Whether no CDR can match, since the filters ask for answered and for unanswered calls. Nothing would end the search. */
export function isContradictory(filters: CdrFilters): boolean {
  const answers = [
    filters.isAnswered,
    isCharged(filters) ? true : null,
    answeredBy({ hangupCauses: filters.hangupCauses }),
    answeredBy({ sipResponseCodes: filters.sipResponseCodes }),
  ];
  return answers.includes(true) && answers.includes(false);
}

/** Returns what the filters say about the answer, or null. */
function answeredOf(filters: CdrFilters): boolean | null {
  return filters.isAnswered ?? (isCharged(filters) ? true : answeredBy(filters));
}

/** Only answered calls have a length and a cost. */
function isCharged({ minBillableSeconds, minCostCents }: CdrFilters): boolean {
  return (minBillableSeconds ?? 0) > 0 || (minCostCents ?? 0) > 0;
}

/** Answered calls have the response 200 and causes of their own. */
function answeredBy({ hangupCauses, sipResponseCodes }: Pick<CdrFilters, 'hangupCauses' | 'sipResponseCodes'>) {
  return (
    onlyValue(hangupCauses?.map((cause) => ANSWERED_CAUSES.includes(cause))) ??
    onlyValue(sipResponseCodes?.map((code) => code === 200))
  );
}

function onlyValue(values: readonly boolean[] | undefined): boolean | null {
  const [first] = values ?? [];
  return first !== undefined && values?.every((value) => value === first) ? first : null;
}
