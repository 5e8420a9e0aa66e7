import type { Transactor } from '@trunkline/kernel';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { AccountStates, PhoneNumberRepository } from '../ports';
import type { Suspensions } from './suspensions';

const BATCH = 100;

/**
 * Numbers follow their account: suspended with it, working again with it, unless another reason keeps them (contract,
 * section 9). What an event said counts for nothing, the account's present state for all, so that events may come late,
 * twice, in any order, and to several workers at once. Killed between two batches, the repeat goes over all of them.
 */
export class FollowAccount {
  constructor(
    private readonly tx: Transactor,
    private readonly numbers: PhoneNumberRepository,
    private readonly accounts: AccountStates,
    private readonly suspensions: Suspensions,
  ) {}

  /** All live numbers of the account. */
  async execute(accountId: string): Promise<void> {
    for (let after: string | null = null, more = true; more; ) {
      const batch = await this.followBatch(accountId, after);
      more = batch.length === BATCH;
      after = batch.at(-1)?.id ?? null;
    }
  }

  /** One number that has just begun to work: its order may have been settled after its account was suspended. */
  async followNumber(numberId: string): Promise<void> {
    await this.tx.run(async () => {
      const number = await this.numbers.lockById(numberId);
      await this.follow(number.accountId, [number]);
    });
  }

  private followBatch(accountId: string, after: string | null): Promise<readonly PhoneNumber[]> {
    return this.tx.run(async () => {
      const batch = await this.numbers.lockLive(accountId, after, BATCH);
      await this.follow(accountId, batch);
      return batch;
    });
  }

  /**
   * The numbers are locked before the account is looked at: whoever follows a later state waits for this one, and has
   * the last word.
   */
  private async follow(accountId: string, numbers: readonly PhoneNumber[]): Promise<void> {
    const isSuspended = await this.accounts.isSuspended(accountId);
    for (const number of numbers) await this.suspensions.set(number, 'account', isSuspended);
  }
}
