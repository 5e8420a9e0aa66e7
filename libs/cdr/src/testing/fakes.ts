import { type Page, pageOf } from '@trunkline/kernel';
import type { CallAccounts, CdrQueries, CdrRetention } from '../application/reads/ports';
import type { StoredCdrDetail, CdrView, EstimatedCdrView } from '../application/reads/views';
import type { CdrRedaction } from '../domain/redaction';
import type { DecksInForce, CallTerms, PriceTerms, RateFilter, RateLists, RateView } from '../application/rating/ports';
import type { QuarantineAudit } from '../application/quarantine/ports';

export class FakeRetention implements CdrRetention {
  days = 400;
}

export class FakeAccounts implements CallAccounts {
  redaction: CdrRedaction = 'none';
  status: 'active' | 'suspended' = 'active';

  get() {
    return Promise.resolve({ status: this.status, settings: { cdrRedaction: this.redaction } });
  }
}

export class FakeQueries implements CdrQueries {
  readonly requests: Parameters<CdrQueries['list']>[0][] = [];

  constructor(private readonly rows: readonly StoredCdrDetail[]) {}

  list(request: Parameters<CdrQueries['list']>[0]): Promise<Page<CdrView>> {
    this.requests.push(request);
    return Promise.resolve(pageOf(this.rows, request.page.limit, ({ id }) => ({ key: id, id })));
  }

  latestAttempts() {
    return Promise.resolve([]);
  }

  idsOf(): Promise<ReadonlyMap<string, string>> {
    return Promise.resolve(new Map());
  }

  listEstimated(): Promise<Page<EstimatedCdrView>> {
    return Promise.resolve({ items: [], next: null });
  }

  find(accountId: string, id: string): Promise<StoredCdrDetail | null> {
    return Promise.resolve(this.rows.find((row) => row.id === id && row.accountId === accountId) ?? null);
  }
}

export class FakeDecks implements DecksInForce {
  constructor(private readonly terms: Partial<CallTerms> = {}) {}

  forMessages(): Promise<PriceTerms> {
    return this.forCalls();
  }

  forCalls(): Promise<CallTerms> {
    return Promise.resolve({
      ownDeckId: null,
      defaultDeckId: 'deck_1',
      discountPct: 0,
      costDecks: {},
      ...this.terms,
    });
  }
}

export class FakeRateLists implements RateLists {
  readonly requests: RateFilter[] = [];

  constructor(private readonly rates: readonly RateView[] = []) {}

  list(_terms: PriceTerms, filter: RateFilter, limit: number): Promise<RateView[]> {
    this.requests.push(filter);
    return Promise.resolve(this.rates.slice(0, limit));
  }
}

export class RecordingAudit implements QuarantineAudit {
  readonly entries: Parameters<QuarantineAudit['record']>[0][] = [];

  record(entry: Parameters<QuarantineAudit['record']>[0]): Promise<void> {
    this.entries.push(entry);
    return Promise.resolve();
  }
}
