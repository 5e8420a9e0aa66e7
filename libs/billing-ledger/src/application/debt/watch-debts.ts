import type { DebtRepository } from './ports';
import type { WatchDebt } from './watch-debt';

const BATCH = 100;

/** Looks at every debt, for those whose days of grace are over. Safe to run at any time and on several workers. */
export class WatchDebts {
  constructor(
    private readonly debts: DebtRepository,
    private readonly watchDebt: WatchDebt,
  ) {}

  /** Throws an AggregateError at the end when some could not be looked at; the others are looked at all the same. */
  async execute(): Promise<void> {
    const faults: unknown[] = [];
    for (let after = ''; ; ) {
      const open = await this.debts.listOpen(after, BATCH);
      for (const accountId of open) await this.look(accountId, faults);
      if (open.length < BATCH) break;
      after = open.at(-1) ?? after;
    }
    if (faults.length > 0) throw new AggregateError(faults, `${faults.length} debts could not be looked at`);
  }

  private async look(accountId: string, faults: unknown[]): Promise<void> {
    try {
      await this.watchDebt.execute(accountId);
    } catch (error) {
      faults.push(error);
    }
  }
}
