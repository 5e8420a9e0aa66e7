import type { PageRequest } from '@trunkline/kernel';
import type { CdrFilters, CdrSort } from '../../application/reads/ports';
import { ANSWERED_CAUSES } from '../../domain/ingest/hangup-cause';
import { type Conditions, conditionsOf } from './cdr-conditions';

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
  readonly hiddenDigits: number;
  readonly page: PageRequest<CdrSort>;
}

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Builds the statements that read a page and one row more. */
export class CdrPage {
  private readonly conditions: Conditions;
  private readonly isAnswered: boolean | null;
  private readonly compare: '>' | '<';

  /** `select` is the statement up to its FROM. */
  constructor(
    private readonly select: string,
    private readonly request: PageOfCdrs,
  ) {
    this.conditions = conditionsOf(request.accountId, request.filters, request.hiddenDigits);
    this.isAnswered = answeredOf(request.filters);
    this.compare = request.page.order === 'asc' ? '>' : '<';
  }

  /** Reads the page from an index in its order. */
  inOrder(): Statement {
    const { column, isZeroUnanswered } = SORT_COLUMNS[this.request.page.sort];
    const limit = this.bound(this.request.page.limit + 1);
    const branch = (isAnswered: boolean | null, beyond: readonly string[], by: readonly string[]) =>
      `${this.matching(isAnswered, beyond)} ${this.orderBy(by)} LIMIT ${limit}`;
    if (!isZeroUnanswered) return this.statement(branch(this.isAnswered, this.beyond(), [column, 'id']));
    const branches: string[] = [];
    if (this.isAnswered !== false) branches.push(branch(true, this.beyond(), [column, 'id']));
    if (this.isAnswered !== true) branches.push(branch(false, this.beyondInZeros(), ['id']));
    const union = branches.map((each) => `(${each})`).join(' UNION ALL ');
    return this.statement(`SELECT * FROM (${union}) AS page ${this.orderBy([column, 'id'])} LIMIT ${limit}`);
  }

  /**
   * Finds all matching CDRs before it sorts them, for a range of hours that has few. The planner would assume that they are
   * spread evenly over the sort order, and search it from one end.
   */
  ofFew(): Statement {
    const { column } = SORT_COLUMNS[this.request.page.sort];
    const limit = this.bound(this.request.page.limit + 1);
    return this.statement(`WITH matching AS MATERIALIZED (${this.matching(this.isAnswered, this.beyond())})
      SELECT * FROM matching ${this.orderBy([column, 'id'])} LIMIT ${limit}`);
  }

  private statement(text: string): Statement {
    return { text, values: this.conditions.values };
  }

  /** States whether the calls were answered, so that the planner can use the indexes of each kind. */
  private matching(isAnswered: boolean | null, beyond: readonly string[]): string {
    const answer = isAnswered === null ? [] : [`answered_at IS ${isAnswered ? 'NOT NULL' : 'NULL'}`];
    return `${this.select} FROM cdr.cdrs WHERE ${[...this.conditions.texts, ...answer, ...beyond].join(' AND ')}`;
  }

  private orderBy(columns: readonly string[]): string {
    return `ORDER BY ${columns.map((name) => `${name} ${this.request.page.order}`).join(', ')}`;
  }

  /** Values are bound only where they are used: PostgreSQL cannot tell the type of an unused one. */
  private bound(value: unknown): string {
    return `$${this.conditions.values.push(value)}`;
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

/** Returns what the filters say about the answer, or null. */
function answeredOf({ isAnswered, minBillableSeconds, minCostCents, ...causes }: CdrFilters): boolean | null {
  if (isAnswered !== null) return isAnswered;
  const isCharged = (minBillableSeconds ?? 0) > 0 || (minCostCents ?? 0) > 0;
  return isCharged ? true : answeredBy(causes);
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
