import type { CarrierSelection } from '../carrier';
import { type GatewayRank, orderGateways } from './plan';
import type { Random } from './random';

export interface CarrierRank extends GatewayRank {
  readonly selection: CarrierSelection;
  /** What a call of the expected length costs, in micro-cents; null: unknown. */
  readonly expectedMicrocents: number | null;
}

/**
 * Orders carriers like gateways, but within a priority those that are selected by cost come first, the cheapest first; equal and
 * unknown costs stay in the order of a weighted shuffle, unknown ones behind. Carriers marked down move to the end. See
 * docs/routing.md#least-cost.
 */
export function orderCarriers<C extends CarrierRank>(carriers: readonly C[], random: Random): C[] {
  // Sorting is stable: what compares as equal keeps the order of the shuffle.
  return orderGateways(carriers, random).sort(
    (a, b) =>
      Number(a.isDown) - Number(b.isDown) ||
      a.priority - b.priority ||
      Number(isByWeight(a)) - Number(isByWeight(b)) ||
      compare(costOf(a), costOf(b)),
  );
}

function isByWeight({ selection }: CarrierRank): boolean {
  return selection === 'priority';
}

function costOf(carrier: CarrierRank): number {
  return isByWeight(carrier) ? 0 : (carrier.expectedMicrocents ?? Infinity);
}

/** A difference would be no number for two infinite costs. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
