import type { OutboundPolicy, PolicyInForce, RevenueShareRange } from '../../domain/outbound-rules';

/** The operator's policy, read by every process. */
export abstract class OutboundPolicies {
  /** Returns the policy and its ranges, at most five seconds old. */
  abstract inForce(): Promise<PolicyInForce>;
  abstract get(): Promise<OutboundPolicy>;
  /** Locks the policy until the transaction ends. */
  abstract lock(): Promise<OutboundPolicy>;
  abstract save(policy: OutboundPolicy, now: Date): Promise<void>;
}

/** The operator's revenue-share ranges. Their prefixes are unique. */
export abstract class RevenueShareRanges {
  /** By prefix. */
  abstract list(): Promise<RevenueShareRange[]>;
  /** Returns false for a prefix that is in the table. */
  abstract add(range: RevenueShareRange): Promise<boolean>;
  /** Returns what was removed. Throws `not_found`. */
  abstract remove(prefix: string): Promise<RevenueShareRange>;
}

export interface StartingCall {
  readonly accountId: string;
  /** Null for no limit. */
  readonly callsPerSecond: number | null;
  /** The trunk that places the call, if it has a limit of its own. */
  readonly trunk: { readonly id: string; readonly callsPerSecond: number } | null;
}

/** Counts the starts of calls to the telephone network, over all processes. */
export abstract class CallRates {
  /** Counts the call and returns null; returns what has reached its limit, if anything. */
  abstract take(call: StartingCall): Promise<'account' | 'trunk' | null>;
  /** Returns what has reached its limit, if anything, and counts nothing. */
  abstract reachedBy(call: StartingCall): Promise<'account' | 'trunk' | null>;
}
