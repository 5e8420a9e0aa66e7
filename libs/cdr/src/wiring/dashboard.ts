import { Clock, Transactor } from '@trunkline/kernel';
import { bind, CacheStore, Database, implement, RateLimitStore, type Wiring } from '@trunkline/platform';
import { Dashboard } from '../application/dashboard/dashboard';
import { CallStatistics, NumberCounts, RefreshLimit, Spending, SummaryCache } from '../application/dashboard/ports';
import { CallAccounts } from '../application/reads/ports';
import { StoredCallStatistics } from '../infrastructure/call-statistics';
import { StoredSummaries, TokenBucketRefreshLimit } from '../infrastructure/stored-summaries';

/** The summary on the home page. */
export const dashboardWiring: Wiring = {
  providers: [
    implement(CallStatistics, StoredCallStatistics, [Database]),
    implement(SummaryCache, StoredSummaries, [CacheStore]),
    implement(RefreshLimit, TokenBucketRefreshLimit, [RateLimitStore]),
  ],
  exported: [
    bind(Dashboard, [
      Transactor,
      CallStatistics,
      NumberCounts,
      Spending,
      CallAccounts,
      SummaryCache,
      RefreshLimit,
      Clock,
    ]),
  ],
};
