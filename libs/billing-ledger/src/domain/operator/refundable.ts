/**
 * What can still be given back of a charge: of the charge itself, and of the deed that it belongs to, since an order that
 * was cancelled has been refunded as an order. Null for a charge that belongs to no deed.
 */
export function refundableCents(ofChargeCents: number, ofSourceCents: number | null): number {
  return ofSourceCents === null ? ofChargeCents : Math.min(ofChargeCents, ofSourceCents);
}
