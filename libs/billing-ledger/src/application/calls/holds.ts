import type { Page, PageRequest } from '@trunkline/kernel';
import type { BillingQueries } from '../ports';
import type { HoldView } from '../views';
import type { HeldCallEnds } from './ports';

/** What of a wallet is held, and by what. */
export class Holds {
  constructor(
    private readonly queries: BillingQueries,
    private readonly calls: HeldCallEnds,
  ) {}

  /** The holds of a call name the call, and when its money is released if no CDR comes. */
  async list(accountId: string, page: PageRequest<'created_at'>): Promise<Page<HoldView>> {
    const { items, next } = await this.queries.listHolds(accountId, page);
    const decisionIds = items.flatMap(({ kind, relatedId }) =>
      kind === 'call' && relatedId !== null ? [relatedId] : [],
    );
    const ends = await this.calls.endsOf(decisionIds);
    const shown = items.map((hold) => {
      const end = hold.kind === 'call' && hold.relatedId !== null ? ends.get(hold.relatedId) : undefined;
      return end ? { ...hold, relatedId: end.callId, until: end.until } : hold;
    });
    return { items: shown, next };
  }
}
