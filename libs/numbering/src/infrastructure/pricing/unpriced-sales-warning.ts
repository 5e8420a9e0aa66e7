import type { Clock } from '@trunkline/kernel';
import type { Log, Settings } from '@trunkline/platform';
import type { PriceRules } from '../../application/pricing/ports';

/** Says at the start of a process in production that numbers are sold at cost, for want of a rule. */
export class UnpricedSalesWarning {
  constructor(
    private readonly rules: PriceRules,
    private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Called by Nest. */
  async onApplicationBootstrap(): Promise<void> {
    if (!this.settings.isProduction || (await this.rules.exist(this.clock.now()))) return;
    this.log.warn({}, 'No rule of number prices is in force: numbers are sold at what their supplier charges.');
  }
}
