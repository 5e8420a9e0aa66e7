import type { Clock, Transactor } from '@trunkline/kernel';
import { AutoRecharge, type RechargeConfig } from '../../domain/auto-recharge/auto-recharge';
import { BillingErrors } from '../../domain/errors';
import type { PaymentMethodRepository } from '../cards/ports';
import type { AutoRechargeView } from '../views';
import type { AutoRechargeRepository } from './ports';

/** Auto-recharge as the customer sets it (contract, section 7). */
export class AutoRechargeSettings {
  constructor(
    private readonly tx: Transactor,
    private readonly recharges: AutoRechargeRepository,
    private readonly methods: PaymentMethodRepository,
    private readonly clock: Clock,
  ) {}

  async get(accountId: string): Promise<AutoRechargeView> {
    return (await this.recharges.find(accountId)) ?? AutoRecharge.off(accountId);
  }

  /**
   * Replaces it. Throws no_default_payment_method, or 422 where it is enabled without its amounts. The cards are held
   * meanwhile, as they are while one is removed: either sees what the other has done.
   */
  set(accountId: string, config: RechargeConfig): Promise<AutoRechargeView> {
    return this.tx.run(async () => {
      const methods = await this.methods.lockAll(accountId);
      const recharge = await this.recharges.lockOrCreate(accountId);
      recharge.configure(config, this.clock.now());
      if (config.enabled && !methods.some(({ isDefault }) => isDefault)) {
        throw BillingErrors.no_default_payment_method({
          message: 'Add a payment method first: it is what is charged.',
        });
      }
      await this.recharges.save(recharge);
      return recharge;
    });
  }

  /** Contract, section 3: off with the request to close the account. Joins the transaction around it. */
  turnOff(accountId: string): Promise<void> {
    return this.tx.run(async () => {
      const recharge = await this.recharges.lock(accountId);
      if (!recharge) return;
      recharge.turnOff();
      await this.recharges.save(recharge);
    });
  }
}
