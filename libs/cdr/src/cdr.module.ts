import { Module } from '@nestjs/common';
import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import {
  alias,
  AuditTrail,
  bind,
  CacheStore,
  CryptoBox,
  Database,
  implement,
  Metrics,
  type Persistence,
  RateLimitStore,
  Settings,
} from '@trunkline/platform';
import { CallRating } from './application/rating/call-rating';
import { Cdrs } from './application/reads/cdrs';
import { Dashboard } from './application/dashboard/dashboard';
import { MatchReports } from './application/ingest/match-reports';
import { CallStatistics, RefreshLimit, NumberCounts, Spending, SummaryCache } from './application/dashboard/ports';
import {
  CallCharges,
  CallDecisions,
  CdrStore,
  ClockOffset,
  IngestMeter,
  NumberCountries,
  RowReader,
} from './application/ingest/ports';
import { RateTable } from './application/rating/ports';
import { CallAccounts, CallUsage, CdrQueries, CdrRetention } from './application/reads/ports';
import { DiscardQuarantinedRow } from './application/quarantine/discard-quarantined-row';
import { Quarantine, QuarantineAudit, RowSeal } from './application/quarantine/ports';
import { QuarantineRows } from './application/quarantine/quarantine-rows';
import { CdrQuarantine } from './application/quarantine/cdr-quarantine';
import { RetryQuarantinedRow } from './application/quarantine/retry-quarantined-row';
import { Rates } from './application/rating/rates';
import { ExpiredCdrs } from './application/retention/ports';
import { PruneCdrs } from './application/retention/prune-cdrs';
import { RecordCdrs } from './application/ingest/record-cdrs';
import { WriteCdrs } from './application/ingest/write-cdrs';
import { SqlCallStatistics } from './infrastructure/dashboard/call-statistics';
import { SqlCallUsage } from './infrastructure/reads/call-usage';
import { SqlCdrQueries } from './infrastructure/reads/cdr-queries';
import { SqlCdrStore } from './infrastructure/ingest/cdr-store';
import { PrometheusIngestMeter } from './infrastructure/ingest/ingest-metrics';
import { AddQuarantine1795000502000 } from './infrastructure/migrations/add-quarantine';
import { BoundHours1795000505000 } from './infrastructure/migrations/bound-hours';
import { CountCalls1795000503000 } from './infrastructure/migrations/count-calls';
import { CoverFilters1795000931000 } from './infrastructure/migrations/cover-filters';
import { ExpireCdrs1795001940000 } from './infrastructure/migrations/expire-cdrs';
import { IndexPairs1795001930000 } from './infrastructure/migrations/index-pairs';
import { CoverUsage1795000501000 } from './infrastructure/migrations/cover-usage';
import { CreateCdr1795000500000 } from './infrastructure/migrations/create-cdr';
import { NarrowIndexes1795000504000 } from './infrastructure/migrations/narrow-indexes';
import { SeedDefaultDeck1795000500001 } from './infrastructure/migrations/seed-default-deck';
import { MovableClockOffset } from './infrastructure/ingest/movable-clock-offset';
import { PhonelibNumberCountries } from './infrastructure/ingest/number-countries';
import { ValibotRowReader } from './infrastructure/ingest/valibot-row-reader';
import { CryptoBoxRowSeal } from './infrastructure/quarantine/crypto-box-row-seal';
import { SqlQuarantine } from './infrastructure/quarantine/sql-quarantine';
import { SqlRateTable } from './infrastructure/rating/rate-table';
import { SqlExpiredCdrs } from './infrastructure/retention/sql-expired-cdrs';
import { SettingsRetention } from './infrastructure/reads/settings-retention';
import { TokenBucketRefreshLimit, StoredSummaries } from './infrastructure/dashboard/stored-summaries';

@Module({
  providers: [
    implement(CdrStore, SqlCdrStore, [Database]),
    implement(CdrQueries, SqlCdrQueries, [Database]),
    implement(RateTable, SqlRateTable, [Database]),
    implement(CallStatistics, SqlCallStatistics, [Database]),
    implement(CallUsage, SqlCallUsage, [Database]),
    implement(SummaryCache, StoredSummaries, [CacheStore]),
    implement(RefreshLimit, TokenBucketRefreshLimit, [RateLimitStore]),
    implement(Quarantine, SqlQuarantine, [Database]),
    implement(RowSeal, CryptoBoxRowSeal, [CryptoBox]),
    alias(QuarantineAudit, AuditTrail),
    implement(NumberCountries, PhonelibNumberCountries, []),
    implement(RowReader, ValibotRowReader, []),
    implement(ClockOffset, MovableClockOffset, [Clock]),
    implement(CdrRetention, SettingsRetention, [Settings]),
    implement(ExpiredCdrs, SqlExpiredCdrs, [Database]),
    implement(IngestMeter, PrometheusIngestMeter, [Metrics]),
    bind(MatchReports, [RowReader, CallDecisions, CdrStore, ClockOffset, IngestMeter, Clock]),
    bind(QuarantineRows, [Quarantine, RowSeal, CdrStore, CallDecisions, IngestMeter, Clock]),
    bind(WriteCdrs, [
      Transactor,
      CdrStore,
      Quarantine,
      CallDecisions,
      EventBus,
      CallCharges,
      NumberCountries,
      IngestMeter,
      Clock,
    ]),
    bind(RecordCdrs, [MatchReports, CallDecisions, CdrStore, WriteCdrs, QuarantineRows, IngestMeter]),
    bind(CdrQuarantine, [Quarantine, RowSeal, QuarantineAudit, CdrRetention, Clock]),
    bind(RetryQuarantinedRow, [Transactor, CdrQuarantine, MatchReports, WriteCdrs, CdrStore]),
    bind(DiscardQuarantinedRow, [Transactor, CdrQuarantine, CallDecisions, CallCharges]),
    bind(CallRating, [RateTable, Clock]),
    bind(Rates, [RateTable, Clock]),
    bind(Cdrs, [CdrQueries, CallAccounts, CdrRetention, Clock]),
    bind(PruneCdrs, [ExpiredCdrs, CdrRetention, Clock]),
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
  exports: [
    RecordCdrs,
    CdrQuarantine,
    RetryQuarantinedRow,
    DiscardQuarantinedRow,
    CallRating,
    CallUsage,
    Rates,
    Cdrs,
    PruneCdrs,
    Dashboard,
  ],
})
export class CdrModule {}

export const cdrPersistence: Persistence = {
  schemas: [],
  migrations: [
    CreateCdr1795000500000,
    SeedDefaultDeck1795000500001,
    CoverUsage1795000501000,
    AddQuarantine1795000502000,
    CountCalls1795000503000,
    NarrowIndexes1795000504000,
    BoundHours1795000505000,
    CoverFilters1795000931000,
    IndexPairs1795001930000,
    ExpireCdrs1795001940000,
  ],
  grants: { schema: 'cdr', appendOnly: ['cdrs', 'intake', 'call_hours', 'call_hour_values'] },
  sealed: [{ table: 'cdr.quarantine', key: ['id'], column: 'sealed_row', purpose: 'cdr-quarantine' }],
};
