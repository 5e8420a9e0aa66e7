import type { Page, PageRequest } from '@trunkline/kernel';

/** A day is a UTC day, a destination the description of the price, a number the account's. */
export const MARGIN_GROUPS = ['day', 'carrier', 'destination', 'account', 'number'] as const;
export type MarginGroup = (typeof MARGIN_GROUPS)[number];

export interface MarginFilter {
  readonly group: MarginGroup;
  /** Earliest creation time of a CDR, which is the time of its charge; inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  readonly accountId: string | null;
  readonly carrierId: string | null;
}

/** Sums over answered calls. A call whose cost is unknown adds 0 to the cost. */
export interface MarginView {
  /** Null for calls without a value, such as the carrier of a call whose carrier is not known. */
  readonly key: string | null;
  readonly calls: number;
  readonly callsWithoutCost: number;
  readonly chargedCents: number;
  readonly chargedWithoutCostCents: number;
  readonly costMicrocents: number;
  /** Charges minus known costs. */
  readonly marginMicrocents: number;
}

/** Charges and costs of calls, for operators only. */
export abstract class MarginReports {
  /** Lists the sums in the order of their keys; calls without a value come first in ascending order. */
  abstract list(filter: MarginFilter, page: PageRequest): Promise<Page<MarginView>>;
}
