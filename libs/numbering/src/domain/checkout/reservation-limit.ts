import type { Tier } from '@trunkline/kernel';

/** What decides how many numbers an account may have reserved at suppliers. */
export interface AccountStanding {
  readonly tier: Tier;
  /** A top-up of the account has succeeded. */
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
 * How many numbers an account may have reserved at once, over all of its carts: a reservation costs nothing, and keeps the
 * number from every other customer. Verified and wholesale accounts are known to the operator, and may be billed
 * afterwards, so that they need no top-up.
 */
export function reservationsMax({ tier, hasToppedUp }: AccountStanding): number {
  return tier === 'self_serve' && !hasToppedUp ? BEFORE_FIRST_TOPUP : BY_TIER[tier];
}
