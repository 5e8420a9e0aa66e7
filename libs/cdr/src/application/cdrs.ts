import { type Clock, CommonErrors, invalidFields, type Page, type PageRequest } from '@trunkline/kernel';
import { type CdrRedaction, HIDDEN_DIGITS, redacted } from '../domain/redaction';
import type { CallAccounts, CdrFilters, CdrQueries, CdrSort, PartyFilter } from './ports';
import type { CdrDetailView, CdrView } from './views';

/** Contract, section 12. */
const RANGE_MAX_DAYS = 400;
const DAY_MS = 86_400_000;

/** The records of an account, as its privacy settings let them be shown. */
export class Cdrs {
  constructor(
    private readonly queries: CdrQueries,
    private readonly accounts: CallAccounts,
    private readonly clock: Clock,
  ) {}

  /** Throws `invalid_input` for a range over 400 days, and for a filter on what is hidden. */
  async list(accountId: string, filters: CdrFilters, page: PageRequest<CdrSort>): Promise<Page<CdrView>> {
    requireRange(filters, this.clock.now());
    const redaction = await this.redaction(accountId);
    requireVisible(filters, redaction);
    const hiddenDigits = redaction === 'none' ? 0 : HIDDEN_DIGITS;
    const { items, next } = await this.queries.list({ accountId, filters, hiddenDigits, page });
    return { items: items.map((cdr) => shown(cdr, redaction)), next };
  }

  /** Throws `not_found`. */
  async get(accountId: string, id: string): Promise<CdrDetailView> {
    const [cdr, redaction] = await Promise.all([this.queries.find(accountId, id), this.redaction(accountId)]);
    if (!cdr) throw CommonErrors.not_found();
    const attempts = cdr.attempts.map((attempt) =>
      attempt.targetKind === 'pstn_forward'
        ? { ...attempt, destination: redacted(attempt.destination, redaction) }
        : attempt,
    );
    return { ...shown(cdr, redaction), attempts };
  }

  private async redaction(accountId: string): Promise<CdrRedaction> {
    return (await this.accounts.get(accountId)).settings.cdrRedaction;
  }
}

function shown<T extends CdrView>(cdr: T, redaction: CdrRedaction): T {
  return { ...cdr, caller: redacted(cdr.caller, redaction), callee: redacted(cdr.callee, redaction) };
}

function requireRange({ from, to, createdFrom, createdTo }: CdrFilters, now: Date): void {
  const tooLong = (begin: Date | null, end: Date | null) =>
    begin !== null && (end ?? now).getTime() - begin.getTime() > RANGE_MAX_DAYS * DAY_MS;
  if (tooLong(from, to)) throw invalidFields({ from: `must be within ${RANGE_MAX_DAYS} days of to` });
  if (tooLong(createdFrom, createdTo))
    throw invalidFields({ created_from: `must be within ${RANGE_MAX_DAYS} days of created_to` });
}

/** Else the hidden digits could be guessed, one filter after another. */
function requireVisible({ caller, callee }: CdrFilters, redaction: CdrRedaction): void {
  const faults = Object.entries({ caller, callee }).flatMap(([name, filter]) =>
    isVisible(filter, redaction) ? [] : [[name, `cannot be asked for while cdr_redaction is ${redaction}`]],
  );
  if (faults.length > 0) throw invalidFields(Object.fromEntries(faults) as Record<string, string>);
}

function isVisible(filter: PartyFilter | null, redaction: CdrRedaction): boolean {
  if (filter === null || redaction === 'none') return true;
  return redaction === 'partial' && filter.isPrefix;
}
