import type { Clock } from '@trunkline/kernel';
import { PriceList } from '../../domain/pricing/price-list';
import type { PriceRules } from './ports';

/** Reads the prices that hold now. Nothing is cached, so that a rule holds from the next search in every process. */
export class PriceLists {
  constructor(
    private readonly rules: Pick<PriceRules, 'inForce'>,
    private readonly clock: Clock,
  ) {}

  async of(accountId: string): Promise<PriceList> {
    return new PriceList(await this.rules.inForce(accountId, this.clock.now()));
  }
}
