import { RecordingEventBus, TestClock } from '@trunkline/kernel/testing';
import { CryptoBox, type Database } from '@trunkline/platform';
import { MatchReports } from '../../application/ingest/match-reports';
import type { CallCharges } from '../../application/ingest/ports';
import { RecordCdrs } from '../../application/ingest/record-cdrs';
import { WriteCdrs } from '../../application/ingest/write-cdrs';
import { CdrQuarantine } from '../../application/quarantine/cdr-quarantine';
import { DiscardQuarantinedRow } from '../../application/quarantine/discard-quarantined-row';
import { QuarantineRows } from '../../application/quarantine/quarantine-rows';
import { RetryQuarantinedRow } from '../../application/quarantine/retry-quarantined-row';
import type { Decision } from '../../domain/ingest/decision';
import { StoredCdrs } from '../../infrastructure/ingest/cdr-store';
import { PhonelibNumberCountries } from '../../infrastructure/ingest/number-countries';
import { ValibotRowReader } from '../../infrastructure/ingest/valibot-row-reader';
import { CryptoBoxRowSeal } from '../../infrastructure/crypto-box-row-seal';
import { StoredQuarantine } from '../../infrastructure/quarantine';
import { CdrReads } from '../../infrastructure/reads/cdr-queries';
import { FakeRetention, RecordingAudit } from '../fakes';
import { AFTER_THE_CALLS } from '../samples';
import { FakeCharges, FakeDecisions, FakeOffset, RecordingMeter } from './fakes';

interface Given<C extends CallCharges> {
  readonly decisions: readonly Decision[];
  readonly charges: C;
  readonly clock?: TestClock;
}

/** Ingest and quarantine on PostgreSQL, with fakes for voice routing and the ledger. */
export function ingestWorld(db: Database, decisions: readonly Decision[]) {
  return ingestWorldWith(db, { decisions, charges: new FakeCharges() });
}

export function ingestWorldWith<C extends CallCharges>(db: Database, given: Given<C>) {
  const { charges, clock = new TestClock(AFTER_THE_CALLS) } = given;
  const decisions = new FakeDecisions(given.decisions);
  const store = new StoredCdrs(db);
  const quarantine = new StoredQuarantine(db);
  const seal = new CryptoBoxRowSeal(new CryptoBox([{ id: 'k1', secret: Buffer.alloc(32, 7) }]));
  const meter = new RecordingMeter();
  const audit = new RecordingAudit();
  const events = new RecordingEventBus();
  const offset = new FakeOffset();
  const countries = new PhonelibNumberCountries();
  const matcher = new MatchReports(new ValibotRowReader(), decisions, store, offset, meter, clock);
  const writer = new WriteCdrs(db, store, quarantine, decisions, events, charges, countries, meter, clock);
  const quarantineRows = new QuarantineRows(quarantine, seal, store, decisions, meter, clock);
  const cdrQuarantine = new CdrQuarantine(quarantine, seal, audit, new FakeRetention(), clock);
  const queries = new CdrReads(db);
  return {
    clock,
    events,
    store,
    decisions,
    charges,
    quarantine,
    cdrQuarantine,
    audit,
    meter,
    offset,
    recordCdrs: new RecordCdrs(matcher, decisions, store, writer, quarantineRows, meter, clock),
    retryQuarantinedRow: new RetryQuarantinedRow(db, cdrQuarantine, matcher, writer, store),
    discardQuarantinedRow: new DiscardQuarantinedRow(db, cdrQuarantine, decisions, charges, clock),
    /** Returns the CDRs of these accounts, in the order of their calls. */
    cdrsOf: async (...accountIds: readonly string[]) => {
      const ids = await db.query<{ id: string; account_id: string }>(
        'SELECT id, account_id FROM cdr.cdrs WHERE account_id = ANY ($1) ORDER BY id',
        [accountIds],
      );
      const cdrs = [];
      for (const { id, account_id: accountId } of ids) cdrs.push((await queries.find(accountId, id))!);
      return cdrs;
    },
  };
}
