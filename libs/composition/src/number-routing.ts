import { type NumberFilters, type NumberQueries, type Numbers } from '@trunkline/numbering';
import { type NumberRouting } from '@trunkline/voice-routing/wiring';

type RoutedTo = Pick<NumberFilters, 'trunkId' | 'routingProfileId'>;

const NOWHERE = { trunkId: null, routingProfileId: null };
const BATCH = 100;

/** Detaches numbers through numbering's bulk routing, so that each number's history records the change. */
export class NumberRoutingByNumbers implements NumberRouting {
  constructor(
    private readonly queries: NumberQueries,
    private readonly numbers: Numbers,
  ) {}

  detachTrunk(accountId: string, trunkId: string): Promise<void> {
    return this.detach(accountId, { trunkId: [trunkId] });
  }

  detachProfile(accountId: string, routingProfileId: string): Promise<void> {
    return this.detach(accountId, { routingProfileId: [routingProfileId] });
  }

  private async detach(accountId: string, filters: RoutedTo): Promise<void> {
    const page = { limit: BATCH, sort: 'assigned_at', order: 'asc', after: null } as const;
    // Detached numbers leave the list, so the first page is always the next batch.
    for (;;) {
      const { items } = await this.queries.list(accountId, filters, page);
      if (items.length === 0) return;
      const e164s = items.map(({ e164 }) => e164);
      await this.numbers.routeMany({ accountId, actor: { kind: 'system', id: null } }, e164s, NOWHERE);
    }
  }
}
