import type { Clock } from '@trunkline/kernel';
import type { AutoRechargeRepository } from './ports';
import type { RechargeWallet } from './recharge-wallet';

const BATCH = 100;

/**
 * The sweeper of auto-recharge: goes on with what a crash left open, tries again what failed once its time has come, and
 * finds balances that call for a charge which nobody has claimed. Safe to run at any time and on several workers.
 */
export class RechargeWallets {
  constructor(
    private readonly recharges: AutoRechargeRepository,
    private readonly rechargeWallet: RechargeWallet,
    private readonly clock: Clock,
  ) {}

  /** Throws an AggregateError at the end when some could not be looked at; the others are served all the same. */
  async execute(): Promise<void> {
    const faults: unknown[] = [];
    for (let after = ''; ; ) {
      const due = await this.recharges.listDue(this.clock.now(), after, BATCH);
      for (const accountId of due) await this.serve(accountId, faults);
      if (due.length < BATCH) break;
      after = due.at(-1) ?? after;
    }
    if (faults.length > 0) throw new AggregateError(faults, `${faults.length} wallets could not be recharged`);
  }

  private async serve(accountId: string, faults: unknown[]): Promise<void> {
    try {
      await this.rechargeWallet.execute(accountId);
    } catch (error) {
      faults.push(error);
    }
  }
}
