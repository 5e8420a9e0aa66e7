import type { Clock } from '@trunkline/kernel';
import { RecordingEventBus } from '@trunkline/kernel/testing';
import { CryptoBox, type Database } from '@trunkline/platform';
import { MatchReports } from '../application/ingest/match-reports';
import type { CallCharges } from '../application/ingest/ports';
import { DiscardQuarantinedRow } from '../application/quarantine/discard-quarantined-row';
import { QuarantineRows } from '../application/quarantine/quarantine-rows';
import { CdrQuarantine } from '../application/quarantine/cdr-quarantine';
import { RetryQuarantinedRow } from '../application/quarantine/retry-quarantined-row';
import { RecordCdrs } from '../application/ingest/record-cdrs';
import { ValibotRowReader } from '../infrastructure/ingest/valibot-row-reader';
import { WriteCdrs } from '../application/ingest/write-cdrs';
import { SqlCdrStore } from '../infrastructure/ingest/cdr-store';
import { PhonelibNumberCountries } from '../infrastructure/ingest/number-countries';
import { CryptoBoxRowSeal } from '../infrastructure/quarantine/crypto-box-row-seal';
import { SqlQuarantine } from '../infrastructure/quarantine/sql-quarantine';
import { type FakeDecisions, FakeOffset, RecordingMeter } from './ingest/fakes';
import { FakeRetention } from './reads/fakes';
import { RecordingAudit } from './quarantine/in-memory-quarantine';

interface Given {
  readonly decisions: FakeDecisions;
  readonly charges: CallCharges;
  readonly clock: Clock;
}

/** Builds ingest and quarantine on PostgreSQL, with the caller's decisions and ledger. */
export function postgresCdrWorld(db: Database, { decisions, charges, clock }: Given) {
  const store = new SqlCdrStore(db);
  const quarantine = new SqlQuarantine(db);
  const seal = new CryptoBoxRowSeal(new CryptoBox([{ id: 'k1', secret: Buffer.alloc(32, 7) }]));
  const meter = new RecordingMeter();
  const audit = new RecordingAudit();
  const events = new RecordingEventBus();
  const countries = new PhonelibNumberCountries();
  const matcher = new MatchReports(new ValibotRowReader(), decisions, store, new FakeOffset(), meter, clock);
  const writer = new WriteCdrs(db, store, quarantine, decisions, events, charges, countries, meter, clock);
  const quarantineRows = new QuarantineRows(quarantine, seal, store, decisions, meter, clock);
  const cdrQuarantine = new CdrQuarantine(quarantine, seal, audit, new FakeRetention(), clock);
  return {
    quarantine,
    cdrQuarantine,
    audit,
    meter,
    recordCdrs: new RecordCdrs(matcher, decisions, store, writer, quarantineRows, meter),
    retryQuarantinedRow: new RetryQuarantinedRow(db, cdrQuarantine, matcher, writer, store),
    discardQuarantinedRow: new DiscardQuarantinedRow(db, cdrQuarantine, decisions, charges),
  };
}
