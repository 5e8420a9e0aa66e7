import { Module } from '@nestjs/common';
import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { bind, CacheStore, Database, implement, type Persistence, RateLimitStore } from '@trunkline/platform';
import { CallRating } from './application/call-rating';
import { Cdrs } from './application/cdrs';
import { Dashboard } from './application/dashboard';
import {
  CallAccounts,
  CallCharges,
  CallDecisions,
  CallStatistics,
  CallUsage,
  CdrQueries,
  CdrStore,
  FreshReads,
  NumberCounts,
  RateTable,
  Spending,
  SummaryCache,
} from './application/ports';
import { Rates } from './application/rates';
import { RecordCdrs } from './application/record-cdrs';
import { WriteCdrs } from './application/write-cdrs';
import { SqlCallStatistics } from './infrastructure/call-statistics';
import { SqlCallUsage } from './infrastructure/call-usage';
import { SqlCdrQueries } from './infrastructure/cdr-queries';
import { SqlCdrStore } from './infrastructure/cdr-store';
import { CoverUsage1795000501000 } from './infrastructure/migrations/cover-usage';
import { CreateCdr1795000500000 } from './infrastructure/migrations/create-cdr';
import { SeedDefaultDeck1795000500001 } from './infrastructure/migrations/seed-default-deck';
import { SqlRateTable } from './infrastructure/rate-table';
import { BucketedFreshReads, StoredSummaries } from './infrastructure/stored-summaries';

@Module({
  providers: [
    implement(CdrStore, SqlCdrStore, [Database]),
    implement(CdrQueries, SqlCdrQueries, [Database]),
    implement(RateTable, SqlRateTable, [Database]),
    implement(CallStatistics, SqlCallStatistics, [Database]),
    implement(CallUsage, SqlCallUsage, [Database]),
    implement(SummaryCache, StoredSummaries, [CacheStore]),
    implement(FreshReads, BucketedFreshReads, [RateLimitStore]),
    bind(WriteCdrs, [Transactor, CdrStore, CallDecisions, CallCharges, EventBus, Clock]),
    bind(RecordCdrs, [CallDecisions, CdrStore, WriteCdrs]),
    bind(CallRating, [RateTable, Clock]),
    bind(Rates, [RateTable, Clock]),
    bind(Cdrs, [CdrQueries, CallAccounts, Clock]),
    bind(Dashboard, [CallStatistics, NumberCounts, Spending, CallAccounts, SummaryCache, FreshReads, Clock]),
  ],
  exports: [RecordCdrs, CallRating, CallUsage, Rates, Cdrs, Dashboard],
})
export class CdrModule {}

export const cdrPersistence: Persistence = {
  schemas: [],
  migrations: [CreateCdr1795000500000, SeedDefaultDeck1795000500001, CoverUsage1795000501000],
};
