import type { Clock, EventBus, Transactor } from '@trunkline/kernel';
import type { Account } from '../../domain/accounts/account';
import type { SupervisionLog } from '../operator/ports';
import type { AccountRepository } from '../ports';

/** As it stands in the audit trail. */
const ACTOR = 'billing:debt';

/** Suspends accounts that owe too much, and reinstates them when they have paid (contract, section 9). */
export class DebtSuspension {
  constructor(
    private readonly tx: Transactor,
    private readonly accounts: AccountRepository,
    private readonly log: SupervisionLog,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Joins the transaction around it. False when it changes nothing: repeated, or once the account is closed. Throws not_found. */
  suspend(accountId: string): Promise<boolean> {
    return this.change(accountId, 'account.suspend', (account) => account.suspendForDebt(this.clock.now()));
  }

  /** As `suspend`. What an operator has suspended stays so. */
  reinstate(accountId: string): Promise<boolean> {
    return this.change(accountId, 'account.reinstate', (account) => account.settleDebt());
  }

  private change(
    accountId: string,
    action: 'account.suspend' | 'account.reinstate',
    change: (account: Account) => void,
  ): Promise<boolean> {
    return this.tx.run(async () => {
      const account = await this.accounts.lock(accountId);
      const before = standingOf(account);
      if (account.status === 'closed') return false;
      change(account);
      const after = standingOf(account);
      if (after.suspended_for.length === before.suspended_for.length) return false;
      await this.accounts.save(account);
      await this.log.record({ actor: ACTOR, action, subject: accountId, accountId, before, after });
      const data = { account_id: accountId, status: account.status };
      await this.events.publish({ type: 'account.status_changed', accountId, data });
      return true;
    });
  }
}

function standingOf({ status, suspendedFor }: Account) {
  return { status, suspended_for: suspendedFor };
}
