import { NoTransactor, RecordingEventBus, TestClock } from '@trunkline/kernel/testing';
import { Cdrs } from '../application/reads/cdrs';
import { Dashboard } from '../application/dashboard/dashboard';
import { MatchReports } from '../application/ingest/match-reports';
import { CloseQuarantined } from '../application/quarantine/close-quarantined';
import { DiscardQuarantined } from '../application/quarantine/discard-quarantined';
import { QuarantineRows } from '../application/quarantine/quarantine-rows';
import { QuarantinedRows } from '../application/quarantine/quarantined-rows';
import { RetryQuarantined } from '../application/quarantine/retry-quarantined';
import { RecordCdrs } from '../application/ingest/record-cdrs';
import type { CallFigures } from '../application/dashboard/views';
import type { CdrDetailView } from '../application/reads/views';
import { SettleCalls } from '../application/ingest/settle-calls';
import { WriteCdrs } from '../application/ingest/write-cdrs';
import type { Decision } from '../domain/ingest/decision';
import { FakeNumbers, FakeSpending, FakeStatistics, InMemorySummaries, OneFreshRead } from './dashboard/fakes';
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

/** Everything of the context over fakes. */
export function cdrWorld({ decisions, rows = [], figures = someFigures }: Given = {}) {
  const clock = new TestClock(decisions ? AFTER_THE_CALLS : new Date('2026-01-01T12:00:00Z'));
  const [events, store, quarantine] = [new RecordingEventBus(), new InMemoryCdrStore(), new InMemoryQuarantine()];
  const [known, charges, accounts] = [new FakeDecisions(decisions ?? []), new FakeCharges(), new FakeAccounts()];
  const [queries, statistics] = [new FakeQueries(rows), new FakeStatistics(figures)];
  const [spending, summaries] = [new FakeSpending(), new InMemorySummaries()];
  const [meter, offset, seal, audit] = [new RecordingMeter(), new FakeOffset(), new PlainSeal(), new RecordingAudit()];
  const tx = new NoTransactor();
  const countries = new FakeCountries();
  const settle = new SettleCalls(quarantine, known, events);
  const writer = new WriteCdrs(tx, store, settle, charges, countries, meter, clock);
  const matcher = new MatchReports(known, store, offset, meter, clock);
  const kept = new QuarantinedRows(quarantine, seal);
  const closing = new CloseQuarantined(quarantine, audit, clock);
  const quarantineRows = new QuarantineRows(quarantine, seal, store, known, meter, clock);
  return {
    ...{ clock, events, store, decisions: known, charges, accounts, queries, statistics, spending, summaries },
    ...{ quarantine, meter, offset, audit },
    recordCdrs: new RecordCdrs(matcher, known, store, writer, quarantineRows, meter),
    retryQuarantined: new RetryQuarantined(tx, kept, matcher, writer, store, closing),
    discardQuarantined: new DiscardQuarantined(tx, kept, known, charges, closing),
    cdrs: new Cdrs(queries, accounts, new FakeRetention(), clock),
    dashboard: new Dashboard(statistics, new FakeNumbers(), spending, accounts, summaries, new OneFreshRead(), clock),
  };
}
