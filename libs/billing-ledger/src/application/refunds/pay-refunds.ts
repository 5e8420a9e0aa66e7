import { type Clock, type Page, pageOf, type PageRequest } from '@trunkline/kernel';
import type { CardRefund } from '../../domain/refunds/card-refund';
import type { CardRefunds } from './card-refunds';
import type { CardRefundRepository, RefundDue, RefundsDue } from './ports';

const BATCH = 50;

/**
 * Pays what is due to customers who have left: refunds of their card payments, the latest first. Safe at any time and on
 * several workers. What no card takes back stays due, and is listed.
 */
export class PayRefunds {
  constructor(
    private readonly cards: CardRefunds,
    private readonly refunds: CardRefundRepository,
    private readonly due: RefundsDue,
    private readonly clock: Clock,
  ) {}

  /** Throws an AggregateError at the end when some could not be looked at; the others are paid all the same. */
  async execute(): Promise<void> {
    const faults: unknown[] = [];
    const attempt = async (act: () => Promise<void>) => {
      await act().catch((error: unknown) => {
        faults.push(error);
      });
    };
    await this.resume((refund) => attempt(() => this.cards.pursue(refund)));
    await this.eachAccount((accountId) => attempt(() => this.pay(accountId)));
    if (faults.length > 0) throw new AggregateError(faults, `${faults.length} refunds could not be paid`);
  }

  /** Every account that is owed something, in the order of their ids. */
  async list({ limit, after }: PageRequest<'account_id'>): Promise<Page<RefundDue>> {
    const rows = await this.due.list(after?.id ?? '', limit + 1);
    return pageOf(rows, limit, ({ accountId }) => ({ key: accountId, id: accountId }));
  }

  private async resume(pursue: (refund: CardRefund) => Promise<void>): Promise<void> {
    for (;;) {
      const open = await this.refunds.claimDue(this.clock.now(), BATCH);
      for (const refund of open) await pursue(refund);
      if (open.length < BATCH) return;
    }
  }

  private async eachAccount(pay: (accountId: string) => Promise<void>): Promise<void> {
    let after = '';
    for (;;) {
      const accounts = await this.due.accounts(after, BATCH);
      for (const accountId of accounts) await pay(accountId);
      if (accounts.length < BATCH) return;
      after = accounts.at(-1) ?? after;
    }
  }

  private async pay(accountId: string): Promise<void> {
    for (const refund of await this.cards.plan(accountId)) await this.cards.pursue(refund);
  }
}
