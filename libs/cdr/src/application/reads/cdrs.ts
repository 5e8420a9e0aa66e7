import {
  addDays,
  type Clock,
  CommonErrors,
  hangupCause,
  invalidFields,
  type Page,
  type PageRequest,
  rejection,
  shownCaller,
  shownRejection,
  TimeZone,
} from '@trunkline/kernel';
import type { Decision } from '../../domain/ingest/decision';
import { priceLines } from '../../domain/rating/price-lines';
import { type CdrRedaction, HIDDEN_DIGITS, redact } from '../../domain/redaction';
import type { CallDecisions } from '../ingest/ports';
import type { CallAccounts, CdrFilters, CdrQueries, CdrRetention, CdrSort, PartyFilter } from './ports';
import { type CallSummary, type CdrSummaries, type SummaryGroup, withRates } from './summaries';
import type { CdrDetailView, CdrView } from './views';

export interface SummaryQuery {
  readonly filters: CdrFilters;
  /** One or two different groups. */
  readonly groups: readonly SummaryGroup[];
  /** The name of a time zone. */
  readonly timezone: string;
  readonly page: PageRequest<'key'>;
}

/** The CDRs of an account, redacted as its settings demand. See docs/cdrs.md#reading-cdrs. */
export class Cdrs {
  constructor(
    private readonly queries: CdrQueries,
    private readonly summaries: CdrSummaries,
    private readonly accounts: CallAccounts,
    private readonly decisions: CallDecisions,
    private readonly retention: CdrRetention,
    private readonly clock: Clock,
  ) {}

  /** Lists no CDR beyond the retention. Throws `invalid_input` for a filter on hidden digits. */
  async list(accountId: string, requested: CdrFilters, page: PageRequest<CdrSort>): Promise<Page<CdrView>> {
    const { redaction, ...visible } = await this.visible(accountId, requested);
    const { items, next } = await this.queries.list({ accountId, ...visible, page });
    return { items: items.map((cdr) => shown(cdr, redaction)), next };
  }

  /** Throws `invalid_input` for filters that `list` does not accept. */
  async checkFilters(accountId: string, requested: CdrFilters): Promise<void> {
    await this.visible(accountId, requested);
  }

  /**
   * Sums up the CDRs that `list` would return. A group with two members has a key for each. Throws `invalid_input` for a filter on
   * hidden digits.
   */
  async summarize(accountId: string, query: SummaryQuery): Promise<CallSummary> {
    const { filters, oldest, hiddenDigits } = await this.visible(accountId, query.filters);
    const { groups, timezone, page } = query;
    const zone = TimeZone.of(timezone);
    const request = { accountId, filters, oldest, hiddenDigits, groups, zone, now: this.clock.now(), page };
    const { items, next, totals } = await this.summaries.sum(request);
    const summed = items.map(({ keys, ...sums }) => {
      const [key = null] = keys;
      return { key: keys.length === 1 ? key : keys, ...withRates(sums) };
    });
    return { items: summed, next, totals: withRates(totals) };
  }

  /** Returns those of the CDRs that match the filters, by id. Throws `invalid_input` for a filter on hidden digits. */
  async findAll(accountId: string, ids: readonly string[], filters: CdrFilters): Promise<ReadonlyMap<string, CdrView>> {
    const page = { limit: Math.max(1, ids.length), sort: 'created_at', order: 'asc', after: null } as const;
    const { items } = await this.list(accountId, { ...filters, ids }, page);
    return new Map(items.map((cdr) => [cdr.id, cdr]));
  }

  /** Throws `not_found`, also for a CDR beyond the retention. */
  async get(accountId: string, id: string): Promise<CdrDetailView> {
    const [cdr, redaction] = await Promise.all([this.queries.find(accountId, id), this.redaction(accountId)]);
    if (!cdr || cdr.createdAt < this.oldest()) throw CommonErrors.not_found();
    const [decision] = await this.decisions.findMany([cdr.decisionId]);
    const attempts = cdr.attempts.map((attempt) =>
      attempt.targetKind === 'pstn_forward'
        ? { ...attempt, destination: redact(attempt.destination, redaction) }
        : attempt,
    );
    return {
      ...shown(cdr, redaction),
      attempts,
      decision: decision ? decisionView(decision) : null,
      ...(decision?.rejection ? rejection(shownRejection(decision.rejection)) : hangupCause(cdr.hangupCause)),
      priceLines: priceLines(cdr, cdr.billableDurationSeconds),
    };
  }

  private async visible(accountId: string, requested: CdrFilters) {
    const oldest = this.oldest();
    const filters = clamped(requested, oldest);
    const redaction = await this.redaction(accountId);
    requireVisible(filters, redaction);
    return { filters, oldest, hiddenDigits: HIDDEN_DIGITS[redaction], redaction };
  }

  private oldest(): Date {
    return addDays(this.clock.now(), -this.retention.days);
  }

  private async redaction(accountId: string): Promise<CdrRedaction> {
    return (await this.accounts.get(accountId)).settings.cdrRedaction;
  }
}

function decisionView({ rejection: name, routes, createdAt: at, rejectCode: sipCode, ...decision }: Decision) {
  const { id, action, maxDurationSeconds } = decision;
  const reason = name && shownRejection(name);
  return { id, at, action, reason, sipCode, routes: routes.length, maxDurationSeconds };
}

function shown<T extends CdrView>(cdr: T, redaction: CdrRedaction): T {
  const { caller, isCallerWithheld } = shownCaller(cdr);
  return {
    ...cdr,
    isCallerWithheld,
    caller: redact(caller, redaction),
    callee: redact(cdr.callee, redaction),
    forwardToE164: redact(cdr.forwardToE164, redaction),
  };
}

/** `created_from=0` is a valid first poll, so long ranges are never rejected. */
function clamped(filters: CdrFilters, oldest: Date): CdrFilters {
  const clamp = (from: Date | undefined) => (from && from < oldest ? oldest : from);
  return { ...filters, from: clamp(filters.from), createdFrom: clamp(filters.createdFrom) };
}

/** Otherwise hidden digits could be found by trying filters. */
function requireVisible({ caller, callee, party }: CdrFilters, redaction: CdrRedaction): void {
  const faults = Object.entries({ caller, callee, party }).flatMap(([name, filter]) =>
    isVisible(filter, redaction) ? [] : [[name, `cannot be filtered while cdr_redaction is ${redaction}`]],
  );
  if (faults.length > 0) throw invalidFields(Object.fromEntries(faults) as Record<string, string>);
}

function isVisible(filter: PartyFilter | undefined, redaction: CdrRedaction): boolean {
  if (!filter || redaction === 'none') return true;
  return redaction === 'partial' && filter.isPrefix;
}
