import { GroupedCalls, sqlState } from '@trunkline/platform';
import type { DeliveryFacts } from '../application/delivery/carrier-pump';
import type { DeliveryFact } from '../application/delivery/ports';
import type { SettleDelivery } from '../application/delivery/settle-delivery';

/** Classes of SQLSTATE for values that PostgreSQL does not store: data exceptions, and violated constraints. */
const VALUES = ['22', '23'];

/**
 * Settles the facts that arrive at the same time in common transactions. Where the values of a fact cannot be stored, each is
 * settled by itself, so that only that one fails.
 */
export class GroupedFacts implements DeliveryFacts {
  private readonly groups: GroupedCalls<DeliveryFact, Failure | null>;

  constructor(private readonly settling: SettleDelivery) {
    this.groups = new GroupedCalls((facts) => this.settleAll(facts));
  }

  async settle(fact: DeliveryFact): Promise<void> {
    const failure = await this.groups.run(fact);
    if (failure) throw failure.error;
  }

  private async settleAll(facts: readonly DeliveryFact[]): Promise<(Failure | null)[]> {
    try {
      await this.settling.settle(facts);
      return facts.map(() => null);
    } catch (error) {
      if (facts.length === 1 || !VALUES.includes(sqlState(error).slice(0, 2))) throw error;
    }
    const outcomes = [];
    for (const fact of facts) outcomes.push(await this.settling.settle([fact]).then(() => null, toFailure));
    return outcomes;
  }
}

interface Failure {
  readonly error: unknown;
}

const toFailure = (error: unknown): Failure => ({ error });
