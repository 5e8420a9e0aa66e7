import { Clock, Transactor } from '@trunkline/kernel';
import {
  alias,
  AuditTrail,
  bind,
  CacheStore,
  Database,
  implement,
  Log,
  RateLimitStore,
  ReplicaReads,
  Settings,
  type Wiring,
} from '@trunkline/platform';
import { CallDecisions } from '../application/ingest/ports';
import { Cdrs } from '../application/reads/cdrs';
import { CallAccounts, CallUsage, CdrQueries, CdrRetention } from '../application/reads/ports';
import { CdrSummaries } from '../application/reads/summaries';
import { CallPatterns } from '../application/reads/call-patterns';
import { CallRedactions } from '../application/reads/call-redactions';
import { StoredCallUsage } from '../infrastructure/reads/call-usage';
import { CallPatternReads } from '../infrastructure/reads/call-patterns';
import { CdrReads } from '../infrastructure/reads/cdr-queries';
import { StoredCdrSummaries } from '../infrastructure/reads/cdr-summaries';
import { SettingsRetention, StoredExpiredCdrs, StoredExpiredRemains } from '../infrastructure/retention';
import { AccountPricing } from '../application/rating/account-pricing';
import { CallRating } from '../application/rating/call-rating';
import { MessageRating } from '../application/rating/message-rating';
import {
  AccountPricesRepository,
  DeckActivations,
  DeckAudit,
  RateDeckQueries,
  RateDeckRepository,
} from '../application/rating/deck-ports';
import { DeckPreviews, PreviewDeck } from '../application/rating/deck-preview';
import { DeckPrices, DecksInForce, RateLists } from '../application/rating/ports';
import { FindDeckLosses } from '../application/rating/deck-losses';
import { RateDecks } from '../application/rating/rate-decks';
import { Rates } from '../application/rating/rates';
import { StoredDecksInForce } from '../infrastructure/rating/decks-in-force';
import { StoredDeckPreviews } from '../infrastructure/rating/deck-preview';
import { LoadedDeckPrices } from '../infrastructure/rating/loaded-deck-prices';
import {
  StoredAccountPrices,
  StoredDeckActivations,
  StoredRateDecks,
} from '../infrastructure/rating/rate-deck-repository';
import { StoredRateLists } from '../infrastructure/rating/rate-lists';
import { ExpiredCdrs, ExpiredRemains } from '../application/retention/ports';
import { PruneCdrs } from '../application/retention/prune-cdrs';
import { PruneRemains } from '../application/retention/prune-remains';
import { Dashboard } from '../application/dashboard/dashboard';
import { CallStatistics, NumberCounts, RefreshLimit, Spending, SummaryCache } from '../application/dashboard/ports';
import { MarginReports } from '../application/margin-reports';
import { StoredMarginReports } from '../infrastructure/margin-reports';
import { StoredCallStatistics } from '../infrastructure/call-statistics';
import { StoredSummaries, TokenBucketRefreshLimit } from '../infrastructure/stored-summaries';

/** CDRs as they are listed and summed up. */
export const readsWiring: Wiring = {
  providers: [
    implement(CdrRetention, SettingsRetention, [Settings]),
    implement(CdrSummaries, StoredCdrSummaries, [ReplicaReads]),
  ],
  exported: [
    {
      provide: CdrQueries,
      inject: [Database, ReplicaReads],
      useFactory: (db: Database, reads: ReplicaReads) => new CdrReads(db, reads),
    },
    implement(CallPatterns, CallPatternReads, [Database]),
    implement(CallUsage, StoredCallUsage, [ReplicaReads]),
    bind(CallRedactions, [CallAccounts]),
    implement(MarginReports, StoredMarginReports, [ReplicaReads]),
    bind(Cdrs, [CdrQueries, CdrSummaries, CallAccounts, CallDecisions, CdrRetention, Clock]),
  ],
};

/** Prices of calls and messages. */
export const ratingWiring: Wiring = {
  providers: [
    implement(DecksInForce, StoredDecksInForce, [Database]),
    {
      provide: DeckPrices,
      inject: [Database, Log],
      useFactory: (db: Database, log: Log) => new LoadedDeckPrices(db, log),
    },
    implement(RateLists, StoredRateLists, [Database]),
    implement(RateDeckRepository, StoredRateDecks, [Database]),
    implement(DeckActivations, StoredDeckActivations, [Database]),
    implement(AccountPricesRepository, StoredAccountPrices, [Database]),
    implement(DeckPreviews, StoredDeckPreviews, [Database]),
    alias(DeckAudit, AuditTrail),
  ],
  exported: [
    implement(RateDeckQueries, StoredRateDecks, [Database]),
    bind(CallRating, [DecksInForce, DeckPrices, Clock]),
    bind(MessageRating, [DecksInForce, DeckPrices, Clock]),
    bind(Rates, [DecksInForce, RateLists, Clock]),
    bind(RateDecks, [Transactor, RateDeckRepository, DeckActivations, DeckAudit, Clock]),
    bind(PreviewDeck, [RateDeckRepository, DeckActivations, DeckPreviews, Clock]),
    bind(FindDeckLosses, [DecksInForce, AccountPricesRepository, RateDeckQueries, Clock]),
    bind(AccountPricing, [Transactor, AccountPricesRepository, RateDeckRepository, Clock]),
  ],
};

/** Deletes CDRs past their retention, and what outlives them. */
export const retentionWiring: Wiring = {
  providers: [
    implement(ExpiredCdrs, StoredExpiredCdrs, [Database]),
    implement(ExpiredRemains, StoredExpiredRemains, [Database]),
  ],
  exported: [
    bind(PruneCdrs, [ExpiredCdrs, CdrRetention, Clock]),
    bind(PruneRemains, [ExpiredRemains, CdrRetention, Clock]),
  ],
};

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
