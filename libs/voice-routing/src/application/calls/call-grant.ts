import type { CallLimits } from '../../domain/calls/call-limits';
import type { CallPlan } from '../../domain/calls/plan';
import type { RejectionName } from '../../domain/calls/rejection';
import { affordable, SLICE_SECONDS } from './affordable';
import type { Leg } from './call';
import type { CallPrices } from '../ports';
import type { CallCover } from '../live-calls/ports';
import type { RateQuote } from '../views';

/** Where a call could go, before money is looked at. */
export interface CallOffer {
  readonly plan: CallPlan<Leg>;
  readonly rating: RateQuote;
  readonly direction: 'inbound' | 'outbound';
  readonly limits: CallLimits;
  /** What the account's calls could hold a moment ago. */
  readonly cover: CallCover;
}

export type CallGrant =
  | {
      readonly isGranted: true;
      readonly plan: CallPlan<Leg>;
      readonly maxDurationSeconds: number;
      readonly holdCents: number;
    }
  | { readonly isGranted: false; readonly refusal: RejectionName };

/**
 * What the cover allows of the offer: the whole call, or a slice of it to a switch that has it extended. A call that costs
 * nothing is granted whole, at any balance.
 */
export function grantOf(offer: CallOffer, cover: CallCover, prices: CallPrices, isExtending: boolean): CallGrant {
  const { plan, rating } = offer;
  const capLeftCents = outboundLeft(offer, cover);
  const availableCents = Math.min(cover.availableCents, capLeftCents);
  const whole = affordable(plan, prices, { rating, availableCents, wantedSeconds: Infinity });
  const within =
    isExtending && whole.holdCents > 0
      ? affordable(plan, prices, { rating, availableCents, wantedSeconds: SLICE_SECONDS })
      : whole;
  if (within.maxDurationSeconds > 0) return { isGranted: true, ...within };
  const refusal = capLeftCents < cover.availableCents ? 'daily_cap_reached' : 'insufficient_balance';
  return { isGranted: false, refusal };
}

/** What calls out may still cost today; Infinity where no cap applies. */
export function outboundLeft(
  { direction, limits }: Pick<CallOffer, 'direction' | 'limits'>,
  { outboundUsedCents }: CallCover,
): number {
  const cap = limits.outboundDailyCapCents;
  return direction === 'outbound' && cap !== null ? cap - outboundUsedCents : Infinity;
}
