import type { Transactor } from '@trunkline/kernel';
import { SYSTEM } from '../../domain/actor';
import type { CheckoutRepository } from '../checkout/ports';
import type { CancelOrder } from '../orders/cancel-order';
import type { NumberJobs } from '../number-jobs/number-jobs';
import type { ClosePorts } from '../porting/close-ports';
import type { NumberOrderRepository, PhoneNumberRepository } from '../ports';
import type { EndSubscription } from './end-subscription';

const BATCH = 100;

/**
 * Releases all numbers of a closed account, whatever their state or deletion lock, and cancels its open orders, ports and jobs.
 * Idempotent, and safe to run on several workers.
 */
export class ReleaseAccountNumbers {
  constructor(
    private readonly tx: Transactor,
    private readonly numbers: PhoneNumberRepository,
    private readonly orders: NumberOrderRepository,
    private readonly checkouts: CheckoutRepository,
    private readonly cancelOrder: CancelOrder,
    private readonly closePorts: ClosePorts,
    private readonly endSubscription: EndSubscription,
    private readonly jobs: NumberJobs,
  ) {}

  /**
   * For an account that can no longer order. Returns whether the account has no live number left and will get none; false
   * while a checkout is open, which its sweeper finishes, or ported numbers are not assigned yet: call again later.
   */
  async releaseAll(accountId: string): Promise<boolean> {
    await this.jobs.cancelAll(accountId);
    await this.cancelOrders(accountId);
    const isPorted = await this.closePorts.cancelAll(accountId);
    // Read before the numbers: the next attempt releases what a checkout buys after this read.
    const hasOpenCheckout = await this.checkouts.hasOpen(accountId);
    for (let released = BATCH; released > 0; ) released = await this.releaseBatch(accountId);
    return isPorted && !hasOpenCheckout;
  }

  private cancelOrders(accountId: string): Promise<void> {
    return this.tx.run(async () => {
      for (const order of await this.orders.lockPending(accountId)) await this.cancelOrder.cancelPending(order);
    });
  }

  private releaseBatch(accountId: string): Promise<number> {
    const uses = this.endSubscription.trackUses();
    return this.tx.run(async () => {
      await uses.lock();
      const batch = await this.numbers.lockLive(accountId, null, BATCH);
      await this.endSubscription.end(batch, { actor: SYSTEM, reason: 'account_closed' }, uses);
      return batch.length;
    });
  }
}
