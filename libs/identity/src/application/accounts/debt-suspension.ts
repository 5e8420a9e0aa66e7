import type { Clock, EventBus, Transactor } from '@trunkline/kernel';
import type { Account } from '../../domain/account';
import type { OperatorAudit } from '../operator/ports';
import type { AccountRepository } from '../ports';

/** The actor recorded in the audit trail. */
const ACTOR = 'billing:debt';

/** Suspends accounts in debt, and reinstates them when they have paid. See docs/identity.md#suspension. */
export class DebtSuspension {
  constructor(
    private readonly tx: Transactor,
    private readonly accounts: AccountRepository,
    private readonly log: OperatorAudit,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Joins the transaction. Returns false when nothing changes: repeated, or the account is closed. Throws not_found.
   */
  suspend(accountId: string): Promise<boolean> {
    return this.change(accountId, 'account.suspend', (account) => account.suspendForDebt(this.clock.now()));
  }

  /** As `suspend`. A suspension by an operator remains. */
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
      const before = suspensionStateOf(account);
      if (account.status === 'closed') return false;
      change(account);
      const after = suspensionStateOf(account);
      if (after.suspended_for.length === before.suspended_for.length) return false;
      await this.accounts.save(account);
      await this.log.record({ actor: ACTOR, action, subject: accountId, accountId, before, after });
      const data = { account_id: accountId, status: account.status };
      await this.events.publish({ type: 'account.status_changed', accountId, data });
      return true;
    });
  }
}

function suspensionStateOf({ status, suspendedFor }: Account) {
  return { status, suspended_for: suspendedFor };
}
