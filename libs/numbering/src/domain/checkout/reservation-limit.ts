import type { Tier } from '@trunkline/kernel';

/** The properties of an account that determine its reservation limit. */
export interface AccountStanding {
  readonly tier: Tier;
  /** Whether a top-up of the account has succeeded. */
  readonly hasToppedUp: boolean;
}

const BEFORE_FIRST_TOPUP = 5;
const BY_TIER: Readonly<Record<Tier, number>> = {
  manual_review: BEFORE_FIRST_TOPUP,
  self_serve: 20,
  verified: 100,
  wholesale: 500,
};

/**
 * Returns how many numbers an account may have reserved at once, in all of its carts. Verified and wholesale accounts need
 * no top-up, since they may be postpaid. See docs/numbers.md#cart-and-reservations.
 */
export function reservationsMax({ tier, hasToppedUp }: AccountStanding): number {
  return tier === 'self_serve' && !hasToppedUp ? BEFORE_FIRST_TOPUP : BY_TIER[tier];
}
