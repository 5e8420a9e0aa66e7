import { type Clock, collectingErrors, type Keyset } from '@trunkline/kernel';
import type { CloseAccount, ClosingOutcome } from './close-account';
import type { DueAccount, DueAccounts } from './ports';

const BATCH = 100;

/** Number of accounts per outcome. */
export type ClosingRun = Readonly<Record<ClosingOutcome, number>>;

/** The close-accounts job: closes every account whose grace period has ended. Safe on several workers at once. */
export class CloseAccounts {
  constructor(
    private readonly due: DueAccounts,
    private readonly closeAccount: CloseAccount,
    private readonly clock: Clock,
  ) {}

  /** Continues after a failure. Rejects at the end with all errors. */
  async close(): Promise<ClosingRun> {
    const now = this.clock.now();
    const counts = { closed: 0, waiting: 0, kept: 0 };
    await collectingErrors('accounts could not be closed', async (attempt) => {
      for (let after: Keyset | null = null, more = true; more; ) {
        const batch: DueAccount[] = await this.due.list(now, after, BATCH);
        for (const { accountId } of batch) {
          const outcome = await attempt(() => this.closeOne(accountId));
          if (outcome) counts[outcome] += 1;
        }
        more = batch.length === BATCH;
        after = batch.at(-1)?.keyset ?? null;
      }
    });
    return counts;
  }

  private async closeOne(accountId: string): Promise<ClosingOutcome> {
    try {
      return await this.closeAccount.close(accountId);
    } catch (error) {
      throw new Error(`Account ${accountId} could not be closed.`, { cause: error });
    }
  }
}
