import { NoTransactor, TestClock } from '@trunkline/kernel/testing';
import { Dashboard } from '../../application/dashboard/dashboard';
import type { CallFigures } from '../../application/dashboard/views';
import { FakeAccounts } from '../reads/fakes';
import { FakeNumbers, FakeSpending, FakeStatistics, InMemorySummaries, OneRefresh } from './fakes';

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

export function dashboardWorld(figures = someFigures) {
  const clock = new TestClock(new Date('2026-01-01T12:00:00Z'));
  const accounts = new FakeAccounts();
  const statistics = new FakeStatistics(figures);
  const spending = new FakeSpending();
  const summaries = new InMemorySummaries();
  return {
    clock,
    accounts,
    statistics,
    spending,
    summaries,
    dashboard: new Dashboard(
      new NoTransactor(),
      statistics,
      new FakeNumbers(),
      spending,
      accounts,
      summaries,
      new OneRefresh(),
      clock,
    ),
  };
}
