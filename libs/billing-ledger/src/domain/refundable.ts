export interface GivenBack {
  readonly ofChargeCents: number;
  readonly deed: { readonly chargedCents: number; readonly refundedCents: number } | null;
}

/**
 * What can still be given back of a charge. It counts what was given back of the charge itself, and of the deed that it
 * belongs to: an order that was cancelled has been refunded as an order.
 */
export function refundableCents(chargedCents: number, { ofChargeCents, deed }: GivenBack): number {
  const ofCharge = chargedCents - ofChargeCents;
  return deed ? Math.min(ofCharge, deed.chargedCents - deed.refundedCents) : ofCharge;
}
