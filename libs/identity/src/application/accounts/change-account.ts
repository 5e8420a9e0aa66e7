import { CommonErrors, type Transactor } from '@trunkline/kernel';
import type { AccountChange } from '../../domain/accounts/account';
import type { AccountRepository } from '../ports';
import type { BalanceAlerts, NumberHistory } from './ports';

/** PATCH /accounts/me. */
export class ChangeAccount {
  constructor(
    private readonly tx: Transactor,
    private readonly accounts: AccountRepository,
    private readonly numbers: NumberHistory,
    private readonly alerts: BalanceAlerts,
  ) {}

  /**
   * Changes only the given fields. Throws invalid_state for another country once a number was ordered, because prices,
   * taxes and documents depend on it, and 422 for an unknown time zone.
   */
  execute(accountId: string, change: AccountChange): Promise<void> {
    return this.tx.run(async () => {
      const account = await this.accounts.lock(accountId);
      const moves = change.country !== undefined && change.country !== account.country;
      if (moves && (await this.numbers.hasOrdered(accountId))) {
        throw CommonErrors.invalid_state({
          message: 'The country cannot be changed after the account has ordered a number.',
        });
      }
      account.change(change);
      await this.accounts.save(account);
      const alertCents = change.settings?.lowBalanceAlertCents;
      if (alertCents !== undefined) await this.alerts.alertBelow(accountId, alertCents);
    });
  }
}
