import { NumberingErrors } from '../../domain/errors';
import type { Bundle } from '../../domain/lifecycle/bundle';
import { fits } from '../../domain/lifecycle/bundle';
import type { Checkout, CheckoutItem, Quotes } from '../../domain/checkout/checkout';
import type { Failure } from '../../domain/orders/number-order';
import type { Offer } from '../../domain/supply/offer';
import type { Bundles } from '../ports';
import type { Suppliers } from '../supply/suppliers';
import { inGroups } from '../sweep';

/** How many calls of suppliers a checkout has under way at once. */
export const CHECKOUT_WIDTH = 5;

const GONE: Failure = { code: 'number_unavailable', message: NumberingErrors.number_unavailable().message };
const AWAY: Failure = { code: 'supplier_error', message: 'The supplier cannot be reached at the moment.' };
const MISMATCH: Failure = {
  code: 'compliance_bundle_mismatch',
  message: NumberingErrors.compliance_bundle_mismatch().message,
};

export interface Quoting {
  readonly quotes: Quotes;
  /** The bundle that goes with the orders; null when the checkout names none. */
  readonly bundle: Bundle | null;
}

/** Contract, section 6, step 2: asks every item's supplier again. Reads only. */
export class QuoteCheckout {
  constructor(
    private readonly suppliers: Suppliers,
    private readonly bundles: Bundles,
  ) {}

  async execute(checkout: Checkout): Promise<Quoting> {
    const { accountId, complianceBundleId } = checkout;
    const bundle = complianceBundleId ? await this.bundles.find(accountId, complianceBundleId) : null;
    const quotes = await inGroups(checkout.items, CHECKOUT_WIDTH, async (item) => {
      const isMismatch = complianceBundleId !== null && (!bundle || !fits(bundle, item.offer));
      return [item.cartItemId, isMismatch ? MISMATCH : await this.quote(item, accountId)] as const;
    });
    return { quotes: new Map(quotes), bundle };
  }

  private async quote({ offer }: CheckoutItem, accountId: string): Promise<Offer | Failure> {
    try {
      return (await this.suppliers.get(offer.supplier).quote(offer, accountId)) ?? GONE;
    } catch {
      // Nothing has been bought yet, so an answer that fails to come is the item's outcome, not an error.
      return AWAY;
    }
  }
}
