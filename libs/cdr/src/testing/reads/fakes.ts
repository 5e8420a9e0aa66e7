import { type Page, pageOf } from '@trunkline/kernel';
import { CallAccounts, CdrQueries, CdrRetention } from '../../application/reads/ports';
import type { CdrDetailView, CdrView, EstimatedCdrView } from '../../application/reads/views';
import type { CdrRedaction } from '../../domain/reads/redaction';

export class FakeRetention extends CdrRetention {
  days = 400;
}

export class FakeAccounts extends CallAccounts {
  redaction: CdrRedaction = 'none';
  status: 'active' | 'suspended' = 'active';

  override get() {
    return Promise.resolve({ status: this.status, settings: { cdrRedaction: this.redaction } });
  }
}

export class FakeQueries extends CdrQueries {
  readonly requests: Parameters<CdrQueries['list']>[0][] = [];

  constructor(private readonly rows: readonly CdrDetailView[]) {
    super();
  }

  override list(request: Parameters<CdrQueries['list']>[0]): Promise<Page<CdrView>> {
    this.requests.push(request);
    return Promise.resolve(pageOf(this.rows, request.page.limit, ({ id }) => ({ key: id, id })));
  }

  override idsOf(): Promise<ReadonlyMap<string, string>> {
    return Promise.resolve(new Map());
  }

  override listEstimated(): Promise<Page<EstimatedCdrView>> {
    return Promise.resolve({ items: [], next: null });
  }

  override find(accountId: string, id: string): Promise<CdrDetailView | null> {
    return Promise.resolve(this.rows.find((row) => row.id === id && row.accountId === accountId) ?? null);
  }
}
