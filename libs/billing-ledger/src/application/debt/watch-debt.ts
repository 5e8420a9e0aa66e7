import type { Clock, Transactor } from '@trunkline/kernel';
import type { BillingNotices } from '../notices/billing-notices';
import type { Ledger } from '../journal/ledger';
import type { DebtRepository, DebtSuspensions } from './ports';

/**
 * Suspends who owes more than the credit limit, and reinstates who has paid (contract, section 9). Goes by the balance
 * as it is once the debt is held, and every movement that passes the limit is followed by another look: whatever order
 * looks come in, the last one leaves the account as its balance says.
 */
export class WatchDebt {
  constructor(
    private readonly tx: Transactor,
    private readonly debts: DebtRepository,
    private readonly ledger: Ledger,
    private readonly suspensions: DebtSuspensions,
    private readonly notices: BillingNotices,
    private readonly clock: Clock,
  ) {}

  /** Joins the transaction around it. A chargeback gives no days of grace. */
  execute(accountId: string, { isChargeback = false }: { readonly isChargeback?: boolean } = {}): Promise<void> {
    return this.tx.run(async () => {
      const now = this.clock.now();
      const debt = await this.debts.lock(accountId);
      const { amountCents, creditLimitCents } = await this.ledger.balance(accountId);
      if (amountCents < -creditLimitCents) debt.run(now);
      else debt.settle();
      if (debt.since === null) await this.suspensions.reinstate(accountId);
      if (debt.isDue(now, isChargeback)) {
        // Whoever is suspended is told in the same transaction, so that each suspension has its one mail.
        const isNew = await this.suspensions.suspend(accountId);
        if (isNew)
          await this.notices.suspendedForDebt(accountId, { balanceCents: amountCents, creditLimitCents, at: now });
        debt.markSuspended(now);
      }
      await this.debts.save(debt);
    });
  }
}
