import type { Clock, Transactor } from '@trunkline/kernel';
import { isInDebt } from '../domain/journal/wallet-terms';
import type { Ledger } from './ledger';
import type { BillingNotices } from './billing-notices';
import { Sweep } from './sweep';
import type { DebtRepository, DebtSuspensions } from './ports';

/**
 * Suspends accounts that owe more than their credit limit, and reinstates them once they have paid. See
 * docs/billing.md#debt. Decides by the wallet that it reads after locking the debt. Every movement or change of terms that
 * begins or ends a debt is followed by another run, so the last run leaves the account as its wallet requires, in whatever
 * order they run.
 */
export class EnforceCreditLimit {
  constructor(
    private readonly tx: Transactor,
    private readonly debts: DebtRepository,
    private readonly ledger: Ledger,
    private readonly suspensions: DebtSuspensions,
    private readonly notices: BillingNotices,
    private readonly clock: Clock,
  ) {}

  /** Joins the transaction around the call. A chargeback has no grace period. */
  enforce(accountId: string, { isChargeback = false }: { readonly isChargeback?: boolean } = {}): Promise<void> {
    return this.tx.run(async () => {
      const now = this.clock.now();
      const debt = await this.debts.lock(accountId);
      const wallet = await this.ledger.balance(accountId);
      const { amountCents, creditLimitCents } = wallet;
      if (isInDebt(amountCents, wallet)) debt.begin(now);
      else debt.settle();
      if (debt.since === null) await this.suspensions.reinstate(accountId);
      if (debt.isDue(now, isChargeback)) {
        // Suspension and mail are one transaction, so that each suspension sends exactly one mail.
        const isNew = await this.suspensions.suspend(accountId);
        if (isNew) {
          await this.notices.suspendedForDebt(accountId, { balanceCents: amountCents, creditLimitCents, at: now });
        }
        debt.markSuspended(now);
      }
      await this.debts.save(debt);
    });
  }

  /** Checks every open debt for an expired grace period. Throws an AggregateError at the end when some checks failed. */
  async enforceAll(): Promise<void> {
    const sweep = new Sweep();
    await sweep.eachAccount(
      (after, limit) => this.debts.listOpen(after, limit),
      (accountId) => this.enforce(accountId),
    );
    sweep.end('debts could not be checked');
  }
}
