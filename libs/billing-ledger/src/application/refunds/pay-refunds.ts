import type { Clock } from '@trunkline/kernel';
import { Sweep } from '../sweep';
import type { CardRefunds } from './card-refunds';
import type { CardRefundRepository, RefundsDue } from './ports';

/**
 * Pays what is due to customers whose account was closed, by refunding their card payments, newest first. See
 * docs/billing.md#refunds. Safe to run at any time and on several workers. What no card accepts stays due and is listed.
 */
export class PayRefunds {
  constructor(
    private readonly cards: CardRefunds,
    private readonly refunds: CardRefundRepository,
    private readonly due: RefundsDue,
    private readonly clock: Clock,
  ) {}

  /** Completes open refunds, then begins new ones. Throws an AggregateError at the end when some failed. */
  async pay(): Promise<void> {
    const sweep = new Sweep();
    await sweep.eachDue(
      (limit) => this.refunds.claimDue(this.clock.now(), limit),
      (refund) => this.cards.complete(refund),
    );
    await sweep.eachAccount(
      (after, limit) => this.due.accounts(after, limit),
      (accountId) => this.payAccount(accountId),
    );
    sweep.end('refunds could not be paid');
  }

  private async payAccount(accountId: string): Promise<void> {
    for (const refund of await this.cards.plan(accountId)) await this.cards.complete(refund);
  }
}
