import { type Clock, shownCaller, type Transactor } from '@trunkline/kernel';
import { CdrErrors } from '../../domain/errors';
import { forecastCents, monthOf } from '../../domain/forecast';
import { type CdrRedaction, redact } from '../../domain/redaction';
import type { CallStatistics, RefreshLimit, NumberCounts, Spending, SummaryCache } from './ports';
import type { CallAccounts } from '../reads/ports';
import type { CallFigures, DashboardSummary } from './views';

const CACHED_SECONDS = 300;
const RECENT_CDRS = 10;
const SECONDS_PER_MINUTE = 60;

export interface SummaryRequest {
  readonly accountId: string;
  /** Bypasses the cache. */
  readonly isFresh: boolean;
  readonly isSession: boolean;
}

/** The summary on the dashboard's home page. See docs/cdrs.md#dashboard. */
export class Dashboard {
  constructor(
    private readonly tx: Transactor,
    private readonly statistics: CallStatistics,
    private readonly numbers: NumberCounts,
    private readonly spending: Spending,
    private readonly accounts: CallAccounts,
    private readonly cache: SummaryCache,
    private readonly refreshLimit: RefreshLimit,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns a summary that is at most five minutes old. A movement of the wallet, or a change of the account's status or
   * redaction, invalidates the cached one, which states what it was computed for. Throws `session_required` and
   * `rate_limited` for a fresh summary.
   */
  async summary({ accountId, isFresh, isSession }: SummaryRequest): Promise<DashboardSummary> {
    if (isFresh) await this.requireRefresh(accountId, isSession);
    const [wallet, account, cached] = await Promise.all([
      this.spending.balance(accountId),
      this.accounts.get(accountId),
      isFresh ? null : this.cache.get(accountId),
    ]);
    const { status: accountStatus, settings } = account;
    const basis = [wallet.version, settings.cdrRedaction, accountStatus].join(':');
    const now = this.clock.now();
    if (cached?.basis === basis && isRecent(cached.summary, now)) return cached.summary;
    // On one connection, so that a few cold summaries do not take all of them.
    const computed = await this.tx.together(() => this.compute(accountId, settings.cdrRedaction, now));
    const summary = { ...computed, balanceCents: wallet.amountCents, accountStatus, cachedAt: now };
    await this.cache.set(accountId, { basis, summary }, CACHED_SECONDS);
    return summary;
  }

  private async requireRefresh(accountId: string, isSession: boolean): Promise<void> {
    if (!isSession) throw CdrErrors.session_required();
    const retryAfterSeconds = await this.refreshLimit.take(accountId);
    if (retryAfterSeconds > 0) throw CdrErrors.rate_limited({ retryAfterSeconds });
  }

  private async compute(accountId: string, redaction: CdrRedaction, now: Date) {
    const { start: monthStart, end: monthEnd } = monthOf(now);
    const [figures, recent, activeNumbers, numbersAddedThisMonth, spendThisMonthCents, fixedCents, dueCents] =
      await Promise.all([
        this.statistics.figures(accountId, now),
        this.statistics.recent(accountId, RECENT_CDRS),
        this.numbers.countActive(accountId),
        this.numbers.countAssignedSince(accountId, monthStart),
        this.spending.spentSince(accountId, monthStart),
        this.spending.fixedSince(accountId, monthStart),
        this.numbers.dueBefore(accountId, monthEnd),
      ]);
    const recentCdrs = recent.map((call) => {
      const { caller, isCallerWithheld } = shownCaller(call);
      return { ...call, isCallerWithheld, caller: redact(caller, redaction), callee: redact(call.callee, redaction) };
    });
    const usageCents = spendThisMonthCents - fixedCents;
    const spend = {
      spendThisMonthCents,
      projectedMonthlyCents: projected(spendThisMonthCents, now),
      forecastMonthlyCents: forecastCents({ usageCents, fixedCents, dueCents }, now),
    };
    return { activeNumbers, numbersAddedThisMonth, ...spend, ...callFigures(figures), recentCdrs };
  }
}

function callFigures({ seconds, count, normalClearing, daily, topCountries }: CallFigures) {
  const callsToday = daily.at(-1)?.count ?? 0;
  const callsYesterday = daily.at(-2)?.count ?? 0;
  return {
    callsToday,
    callsYesterday,
    callsChangePct: callsYesterday === 0 ? null : toTenths(((callsToday - callsYesterday) / callsYesterday) * 100),
    minutes30d: Math.round(seconds / SECONDS_PER_MINUTE),
    seconds30d: seconds,
    avgCallSeconds: count === 0 ? 0 : Math.round(seconds / count),
    completionPct: count === 0 ? 0 : toTenths((normalClearing / count) * 100),
    callVolumeDaily: daily,
    topCountries,
  };
}

function projected(spentCents: number, now: Date): number {
  const daysInMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0)).getUTCDate();
  return Math.round((spentCents * daysInMonth) / now.getUTCDate());
}

/** The cache counts real seconds, and a test clock can be ahead of them. */
function isRecent({ cachedAt }: DashboardSummary, now: Date): boolean {
  const age = now.getTime() - cachedAt.getTime();
  return age >= 0 && age < CACHED_SECONDS * 1000;
}

function toTenths(value: number): number {
  return Math.round(value * 10) / 10;
}
