import { addDays, type Clock, CommonErrors, invalidFields, type Page, type PageRequest } from '@trunkline/kernel';
import { type CdrRedaction, HIDDEN_DIGITS, redact } from '../../domain/redaction';
import type { CallAccounts, CdrFilters, CdrQueries, CdrRetention, CdrSort, PartyFilter } from './ports';
import type { CdrDetailView, CdrView } from './views';

/** The CDRs of an account, redacted as its settings demand. See docs/cdrs.md#reading-cdrs. */
export class Cdrs {
  constructor(
    private readonly queries: CdrQueries,
    private readonly accounts: CallAccounts,
    private readonly retention: CdrRetention,
    private readonly clock: Clock,
  ) {}

  /** Lists no CDR beyond the retention. Throws `invalid_input` for a filter on hidden digits. */
  async list(accountId: string, requested: CdrFilters, page: PageRequest<CdrSort>): Promise<Page<CdrView>> {
    const oldest = this.oldest();
    const filters = clamped(requested, oldest);
    const redaction = await this.redaction(accountId);
    requireVisible(filters, redaction);
    const hiddenDigits = redaction === 'none' ? 0 : HIDDEN_DIGITS;
    const { items, next } = await this.queries.list({ accountId, filters, oldest, hiddenDigits, page });
    return { items: items.map((cdr) => shown(cdr, redaction)), next };
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
    const attempts = cdr.attempts.map((attempt) =>
      attempt.targetKind === 'pstn_forward'
        ? { ...attempt, destination: redact(attempt.destination, redaction) }
        : attempt,
    );
    return { ...shown(cdr, redaction), attempts };
  }

  private oldest(): Date {
    return addDays(this.clock.now(), -this.retention.days);
  }

  private async redaction(accountId: string): Promise<CdrRedaction> {
    return (await this.accounts.get(accountId)).settings.cdrRedaction;
  }
}

function shown<T extends CdrView>(cdr: T, redaction: CdrRedaction): T {
  return {
    ...cdr,
    caller: redact(cdr.caller, redaction),
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
function requireVisible({ caller, callee }: CdrFilters, redaction: CdrRedaction): void {
  const faults = Object.entries({ caller, callee }).flatMap(([name, filter]) =>
    isVisible(filter, redaction) ? [] : [[name, `cannot be filtered while cdr_redaction is ${redaction}`]],
  );
  if (faults.length > 0) throw invalidFields(Object.fromEntries(faults) as Record<string, string>);
}

function isVisible(filter: PartyFilter | undefined, redaction: CdrRedaction): boolean {
  if (!filter || redaction === 'none') return true;
  return redaction === 'partial' && filter.isPrefix;
}
