import type { NumberType } from '@trunkline/kernel';
import type { Capability } from '../offer';

/** The number that a supplier delivered for an order. */
export interface Purchase {
  readonly e164: string;
  /** The supplier's own id of the number. */
  readonly supplierNumberRef: string | null;
  /** False while the supplier waits for documents. */
  readonly usable: boolean;
  /** Whether the first month was not charged with the order. It is then due at once. */
  readonly isUnpaid?: boolean;
  /** Why the supplier does not send the calls of a usable number to us yet; absent when it does. */
  readonly connectionFault?: string;
}

/** The order whose number a purchase creates, as far as the number takes over its terms. */
export interface FulfilledOrder {
  readonly id: string;
  readonly accountId: string;
  readonly supplier: string;
  readonly country: string;
  readonly numberType: NumberType;
  readonly areaCode: string | null;
  readonly region: string | null;
  readonly city: string | null;
  readonly capabilities: readonly Capability[];
  readonly monthlyPriceCents: number;
  readonly setupPriceCents: number;
  readonly monthlyCostCents: number | null;
  readonly setupCostCents: number | null;
  readonly requiresActivation: boolean;
  readonly trunkId: string | null;
  readonly routingProfileId: string | null;
  readonly complianceBundleId: string | null;
}
