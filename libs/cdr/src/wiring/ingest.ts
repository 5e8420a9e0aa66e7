import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { alias, AuditTrail, bind, CryptoBox, Database, implement, Metrics, type Wiring } from '@trunkline/platform';
import { MatchReports } from '../application/ingest/match-reports';
import {
  CallCharges,
  CallDecisions,
  CdrStore,
  ClockOffset,
  IngestMeter,
  NumberCountries,
  RowReader,
} from '../application/ingest/ports';
import { RecordCdrs } from '../application/ingest/record-cdrs';
import { WriteCdrs } from '../application/ingest/write-cdrs';
import { Quarantine, QuarantineAudit, RowSeal } from '../application/quarantine/ports';
import { QuarantineRows } from '../application/quarantine/quarantine-rows';
import { StoredCdrs } from '../infrastructure/ingest/cdr-store';
import { PrometheusIngestMeter } from '../infrastructure/ingest/ingest-metrics';
import { MovableClockOffset } from '../infrastructure/ingest/movable-clock-offset';
import { PhonelibNumberCountries } from '../infrastructure/ingest/number-countries';
import { ValibotRowReader } from '../infrastructure/ingest/valibot-row-reader';
import { ImportCdrs, NumbersOwned } from '../application/import-cdrs';
import { CdrQuarantine } from '../application/quarantine/cdr-quarantine';
import { DiscardQuarantinedRow } from '../application/quarantine/discard-quarantined-row';
import { RetryQuarantinedRow } from '../application/quarantine/retry-quarantined-row';
import { CdrRetention } from '../application/reads/ports';
import { CryptoBoxRowSeal } from '../infrastructure/crypto-box-row-seal';
import { StoredQuarantine } from '../infrastructure/quarantine';

/** Reported calls, from the row to the CDR. */
export const ingestWiring: Wiring = {
  providers: [
    implement(CdrStore, StoredCdrs, [Database]),
    implement(NumberCountries, PhonelibNumberCountries, []),
    implement(RowReader, ValibotRowReader, []),
    implement(ClockOffset, MovableClockOffset, [Clock]),
    implement(IngestMeter, PrometheusIngestMeter, [Metrics]),
    bind(MatchReports, [RowReader, CallDecisions, CdrStore, ClockOffset, IngestMeter, Clock]),
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
  ],
  exported: [
    bind(RecordCdrs, [MatchReports, CallDecisions, CdrStore, WriteCdrs, QuarantineRows, IngestMeter, Clock]),
    bind(ImportCdrs, [Transactor, CdrStore, NumbersOwned, CdrRetention, Clock]),
  ],
};

/** Rows that wait for an operator. */
export const quarantineWiring: Wiring = {
  providers: [
    implement(RowSeal, CryptoBoxRowSeal, [CryptoBox]),
    alias(QuarantineAudit, AuditTrail),
    bind(QuarantineRows, [Quarantine, RowSeal, CdrStore, CallDecisions, IngestMeter, Clock]),
  ],
  exported: [
    implement(Quarantine, StoredQuarantine, [Database]),
    bind(CdrQuarantine, [Quarantine, RowSeal, QuarantineAudit, CdrRetention, Clock]),
    bind(RetryQuarantinedRow, [Transactor, CdrQuarantine, MatchReports, WriteCdrs, CdrStore]),
    bind(DiscardQuarantinedRow, [Transactor, CdrQuarantine, CallDecisions, CallCharges, Clock]),
  ],
};
