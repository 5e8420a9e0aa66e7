import type { CacheStore, RateLimitStore } from '@trunkline/platform';
import { type CachedSummary, type RefreshLimit, type SummaryCache } from '../application/dashboard/ports';
import type { DailyCalls, DashboardSummary, RecentCall } from '../application/dashboard/views';

interface Stored {
  readonly basis: string;
  readonly summary: StoredSummary;
}

/** A summary as JSON, where dates are text. */
type StoredSummary = Omit<DashboardSummary, 'cachedAt' | 'callVolumeDaily' | 'recentCdrs'> & {
  readonly cachedAt: string;
  readonly callVolumeDaily: readonly (Omit<DailyCalls, 'dayStart'> & { readonly dayStart: string })[];
  readonly recentCdrs: readonly (Omit<RecentCall, 'startedAt'> & { readonly startedAt: string })[];
};

export class StoredSummaries implements SummaryCache {
  constructor(private readonly store: CacheStore) {}

  async get(accountId: string): Promise<CachedSummary | null> {
    const stored = (await this.store.get(keyOf(accountId))) as Stored | undefined | null;
    return stored ? { basis: stored.basis, summary: summaryOf(stored.summary) } : null;
  }

  set(accountId: string, cached: CachedSummary, ttlSeconds: number): Promise<void> {
    return this.store.set(keyOf(accountId), cached, ttlSeconds);
  }
}

/** The number changes with the members of a summary, so that no process reads one of another release. */
function keyOf(accountId: string): string {
  return `dashboard:3:${accountId}`;
}

function summaryOf(stored: StoredSummary): DashboardSummary {
  return {
    ...stored,
    cachedAt: new Date(stored.cachedAt),
    callVolumeDaily: stored.callVolumeDaily.map((day) => ({ ...day, dayStart: new Date(day.dayStart) })),
    recentCdrs: stored.recentCdrs.map((call) => ({ ...call, startedAt: new Date(call.startedAt) })),
  };
}

const INTERVAL_SECONDS = 60;

export class TokenBucketRefreshLimit implements RefreshLimit {
  constructor(private readonly store: RateLimitStore) {}

  async take(accountId: string): Promise<number> {
    const bucket = { key: `dashboard_fresh:${accountId}`, capacity: 1, refillPerSecond: 1 / INTERVAL_SECONDS };
    const { granted, remaining } = await this.store.take(bucket, 1);
    return granted === 1 ? 0 : Math.max(1, Math.ceil((1 - remaining) * INTERVAL_SECONDS));
  }
}
