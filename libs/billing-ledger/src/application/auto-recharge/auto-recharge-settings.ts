import type { Clock, Transactor } from '@trunkline/kernel';
import { AutoRecharge, type RechargeConfig } from '../../domain/auto-recharge';
import { BillingErrors } from '../../domain/errors';
import type { PaymentMethodRepository } from '../cards/ports';
import type { AutoRechargeView } from '../views';
import type { AutoRechargeRepository } from './ports';

/** Reads and replaces an account's auto-recharge settings. See docs/billing.md#auto-recharge. */
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
   * Replaces the settings. Throws no_default_payment_method, or 422 when enabled without both amounts. Locks the cards, as
   * removing a card does, so that auto-recharge is never enabled without a default card.
   */
  set(accountId: string, config: RechargeConfig): Promise<AutoRechargeView> {
    return this.tx.run(async () => {
      const methods = await this.methods.lockAll(accountId);
      const recharge = await this.recharges.lockOrCreate(accountId);
      recharge.configure(config, this.clock.now());
      if (config.enabled && !methods.some(({ isDefault }) => isDefault)) {
        throw BillingErrors.no_default_payment_method({
          message: 'Auto-recharge needs a card to charge. Add a payment method first.',
        });
      }
      await this.recharges.save(recharge);
      return recharge;
    });
  }

  /** Disables auto-recharge, when closure of the account is requested. Joins the transaction around the call. */
  turnOff(accountId: string): Promise<void> {
    return this.tx.run(async () => {
      const recharge = await this.recharges.lock(accountId);
      if (!recharge) return;
      recharge.turnOff();
      await this.recharges.save(recharge);
    });
  }
}
