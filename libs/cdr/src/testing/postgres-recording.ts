import type { Clock } from '@trunkline/kernel';
import { RecordingEventBus } from '@trunkline/kernel/testing';
import { CryptoBox, type Database } from '@trunkline/platform';
import { MatchReports } from '../application/ingest/match-reports';
import type { CallCharges } from '../application/ingest/ports';
import { CloseQuarantined } from '../application/quarantine/close-quarantined';
import { DiscardQuarantined } from '../application/quarantine/discard-quarantined';
import { QuarantineRows } from '../application/quarantine/quarantine-rows';
import { QuarantinedRows } from '../application/quarantine/quarantined-rows';
import { RetryQuarantined } from '../application/quarantine/retry-quarantined';
import { RecordCdrs } from '../application/ingest/record-cdrs';
import { SettleCalls } from '../application/ingest/settle-calls';
import { WriteCdrs } from '../application/ingest/write-cdrs';
import { SqlCdrStore } from '../infrastructure/ingest/cdr-store';
import { PhonelibNumberCountries } from '../infrastructure/ingest/numbering-plan';
import { CryptoBoxRowSeal } from '../infrastructure/quarantine/crypto-box-row-seal';
import { SqlQuarantine } from '../infrastructure/quarantine/sql-quarantine';
import { type FakeDecisions, FakeOffset, RecordingMeter } from './ingest/fakes';
import { RecordingAudit } from './quarantine/in-memory-quarantine';

interface Given {
  readonly decisions: FakeDecisions;
  readonly charges: CallCharges;
  readonly clock: Clock;
}

/** Records and quarantine over PostgreSQL; decisions and the ledger are the caller's. */
export function recordingOver(db: Database, { decisions, charges, clock }: Given) {
  const [store, quarantine] = [new SqlCdrStore(db), new SqlQuarantine(db)];
  const seal = new CryptoBoxRowSeal(new CryptoBox([{ id: 'k1', secret: Buffer.alloc(32, 7) }]));
  const [meter, offset, audit, events] = [
    new RecordingMeter(),
    new FakeOffset(),
    new RecordingAudit(),
    new RecordingEventBus(),
  ];
  const matcher = new MatchReports(decisions, store, offset, meter, clock);
  const countries = new PhonelibNumberCountries();
  const settle = new SettleCalls(quarantine, decisions, events);
  const writer = new WriteCdrs(db, store, settle, charges, countries, meter, clock);
  const rows = new QuarantineRows(quarantine, seal, store, decisions, meter, clock);
  const kept = new QuarantinedRows(quarantine, seal);
  const closing = new CloseQuarantined(quarantine, audit, clock);
  return {
    ...{ quarantine, audit, meter },
    recordCdrs: new RecordCdrs(matcher, decisions, store, writer, rows, meter),
    retryQuarantined: new RetryQuarantined(db, kept, matcher, writer, store, closing),
    discardQuarantined: new DiscardQuarantined(db, kept, decisions, charges, closing),
  };
}
