import type { HangupCause, RejectedCall } from '@trunkline/client';
import type { FAILURE_CAUSES } from '@trunkline/client/lists';
import type { Texts } from '../../router/search';

export type Reason = RejectedCall['reason'];
export type FailureCause = (typeof FAILURE_CAUSES)[number];

/** The page that mends a failure; a call without the trunk or number leads to their list. */
export type Fix = 'number' | 'trunk' | 'trunk-settings' | 'outbound' | 'billing' | 'rates' | 'home';

/** Null: nothing in the dashboard mends it, and the remedy says what does. */
export const FIXES: Readonly<Record<Reason, Fix | null>> = {
  number_unknown: 'trunk',
  number_malformed: null,
  number_not_active: 'number',
  account_not_active: 'billing',
  no_route: 'number',
  no_carrier: null,
  carrier_full: null,
  emergency_not_served: null,
  insufficient_balance: 'billing',
  daily_cap_reached: 'outbound',
  destination_not_allowed: 'rates',
  blocked_by_alert: 'home',
  country_not_allowed: 'outbound',
  country_unknown: null,
  range_not_allowed: null,
  rate_not_allowed: 'outbound',
  calls_per_second_reached: 'outbound',
  trunk_calls_per_second_reached: 'trunk-settings',
  source_unknown: 'trunk',
  trunk_not_active: 'trunk-settings',
  source_ambiguous: 'trunk-settings',
  caller_id_not_allowed: 'trunk-settings',
  account_full_inbound: 'billing',
  account_full_outbound: 'billing',
  call_ended: null,
  trunk_full: 'trunk-settings',
};

/** What mends a call that was routed and failed. */
const CAUSE_FIXES: Readonly<Record<FailureCause, Fix | null>> = {
  incompatible_destination: 'trunk-settings',
  network_out_of_order: 'trunk',
  normal_temporary_failure: 'trunk',
  normal_circuit_congestion: 'trunk',
  normal_unspecified: 'trunk',
  insufficient_balance: 'billing',
  no_route_destination: 'number',
};

interface Failed {
  readonly direction: string;
  readonly hangup_cause: HangupCause | null;
  readonly decision: { readonly reason: Reason | null } | null;
}

const isCause = (cause: string | null): cause is FailureCause => cause !== null && Object.hasOwn(CAUSE_FIXES, cause);

/**
 * Returns the page that mends a call: by the rule that rejected it, else by the cause of its failure. What a carrier did to an
 * outbound call is not mended at the trunk that placed it.
 */
export function fixOf({ direction, hangup_cause, decision }: Failed): Fix | null {
  const reason = decision?.reason ?? null;
  if (reason !== null) return FIXES[reason];
  if (!isCause(hangup_cause)) return null;
  const fix = CAUSE_FIXES[hangup_cause];
  return direction === 'outbound' && (isOfTrunk(fix) || fix === 'number') ? null : fix;
}

export type TrunkFix = 'trunk' | 'trunk-settings';

/** The search of the page of a trunk whose part mends a failure. */
export const TRUNK_PARTS: Readonly<Record<TrunkFix, Texts<'show'>>> = {
  trunk: {},
  'trunk-settings': { show: 'settings' },
};

export const isOfTrunk = (fix: Fix | null): fix is TrunkFix => fix !== null && Object.hasOwn(TRUNK_PARTS, fix);
