import { type Bundle, fits } from '../../domain/lifecycle/bundle';
import type { Checkout, CheckoutItem, Quotes } from '../../domain/checkout/checkout';
import { NumberingErrors } from '../../domain/errors';
import type { Failure } from '../../domain/number-order';
import type { Offer } from '../../domain/offer';
import { PURCHASE_WIDTH } from '../orders/place-order';
import type { Bundles } from '../ports';
import type { PriceLists } from '../pricing/price-lists';
import { SupplierFailure } from '../supply/supplier';
import type { Suppliers } from '../supply/suppliers';
import { inGroups } from '../sweep';

const NUMBER_UNAVAILABLE: Failure = {
  code: 'number_unavailable',
  message: NumberingErrors.number_unavailable().message,
};
const SUPPLIER_UNREACHABLE: Failure = { code: 'supplier_error', message: 'The supplier is currently unavailable.' };
const BUNDLE_MISMATCH: Failure = {
  code: 'compliance_bundle_mismatch',
  message:
    'The compliance bundle is for another country or number type. Check this number out with a bundle that matches it, or without one.',
};

/** What the suppliers offer for the items of a checkout. */
export class CheckoutQuote {
  constructor(
    private readonly accountId: string,
    /** By cart item id. */
    private readonly offers: ReadonlyMap<string, Offer | Failure>,
    /** The compliance bundle of the orders that it fits; null when the checkout names none. */
    readonly bundle: Bundle | null,
    private readonly prices: PriceLists,
  ) {}

  /** Returns the offers at the prices that hold now, rules included that took effect meanwhile. Joins the caller's transaction. */
  async priced(): Promise<Quotes> {
    const { accountId } = this;
    const prices = await this.prices.of(accountId);
    return new Map(
      [...this.offers].map(([id, offer]) => [id, 'code' in offer ? offer : prices.price(accountId, offer)]),
    );
  }
}

/** Requests a new quote for every item from its supplier. Reads only. */
export class QuoteCheckout {
  constructor(
    private readonly suppliers: Suppliers,
    private readonly bundles: Bundles,
    private readonly prices: PriceLists,
  ) {}

  async quote(checkout: Checkout): Promise<CheckoutQuote> {
    const { accountId, complianceBundleId } = checkout;
    const bundle = complianceBundleId ? await this.bundles.find(accountId, complianceBundleId) : null;
    const isOfUse = checkout.items.some(({ offer }) => bundle !== null && fits(bundle, offer));
    const quotes = await inGroups(checkout.items, PURCHASE_WIDTH, async (item) => {
      const isMatch = bundle ? fits(bundle, item.offer) : complianceBundleId === null;
      // A number that needs no documents is bought without the bundle, provided that the bundle fits another item of the
      // cart. A bundle that fits no item was named by mistake, which the customer must learn before paying.
      const isMismatch = !isMatch && (item.offer.requiresActivation || !isOfUse);
      return [item.cartItemId, isMismatch ? BUNDLE_MISMATCH : await this.quoteItem(item, accountId)] as const;
    });
    return new CheckoutQuote(accountId, new Map(quotes), bundle, this.prices);
  }

  private async quoteItem({ offer }: CheckoutItem, accountId: string): Promise<Offer | Failure> {
    const supplier = this.suppliers.find(offer.supplier);
    // The supplier was disabled after the number was added to the cart.
    if (!supplier) return SUPPLIER_UNREACHABLE;
    try {
      return (await supplier.quote(offer, accountId)) ?? NUMBER_UNAVAILABLE;
    } catch (error) {
      // Nothing has been bought yet, so a missing response fails the item, not the checkout.
      if (error instanceof SupplierFailure) return SUPPLIER_UNREACHABLE;
      throw error;
    }
  }
}
