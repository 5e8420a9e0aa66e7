/**
 * Returns the refundable rest of a charge: what is left of the charge and of its source, since a cancelled order is
 * refunded as an order. `ofSourceCents` is null for a charge without a source.
 */
export function refundableCents(ofChargeCents: number, ofSourceCents: number | null): number {
  return ofSourceCents === null ? ofChargeCents : Math.min(ofChargeCents, ofSourceCents);
}
