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
import { CallStatistics, FreshReads, NumberCounts, Spending, SummaryCache } from './application/dashboard/ports';
import {
  CallCharges,
  CallDecisions,
  CdrStore,
  ClockOffset,
  IntakeMeter,
  NumberCountries,
} from './application/ingest/ports';
import { RateTable } from './application/rating/ports';
import { CallAccounts, CallUsage, CdrQueries, CdrRetention } from './application/reads/ports';
import { CloseQuarantined } from './application/quarantine/close-quarantined';
import { DiscardQuarantined } from './application/quarantine/discard-quarantined';
import { Quarantine, QuarantineAudit, RowSeal } from './application/quarantine/ports';
import { QuarantineRows } from './application/quarantine/quarantine-rows';
import { QuarantinedRows } from './application/quarantine/quarantined-rows';
import { RetryQuarantined } from './application/quarantine/retry-quarantined';
import { WatchQuarantine } from './application/quarantine/watch-quarantine';
import { Rates } from './application/rating/rates';
import { RecordCdrs } from './application/ingest/record-cdrs';
import { SettleCalls } from './application/ingest/settle-calls';
import { WriteCdrs } from './application/ingest/write-cdrs';
import { SqlCallStatistics } from './infrastructure/dashboard/call-statistics';
import { SqlCallUsage } from './infrastructure/reads/call-usage';
import { SqlCdrQueries } from './infrastructure/reads/cdr-queries';
import { SqlCdrStore } from './infrastructure/ingest/cdr-store';
import { PrometheusIntakeMeter } from './infrastructure/ingest/intake-metrics';
import { AddQuarantine1795000502000 } from './infrastructure/migrations/add-quarantine';
import { CoverUsage1795000501000 } from './infrastructure/migrations/cover-usage';
import { CreateCdr1795000500000 } from './infrastructure/migrations/create-cdr';
import { SeedDefaultDeck1795000500001 } from './infrastructure/migrations/seed-default-deck';
import { MovableClockOffset } from './infrastructure/ingest/movable-clock-offset';
import { PhonelibNumberCountries } from './infrastructure/ingest/numbering-plan';
import { CryptoBoxRowSeal } from './infrastructure/quarantine/crypto-box-row-seal';
import { SqlQuarantine } from './infrastructure/quarantine/sql-quarantine';
import { SqlRateTable } from './infrastructure/rating/rate-table';
import { SettingsRetention } from './infrastructure/reads/settings-retention';
import { BucketedFreshReads, StoredSummaries } from './infrastructure/dashboard/stored-summaries';

@Module({
  providers: [
    implement(CdrStore, SqlCdrStore, [Database]),
    implement(CdrQueries, SqlCdrQueries, [Database]),
    implement(RateTable, SqlRateTable, [Database]),
    implement(CallStatistics, SqlCallStatistics, [Database]),
    implement(CallUsage, SqlCallUsage, [Database]),
    implement(SummaryCache, StoredSummaries, [CacheStore]),
    implement(FreshReads, BucketedFreshReads, [RateLimitStore]),
    implement(Quarantine, SqlQuarantine, [Database]),
    implement(RowSeal, CryptoBoxRowSeal, [CryptoBox]),
    alias(QuarantineAudit, AuditTrail),
    implement(NumberCountries, PhonelibNumberCountries, []),
    implement(ClockOffset, MovableClockOffset, [Clock]),
    implement(CdrRetention, SettingsRetention, [Settings]),
    implement(IntakeMeter, PrometheusIntakeMeter, [Metrics]),
    bind(MatchReports, [CallDecisions, CdrStore, ClockOffset, IntakeMeter, Clock]),
    bind(QuarantineRows, [Quarantine, RowSeal, CdrStore, CallDecisions, IntakeMeter, Clock]),
    bind(SettleCalls, [Quarantine, CallDecisions, EventBus]),
    bind(WriteCdrs, [Transactor, CdrStore, SettleCalls, CallCharges, NumberCountries, IntakeMeter, Clock]),
    bind(RecordCdrs, [MatchReports, CallDecisions, CdrStore, WriteCdrs, QuarantineRows, IntakeMeter]),
    bind(QuarantinedRows, [Quarantine, RowSeal]),
    bind(CloseQuarantined, [Quarantine, QuarantineAudit, Clock]),
    bind(RetryQuarantined, [Transactor, QuarantinedRows, MatchReports, WriteCdrs, CdrStore, CloseQuarantined]),
    bind(DiscardQuarantined, [Transactor, QuarantinedRows, CallDecisions, CallCharges, CloseQuarantined]),
    bind(WatchQuarantine, [Quarantine, CdrRetention, Clock]),
    bind(CallRating, [RateTable, Clock]),
    bind(Rates, [RateTable, Clock]),
    bind(Cdrs, [CdrQueries, CallAccounts, CdrRetention, Clock]),
    bind(Dashboard, [CallStatistics, NumberCounts, Spending, CallAccounts, SummaryCache, FreshReads, Clock]),
  ],
  exports: [
    ...[RecordCdrs, QuarantinedRows, RetryQuarantined, DiscardQuarantined, WatchQuarantine],
    ...[CallRating, CallUsage, Rates, Cdrs, Dashboard],
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
  ],
  grants: { schema: 'cdr', appendOnly: ['cdrs', 'intake'] },
};
