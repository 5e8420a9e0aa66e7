import { RecentRead } from '@trunkline/platform';
import { CarrierRoutes } from '../../application/carriers/ports';
import type { CarrierQueries } from '../../application/carriers/store-ports';
import { chooseCarriers, type EligibleCarrier, type MessageRoute } from '../../domain/carriers/carrier-choice';

/** How old the carriers of a process may be. Reading them for each message would cost more than the choice does. */
const FRESH_MS = 2_000;

/** Chooses among the carriers that this process has read last. */
export class KnownCarriers extends CarrierRoutes {
  private readonly carriers: RecentRead<readonly EligibleCarrier[]>;

  constructor(queries: CarrierQueries) {
    super();
    this.carriers = new RecentRead(() => queries.eligible(), FRESH_MS);
  }

  async routesFor(pair: MessageRoute): Promise<readonly string[]> {
    return chooseCarriers(await this.carriers.get(), pair).map(({ id }) => id);
  }

  async takers(): Promise<ReadonlySet<string>> {
    const carriers = await this.carriers.get();
    return new Set(carriers.filter(({ health }) => health !== 'down').map(({ id }) => id));
  }
}
