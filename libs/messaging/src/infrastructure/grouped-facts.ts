import { GroupedCalls } from '@trunkline/platform';
import type { DeliveryFacts } from '../application/delivery/carrier-pump';
import type { DeliveryFact } from '../application/delivery/ports';
import type { SettleDelivery } from '../application/delivery/settle-delivery';

/** Settles the facts that arrive at the same time in common transactions. */
export class GroupedFacts implements DeliveryFacts {
  private readonly groups: GroupedCalls<DeliveryFact, undefined>;

  constructor(settling: SettleDelivery) {
    this.groups = new GroupedCalls(async (facts) => {
      await settling.settle(facts);
      return facts.map(() => undefined);
    });
  }

  settle(fact: DeliveryFact): Promise<void> {
    return this.groups.run(fact);
  }
}
