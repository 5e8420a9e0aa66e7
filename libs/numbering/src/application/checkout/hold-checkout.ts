import { type Clock, DomainError, type Transactor } from '@trunkline/kernel';
import { type Bundle, isApproved } from '../../domain/lifecycle/bundle';
import type { Checkout, CheckoutItem } from '../../domain/checkout/checkout';
import { NumberOrder } from '../../domain/orders/number-order';
import type { CheckoutBooks } from '../books';
import type { CloseCheckout } from './close-checkout';
import { ORDER_LEASE_SECONDS } from '../orders/place-order';
import type { Funds } from '../ports';
import type { Quoting } from './quote-checkout';

export interface Held {
  readonly checkout: Checkout;
  /** False when somebody else has gone on with it meanwhile: its orders are his to place. */
  readonly isOurs: boolean;
}

/** Contract, section 6, steps 3 to 5: refuses the checkout, or sets the total aside and writes an order per item. */
export class HoldCheckout {
  constructor(
    private readonly tx: Transactor,
    private readonly books: CheckoutBooks,
    private readonly funds: Funds,
    private readonly close: CloseCheckout,
    private readonly clock: Clock,
  ) {}

  /** Safe to repeat: a checkout that has left `quoting` is returned as it is. */
  async execute(checkoutId: string, quoting: Quoting): Promise<Held> {
    try {
      return await this.whileQuoting(checkoutId, (checkout) => this.hold(checkout, quoting));
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'insufficient_balance') throw error;
      return this.whileQuoting(checkoutId, (checkout) => this.refuse(checkout, quoting));
    }
  }

  private whileQuoting(checkoutId: string, work: (checkout: Checkout) => Promise<Checkout>): Promise<Held> {
    return this.tx.run(async () => {
      const checkout = await this.books.checkouts.lock(checkoutId);
      if (checkout.status !== 'quoting') return { checkout, isOurs: false };
      return { checkout: await work(checkout), isOurs: true };
    });
  }

  private async hold(checkout: Checkout, { quotes, bundle }: Quoting): Promise<Checkout> {
    const now = this.clock.now();
    const totalCents = checkout.recordQuotes(quotes, now);
    if (checkout.isFinished) return this.close.execute(checkout);
    const holdId = totalCents > 0 ? await this.setAside(checkout, totalCents) : null;
    if (checkout.forbids(totalCents)) return this.refuseForPrice(checkout, holdId);
    const orders = new Map<string, NumberOrder>();
    for (const item of checkout.waiting) orders.set(item.cartItemId, await this.place(checkout, item, bundle, holdId));
    checkout.startOrdering(holdId, orders);
    await this.books.checkouts.save(checkout);
    await this.books.checkouts.log(checkout.id, 'held', now);
    return checkout;
  }

  private async setAside({ id, accountId }: Checkout, amountCents: number): Promise<string> {
    const related = { relatedKind: 'checkout', relatedId: id, reference: `checkout:${id}` };
    return (await this.funds.hold({ accountId, amountCents, ...related })).holdId;
  }

  private async place(checkout: Checkout, item: CheckoutItem, bundle: Bundle | null, holdId: string | null) {
    const { id: checkoutId, accountId, placedBy, trunkId, routingProfileId, complianceBundleId } = checkout;
    const now = this.clock.now();
    const documentsApproved = isApproved(bundle, now);
    const terms = { trunkId, routingProfileId, complianceBundleId, documentsApproved };
    const order = NumberOrder.place(
      {
        ...{ accountId, operationId: null, checkoutId, placedBy, offer: item.offer },
        terms: { ...terms, customerReference: checkout.customerReference },
      },
      now,
      ORDER_LEASE_SECONDS,
    );
    if (holdId && order.dueCents > 0) order.holdWith(holdId);
    await this.books.orders.add(order);
    return order;
  }

  /** The balance would do, which only the ledger can tell, by setting the total aside: that is undone with it. */
  private async refuseForPrice(checkout: Checkout, holdId: string | null): Promise<Checkout> {
    if (holdId) await this.funds.releaseHold({ accountId: checkout.accountId, holdId });
    checkout.refuseForPrice(this.clock.now());
    return this.close.execute(checkout);
  }

  private async refuse(checkout: Checkout, { quotes }: Quoting): Promise<Checkout> {
    const now = this.clock.now();
    checkout.recordQuotes(quotes, now);
    if (!checkout.isFinished) checkout.refuseForBalance(now);
    return this.close.execute(checkout);
  }
}
