import { NoTransactor, RecordingEventBus, TestClock } from '@trunkline/kernel/testing';
import { Cdrs } from '../application/reads/cdrs';
import { Dashboard } from '../application/dashboard/dashboard';
import { MatchReports } from '../application/ingest/match-reports';
import { DiscardQuarantinedRow } from '../application/quarantine/discard-quarantined-row';
import { QuarantineRows } from '../application/quarantine/quarantine-rows';
import { CdrQuarantine } from '../application/quarantine/cdr-quarantine';
import { RetryQuarantinedRow } from '../application/quarantine/retry-quarantined-row';
import { RecordCdrs } from '../application/ingest/record-cdrs';
import type { CallFigures } from '../application/dashboard/views';
import type { CdrDetailView } from '../application/reads/views';
import { ValibotRowReader } from '../infrastructure/ingest/valibot-row-reader';
import { WriteCdrs } from '../application/ingest/write-cdrs';
import type { Decision } from '../domain/ingest/decision';
import { FakeNumbers, FakeSpending, FakeStatistics, InMemorySummaries, OneRefresh } from './dashboard/fakes';
import {
  FakeCharges,
  FakeCountries,
  FakeDecisions,
  FakeOffset,
  InMemoryCdrStore,
  RecordingMeter,
} from './ingest/fakes';
import { FakeAccounts, FakeQueries, FakeRetention } from './reads/fakes';
import { InMemoryQuarantine, PlainSeal, RecordingAudit } from './quarantine/in-memory-quarantine';
import { AFTER_THE_CALLS } from './samples';

export const someFigures: CallFigures = {
  seconds: 330,
  count: 4,
  normalClearing: 3,
  daily: [
    { dayStart: new Date('2025-12-31T00:00:00Z'), count: 2 },
    { dayStart: new Date('2026-01-01T00:00:00Z'), count: 3 },
  ],
  topCountries: [{ country: 'DE', count: 4 }],
};

interface Given {
  readonly decisions?: readonly Decision[];
  readonly rows?: readonly CdrDetailView[];
  readonly figures?: CallFigures;
}

/** Builds the context's use cases on fakes. */
export function cdrWorld({ decisions: given = [], rows = [], figures = someFigures }: Given = {}) {
  const clock = new TestClock(given.length > 0 ? AFTER_THE_CALLS : new Date('2026-01-01T12:00:00Z'));
  const tx = new NoTransactor();
  const events = new RecordingEventBus();
  const store = new InMemoryCdrStore();
  const quarantine = new InMemoryQuarantine();
  const decisions = new FakeDecisions(given);
  const charges = new FakeCharges();
  const accounts = new FakeAccounts();
  const queries = new FakeQueries(rows);
  const statistics = new FakeStatistics(figures);
  const spending = new FakeSpending();
  const summaries = new InMemorySummaries();
  const retention = new FakeRetention();
  const meter = new RecordingMeter();
  const offset = new FakeOffset();
  const seal = new PlainSeal();
  const audit = new RecordingAudit();
  const countries = new FakeCountries();
  const writer = new WriteCdrs(tx, store, quarantine, decisions, events, charges, countries, meter, clock);
  const matcher = new MatchReports(new ValibotRowReader(), decisions, store, offset, meter, clock);
  const cdrQuarantine = new CdrQuarantine(quarantine, seal, audit, retention, clock);
  const quarantineRows = new QuarantineRows(quarantine, seal, store, decisions, meter, clock);
  return {
    clock,
    events,
    store,
    decisions,
    charges,
    accounts,
    queries,
    statistics,
    spending,
    summaries,
    quarantine,
    meter,
    offset,
    audit,
    recordCdrs: new RecordCdrs(matcher, decisions, store, writer, quarantineRows, meter),
    retryQuarantinedRow: new RetryQuarantinedRow(tx, cdrQuarantine, matcher, writer, store),
    discardQuarantinedRow: new DiscardQuarantinedRow(tx, cdrQuarantine, decisions, charges),
    cdrs: new Cdrs(queries, accounts, retention, clock),
    dashboard: new Dashboard(statistics, new FakeNumbers(), spending, accounts, summaries, new OneRefresh(), clock),
  };
}
