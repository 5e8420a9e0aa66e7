import type { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { changedTerms, isInDebt, type WalletTerms } from '../../domain/journal/wallet-terms';
import type { LockedWallet, WalletSettingsRepository } from './ports';

export interface ChangedTerms {
  readonly before: WalletTerms;
  readonly after: WalletTerms;
}

/** Changes the terms of an account's wallet. Joins the transaction around the call. */
export class WalletSettings {
  constructor(
    private readonly tx: Transactor,
    private readonly wallets: WalletSettingsRepository,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Throws not_found, or 422 of `credit_limit_cents` for a credit limit on a prepaid account. */
  changeTerms(accountId: string, change: Partial<WalletTerms>): Promise<ChangedTerms> {
    return this.tx.run(async () => {
      const wallet = await this.wallets.lock(accountId);
      const { billingMode, creditLimitCents } = wallet;
      const before = { billingMode, creditLimitCents };
      const after = changedTerms(before, change);
      const stays = after.billingMode === billingMode && after.creditLimitCents === creditLimitCents;
      if (!stays) await this.wallets.saveTerms(accountId, after, this.clock.now());
      await this.publishDebt(accountId, wallet, after);
      return { before, after };
    });
  }

  /** Changed terms can begin or end a debt. */
  private async publishDebt(accountId: string, wallet: LockedWallet, after: WalletTerms): Promise<void> {
    const { balanceCents } = wallet;
    if (isInDebt(balanceCents, after) === isInDebt(balanceCents, wallet)) return;
    const data = { balance_cents: balanceCents, credit_limit_cents: after.creditLimitCents, is_chargeback: false };
    await this.events.publish({ type: 'billing.debt.changed', accountId, data });
  }
}
