import {
  type CachedSummary,
  type CallStatistics,
  type RefreshLimit,
  type NumberCounts,
  type Spending,
  type SummaryCache,
} from '../../application/dashboard/ports';
import type { CallFigures } from '../../application/dashboard/views';

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
}

export class FakeSpending implements Spending {
  version = 1;

  balance(): Promise<{ amountCents: number; version: number }> {
    return Promise.resolve({ amountCents: 1_000 - this.version, version: this.version });
  }

  spentSince(): Promise<number> {
    return Promise.resolve(1_000);
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
