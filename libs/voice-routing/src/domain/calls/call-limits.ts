import type { Tier } from '@trunkline/kernel';

/** Concurrent calls of an account, and the cost of its outbound calls per UTC day. Null: no limit. */
export interface CallLimits {
  readonly maxConcurrentCalls: number | null;
  readonly outboundDailyCapCents: number | null;
}

/** The deployment's caps; null: no cap. */
export interface DailyCaps {
  /** Before the first successful top-up. */
  readonly trialCents: number | null;
  readonly selfServeCents: number | null;
}

export interface CallerStanding {
  readonly tier: Tier;
  readonly hasToppedUp: boolean;
  /** Set by an operator; overrides the tier's limit. */
  readonly maxConcurrentCalls: number | null;
}

const TRIAL_CALLS = 2;
const FUNDED_CALLS = 10;
const VERIFIED_CALLS = 100;

/** Returns the limits in force. See docs/live-calls.md#limits. */
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
