import type { Transactor } from '@trunkline/kernel';
import { SYSTEM } from '../../domain/actor';
import type { CheckoutRepository, NumberOrderRepository, PhoneNumberRepository } from '../ports';
import type { Releases } from './releases';

const BATCH = 100;

/**
 * Lets go of everything that an account has here, when the account ends: numbers in every state, locked ones and those
 * that wait for documents included, and orders that are still open. Safe to repeat, and to run on several workers.
 */
export class ReleaseNumbers {
  constructor(
    private readonly tx: Transactor,
    private readonly numbers: PhoneNumberRepository,
    private readonly orders: NumberOrderRepository,
    private readonly checkouts: CheckoutRepository,
    private readonly releases: Releases,
  ) {}

  /**
   * For an account that can order nothing more. True when it has no live number and will get none; false while a
   * checkout is still running, which its sweeper ends: ask again later. Suppliers are told as of every release.
   */
  async releaseAll(accountId: string): Promise<boolean> {
    await this.cancelOrders(accountId);
    // Looked at before the numbers: what a checkout buys after that look is released by the next attempt.
    const isBuying = await this.checkouts.hasOpen(accountId);
    // Until there is none: one that another worker is at is waited for, and then it is no longer live.
    for (let released = BATCH; released > 0; ) released = await this.releaseBatch(accountId);
    return !isBuying;
  }

  private cancelOrders(accountId: string): Promise<void> {
    return this.tx.run(async () => {
      for (const order of await this.orders.lockPending(accountId)) await this.releases.cancelPending(order);
    });
  }

  private releaseBatch(accountId: string): Promise<number> {
    const uses = this.releases.openUses();
    return this.tx.run(async () => {
      await uses.lock();
      const batch = await this.numbers.lockLive(accountId, null, BATCH);
      await this.releases.endAll(batch, { actor: SYSTEM, reason: 'account_closed' }, uses);
      return batch.length;
    });
  }
}
