import { NoTransactor, RecordingEventBus, TestClock } from '@trunkline/kernel/testing';
import { Cdrs } from '../application/cdrs';
import { Dashboard } from '../application/dashboard';
import { RecordCdrs } from '../application/record-cdrs';
import type { CallFigures, CdrDetailView } from '../application/views';
import { WriteCdrs } from '../application/write-cdrs';
import type { Decision } from '../domain/cdr';
import {
  FakeAccounts,
  FakeCharges,
  FakeDecisions,
  FakeNumbers,
  FakeQueries,
  FakeSpending,
  FakeStatistics,
  InMemoryCdrStore,
  InMemorySummaries,
  OneFreshRead,
} from './fakes';

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
export function cdrWorld({ decisions = [], rows = [], figures = someFigures }: Given = {}) {
  const clock = new TestClock(new Date('2026-01-01T12:00:00Z'));
  const events = new RecordingEventBus();
  const store = new InMemoryCdrStore();
  const known = new FakeDecisions(decisions);
  const charges = new FakeCharges();
  const accounts = new FakeAccounts();
  const queries = new FakeQueries(rows);
  const statistics = new FakeStatistics(figures);
  const spending = new FakeSpending();
  const summaries = new InMemorySummaries();
  const writer = new WriteCdrs(new NoTransactor(), store, known, charges, events, clock);
  return {
    ...{ clock, events, store, decisions: known, charges, accounts, queries, statistics, spending, summaries },
    recordCdrs: new RecordCdrs(known, store, writer),
    cdrs: new Cdrs(queries, accounts, clock),
    dashboard: new Dashboard(statistics, new FakeNumbers(), spending, accounts, summaries, new OneFreshRead(), clock),
  };
}
