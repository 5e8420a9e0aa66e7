import type { Tier } from '@trunkline/kernel';

/** How many calls an account may have at once, and what its calls out may cost on a day of UTC. Null: no limit. */
export interface CallLimits {
  readonly maxConcurrentCalls: number | null;
  readonly outboundDailyCapCents: number | null;
}

/** What the deployment caps; null: no cap. */
export interface DailyCaps {
  /** Before the first successful top-up. */
  readonly trialCents: number | null;
  readonly selfServeCents: number | null;
}

export interface CallerStanding {
  readonly tier: Tier;
  readonly hasToppedUp: boolean;
  /** Set by an operator in place of the tier's number of calls. */
  readonly maxConcurrentCalls: number | null;
}

const TRIAL_CALLS = 2;
const FUNDED_CALLS = 10;
const VERIFIED_CALLS = 100;

/** See docs/live-calls.md#limits. */
export function callLimitsOf(account: CallerStanding, caps: DailyCaps): CallLimits {
  return {
    maxConcurrentCalls: account.maxConcurrentCalls ?? callsOf(account),
    outboundDailyCapCents: capOf(account, caps),
  };
}

function callsOf({ tier, hasToppedUp }: CallerStanding): number | null {
  if (tier === 'wholesale') return null;
  if (tier === 'verified') return VERIFIED_CALLS;
  return hasToppedUp ? FUNDED_CALLS : TRIAL_CALLS;
}

function capOf({ tier, hasToppedUp }: CallerStanding, caps: DailyCaps): number | null {
  if (tier === 'wholesale' || tier === 'verified') return null;
  return hasToppedUp ? caps.selfServeCents : caps.trialCents;
}
