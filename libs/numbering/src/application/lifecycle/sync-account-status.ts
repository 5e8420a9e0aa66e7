import type { AccountStatus, Transactor } from '@trunkline/kernel';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { PhoneNumberRepository } from '../ports';
import type { Suspensions } from './suspensions';

const BATCH = 100;

/** The status of accounts, from identity. */
export abstract class AccountStates {
  /** Returns whether the account is suspended now, also while its closure is pending. Throws `not_found`. */
  abstract isSuspended(accountId: string): Promise<boolean>;
  /** Throws `not_found`. */
  abstract status(accountId: string): Promise<AccountStatus>;
}

/**
 * Suspends and resumes numbers with their account. Only the current status of the account counts, so that events may be
 * late, repeated, reordered or processed by several workers. See docs/numbers.md#suspension.
 */
export class SyncAccountStatus {
  constructor(
    private readonly tx: Transactor,
    private readonly numbers: PhoneNumberRepository,
    private readonly accounts: AccountStates,
    private readonly suspensions: Suspensions,
  ) {}

  /** Updates all live numbers of the account. */
  async sync(accountId: string): Promise<void> {
    for (let after: string | null = null, more = true; more; ) {
      const batch = await this.syncBatch(accountId, after);
      more = batch.length === BATCH;
      after = batch.at(-1)?.id ?? null;
    }
  }

  /**
   * Updates numbers that have become active: their orders may have settled after the account was suspended. Joins the caller's transaction.
   */
  async syncNumbers(numberIds: readonly string[]): Promise<void> {
    await this.tx.run(async () => {
      const numbers = await this.numbers.lockAll(numberIds);
      await this.syncLocked(numbers);
    });
  }

  private syncBatch(accountId: string, after: string | null): Promise<readonly PhoneNumber[]> {
    return this.tx.run(async () => {
      const batch = await this.numbers.lockLive(accountId, after, BATCH);
      await this.syncLocked(batch);
      return batch;
    });
  }

  /** Reads the accounts under the locks of the numbers, so that the latest status is applied last. */
  private async syncLocked(numbers: readonly PhoneNumber[]): Promise<void> {
    const accountIds = [...new Set(numbers.map(({ accountId }) => accountId))];
    const read = accountIds.map(async (accountId) => [accountId, await this.accounts.isSuspended(accountId)] as const);
    const suspended = new Map(await Promise.all(read));
    for (const number of numbers) {
      await this.suspensions.set(number, 'account', suspended.get(number.accountId) ?? false);
    }
  }
}
