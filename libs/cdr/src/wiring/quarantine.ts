import { Clock, Transactor } from '@trunkline/kernel';
import { alias, AuditTrail, bind, CryptoBox, Database, implement, type Wiring } from '@trunkline/platform';
import { MatchReports } from '../application/ingest/match-reports';
import { CallCharges, CallDecisions, CdrStore, IngestMeter } from '../application/ingest/ports';
import { WriteCdrs } from '../application/ingest/write-cdrs';
import { CdrQuarantine } from '../application/quarantine/cdr-quarantine';
import { DiscardQuarantinedRow } from '../application/quarantine/discard-quarantined-row';
import { Quarantine, QuarantineAudit, RowSeal } from '../application/quarantine/ports';
import { QuarantineRows } from '../application/quarantine/quarantine-rows';
import { RetryQuarantinedRow } from '../application/quarantine/retry-quarantined-row';
import { CdrRetention } from '../application/reads/ports';
import { CryptoBoxRowSeal } from '../infrastructure/crypto-box-row-seal';
import { StoredQuarantine } from '../infrastructure/quarantine';

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
