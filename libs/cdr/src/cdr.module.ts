import { Module } from '@nestjs/common';
import type { Persistence } from '@trunkline/platform';
import { AddAlarms1795021400000 } from './infrastructure/migrations/add-alarms';
import { AddQuarantine1795000502000 } from './infrastructure/migrations/add-quarantine';
import { BoundHours1795000505000 } from './infrastructure/migrations/bound-hours';
import { CorrectUnanswered1795003100000 } from './infrastructure/migrations/correct-unanswered';
import { IdentifyCallersOfCdrs1795011001000 } from './infrastructure/migrations/identify-callers';
import { KeepMargins1795020720002 } from './infrastructure/migrations/keep-margins';
import { KeepImportClaims1795021500002 } from './infrastructure/migrations/keep-import-claims';
import { KeepReferences1795020660000 } from './infrastructure/migrations/keep-references';
import { ListSpelledRates1795004000500 } from './infrastructure/migrations/list-spelled-rates';
import { CountByNumber1795025000000 } from './infrastructure/migrations/count-by-number';
import { CountByStatement1795021700000 } from './infrastructure/migrations/count-by-statement';
import { CountCalls1795000503000 } from './infrastructure/migrations/count-calls';
import { FindCallIds1795021240000 } from './infrastructure/migrations/find-call-ids';
import { CoverFilters1795000931000 } from './infrastructure/migrations/cover-filters';
import { CoverUsage1795000501000 } from './infrastructure/migrations/cover-usage';
import { CreateCdr1795000500000 } from './infrastructure/migrations/create-cdr';
import { DropWideIndexes1795008900000 } from './infrastructure/migrations/drop-wide-indexes';
import { ExpireCdrs1795001940000 } from './infrastructure/migrations/expire-cdrs';
import { IndexPairs1795001930000 } from './infrastructure/migrations/index-pairs';
import { NarrowIndexes1795000504000 } from './infrastructure/migrations/narrow-indexes';
import { KeyByAccount1795021200000 } from './infrastructure/migrations/key-by-account';
import { MarkImports1795021260000 } from './infrastructure/migrations/mark-imports';
import { KeepDecks1795020700000 } from './infrastructure/migrations/keep-decks';
import { DeclareRetention1795021600001 } from './infrastructure/migrations/declare-retention';
import { PartitionCdrs1795021200002 } from './infrastructure/migrations/partition-cdrs';
import { PriceMessages1795021130000 } from './infrastructure/migrations/price-messages';
import { PriceTheWorld1795020720000 } from './infrastructure/migrations/price-the-world';
import { PruneRemains1795003201000 } from './infrastructure/migrations/prune-remains';
import { SeedDefaultDeck1795000500001 } from './infrastructure/migrations/seed-default-deck';
import { SumByStart1795021199000 } from './infrastructure/migrations/sum-by-start';
import { cdrSchemas } from './infrastructure/schema';
import { cdrActivity } from './infrastructure/recorded-tables';
import { alarmsWiring } from './wiring/alarms';
import { dashboardWiring, ratingWiring, readsWiring, retentionWiring } from './wiring/reads';
import { ingestWiring, quarantineWiring } from './wiring/ingest';

const wirings = [
  ingestWiring,
  quarantineWiring,
  ratingWiring,
  readsWiring,
  retentionWiring,
  dashboardWiring,
  alarmsWiring,
];
const exported = wirings.flatMap((wiring) => wiring.exported);

@Module({
  providers: [...wirings.flatMap(({ providers }) => providers), ...exported],
  exports: exported.map(({ provide }) => provide),
})
export class CdrModule {}

export const cdrPersistence: Persistence = {
  activity: cdrActivity,
  schemas: cdrSchemas,
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
    CorrectUnanswered1795003100000,
    PruneRemains1795003201000,
    ListSpelledRates1795004000500,
    DropWideIndexes1795008900000,
    IdentifyCallersOfCdrs1795011001000,
    KeepReferences1795020660000,
    KeepDecks1795020700000,
    PriceTheWorld1795020720000,
    KeepMargins1795020720002,
    PriceMessages1795021130000,
    SumByStart1795021199000,
    KeyByAccount1795021200000,
    PartitionCdrs1795021200002,
    FindCallIds1795021240000,
    MarkImports1795021260000,
    AddAlarms1795021400000,
    KeepImportClaims1795021500002,
    DeclareRetention1795021600001,
    CountByStatement1795021700000,
    CountByNumber1795025000000,
  ],
  grants: {
    schema: 'cdr',
    appendOnly: ['cdrs', 'intake', 'call_hours', 'call_hour_values', 'number_months', 'call_margins', 'counting'],
  },
  sealed: [{ table: 'cdr.quarantine', key: ['id'], column: 'sealed_row', purpose: 'cdr-quarantine' }],
};
