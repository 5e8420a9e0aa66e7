import type { RejectionName } from '@trunkline/kernel';

/** What the decision about an outbound call examines, in this order. */
export const OUTBOUND_CHECKS = [
  'source',
  'trunk',
  'number',
  'account',
  'caller_id',
  'trunk_calls',
  'alert',
  'range',
  'country',
  'price',
  'rate',
  'carrier',
  'calls_per_second',
  'daily_cap',
  'balance',
  'account_calls',
] as const;

/** What the decision about a call to a number of the service examines, in this order. */
export const INBOUND_CHECKS = [
  'number_known',
  'account',
  'number_active',
  'route',
  'calls_per_second',
  'daily_cap',
  'balance',
  'account_calls',
] as const;

/** An emergency call passes every other check. */
export const EMERGENCY_CHECKS = ['emergency'] as const;

export const CALL_CHECKS = [...new Set([...OUTBOUND_CHECKS, ...INBOUND_CHECKS, ...EMERGENCY_CHECKS])];
export type CallCheckName = (typeof CALL_CHECKS)[number];

/** A check of a simulated call. */
export interface CallCheck {
  readonly check: CallCheckName;
  /** Null: the check was not reached, because an earlier one has failed. */
  readonly ok: boolean | null;
  /** One sentence: what was found. */
  readonly detail: string;
}

/** A check of the decision, and what rejects the call if it fails. */
export interface CallRule<R extends RejectionName = RejectionName> {
  readonly check: CallCheckName;
  /** Returns null if the check passes. */
  readonly refusal: () => R | null | Promise<R | null>;
  /** Called for simulated calls only. */
  readonly detail: () => string;
}

/** Where a simulated call notes its checks; a call of a switch has none. */
export interface Noting {
  readonly checks?: CallCheck[];
}

/**
 * Returns the rejection of the first rule that refuses the call, or null. Every check that can reject a call is a rule that is
 * examined here, so that a simulation lists them all: it goes on after a rule that refuses, and notes each.
 */
export async function firstRefusal<R extends RejectionName>(
  { checks }: Noting,
  rules: readonly CallRule<R>[],
): Promise<R | null> {
  let first: R | null = null;
  for (const { check, refusal, detail } of rules) {
    const refused = await refusal();
    checks?.push({ check, ok: refused === null, detail: detail() });
    first ??= refused;
    if (first !== null && !checks) return first;
  }
  return first;
}

export function accountRule(mayCall: boolean): CallRule {
  return {
    check: 'account',
    refusal: () => (mayCall ? null : 'account_not_active'),
    detail: () => `The account ${mayCall ? 'may make and receive calls' : 'is suspended or closed'}.`,
  };
}
