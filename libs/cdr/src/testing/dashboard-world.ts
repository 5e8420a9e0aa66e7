import { NoTransactor, TestClock } from '@trunkline/kernel/testing';
import { Dashboard } from '../application/dashboard/dashboard';
import type { CallFigures } from '../application/dashboard/views';
import { FakeAccounts } from './fakes';
import type {
  CachedSummary,
  CallStatistics,
  NumberCounts,
  RefreshLimit,
  Spending,
  SummaryCache,
} from '../application/dashboard/ports';

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

export class FakeStatistics implements CallStatistics {
  computed = 0;

  constructor(private readonly known: CallFigures) {}

  figures(): Promise<CallFigures> {
    this.computed++;
    return Promise.resolve(this.known);
  }

  recent() {
    const call = {
      id: 'cdr_1',
      direction: 'inbound',
      caller: '+493012345',
      isCallerWithheld: false,
      callee: '+4930901820',
      numberId: 'num_1',
      startedAt: new Date(0),
    } as const;
    return Promise.resolve([
      {
        ...call,
        billableDurationSeconds: 1,
        customerTotalCents: 1,
        currency: 'USD',
        hangupCause: 'normal_clearing' as const,
        sipResponseCode: 200,
      },
    ]);
  }
}

export class FakeNumbers implements NumberCounts {
  countActive(): Promise<number> {
    return Promise.resolve(3);
  }

  countAssignedSince(_accountId: string, since: Date): Promise<number> {
    return Promise.resolve(since.getUTCDate());
  }

  dueBefore(_accountId: string, end: Date): Promise<number> {
    return Promise.resolve(end.getUTCMonth());
  }
}

export class FakeSpending implements Spending {
  version = 1;

  balance(): Promise<{ amountCents: number; version: number }> {
    return Promise.resolve({ amountCents: 1_000 - this.version, version: this.version });
  }

  spentSince(): Promise<number> {
    return Promise.resolve(1_000);
  }

  fixedSince(): Promise<number> {
    return Promise.resolve(400);
  }
}

export class InMemorySummaries implements SummaryCache {
  readonly kept = new Map<string, CachedSummary>();

  get(accountId: string): Promise<CachedSummary | null> {
    return Promise.resolve(this.kept.get(accountId) ?? null);
  }

  set(accountId: string, cached: CachedSummary): Promise<void> {
    this.kept.set(accountId, cached);
    return Promise.resolve();
  }
}

export class OneRefresh implements RefreshLimit {
  private left = 1;

  take(): Promise<number> {
    return Promise.resolve(this.left-- > 0 ? 0 : 42);
  }
}
