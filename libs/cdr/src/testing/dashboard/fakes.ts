import {
  type CachedSummary,
  CallStatistics,
  RefreshLimit,
  NumberCounts,
  Spending,
  SummaryCache,
} from '../../application/dashboard/ports';
import type { CallFigures } from '../../application/dashboard/views';

export class FakeStatistics extends CallStatistics {
  computed = 0;

  constructor(private readonly known: CallFigures) {
    super();
  }

  override figures(): Promise<CallFigures> {
    this.computed++;
    return Promise.resolve(this.known);
  }

  override recent() {
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
        hangupCause: 'normal_clearing',
        sipResponseCode: 200,
      },
    ]);
  }
}

export class FakeNumbers extends NumberCounts {
  override countActive(): Promise<number> {
    return Promise.resolve(3);
  }

  override countAssignedSince(_accountId: string, since: Date): Promise<number> {
    return Promise.resolve(since.getUTCDate());
  }
}

export class FakeSpending extends Spending {
  version = 1;

  override balance(): Promise<{ amountCents: number; version: number }> {
    return Promise.resolve({ amountCents: 1_000 - this.version, version: this.version });
  }

  override spentSince(): Promise<number> {
    return Promise.resolve(1_000);
  }
}

export class InMemorySummaries extends SummaryCache {
  readonly kept = new Map<string, CachedSummary>();

  override get(accountId: string): Promise<CachedSummary | null> {
    return Promise.resolve(this.kept.get(accountId) ?? null);
  }

  override set(accountId: string, cached: CachedSummary): Promise<void> {
    this.kept.set(accountId, cached);
    return Promise.resolve();
  }
}

export class OneRefresh extends RefreshLimit {
  private left = 1;

  override take(): Promise<number> {
    return Promise.resolve(this.left-- > 0 ? 0 : 42);
  }
}
