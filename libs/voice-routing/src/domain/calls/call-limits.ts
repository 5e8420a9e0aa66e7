import type { OutboundExceptions, OutboundSettings, Tier } from '@trunkline/kernel';

/** Null: no limit. */
export interface CallLimits {
  readonly maxConcurrentCalls: number | null;
  /** The cost of outbound calls, and of the outbound legs of forwarded ones, per UTC day. */
  readonly outboundDailyCapCents: number | null;
  /** Outbound calls that may start per second. */
  readonly callsPerSecond: number | null;
}

/** For calls that nothing limits, such as emergency calls. */
export const NO_LIMITS: CallLimits = { maxConcurrentCalls: null, outboundDailyCapCents: null, callsPerSecond: null };

/** The deployment's limits; null: no cap. */
export interface DeploymentLimits {
  /** Before the first successful top-up. */
  readonly trialCents: number | null;
  readonly selfServeCents: number | null;
  /** Multiplies the calls per second of tiers. */
  readonly rateFactor: number;
}

export interface CallerStanding {
  readonly tier: Tier;
  readonly hasToppedUp: boolean;
  /** Set by an operator; overrides the tier's limit. */
  readonly maxConcurrentCalls: number | null;
  readonly outbound: Pick<OutboundSettings, 'dailyCapCents' | 'callsPerSecond'>;
  readonly outboundExceptions: Pick<OutboundExceptions, 'callsPerSecond'>;
}

const TRIAL_CALLS = 2;
const FUNDED_CALLS = 10;
const VERIFIED_CALLS = 100;

const TRIAL_PER_SECOND = 1;
const FUNDED_PER_SECOND = 5;
const VERIFIED_PER_SECOND = 20;
const WHOLESALE_PER_SECOND = 100;

/** Returns the limits in force. See docs/live-calls.md#limits. */
export function callLimitsOf(account: CallerStanding, deployment: DeploymentLimits): CallLimits {
  return {
    maxConcurrentCalls: account.maxConcurrentCalls ?? callsOf(account),
    outboundDailyCapCents: lower(account.outbound.dailyCapCents, capOf(account, deployment)),
    callsPerSecond: perSecondOf(account, deployment),
  };
}

function callsOf({ tier, hasToppedUp }: CallerStanding): number | null {
  if (tier === 'wholesale') return null;
  if (tier === 'verified') return VERIFIED_CALLS;
  return hasToppedUp ? FUNDED_CALLS : TRIAL_CALLS;
}

function capOf({ tier, hasToppedUp }: CallerStanding, caps: DeploymentLimits): number | null {
  if (tier === 'wholesale' || tier === 'verified') return null;
  return hasToppedUp ? caps.selfServeCents : caps.trialCents;
}

/** What the account has set counts only below what its tier, or an operator, allows. */
function perSecondOf(account: CallerStanding, { rateFactor }: DeploymentLimits): number | null {
  const granted =
    account.outboundExceptions.callsPerSecond ?? Math.max(1, Math.floor(tierRateOf(account) * rateFactor));
  return lower(account.outbound.callsPerSecond, granted);
}

function tierRateOf({ tier, hasToppedUp }: CallerStanding): number {
  if (tier === 'wholesale') return WHOLESALE_PER_SECOND;
  if (tier === 'verified') return VERIFIED_PER_SECOND;
  return hasToppedUp ? FUNDED_PER_SECOND : TRIAL_PER_SECOND;
}

function lower(own: number | null, other: number | null): number | null {
  return own === null || other === null ? (own ?? other) : Math.min(own, other);
}
