import type { CdrAttempt, HangupCause } from '@trunkline/client';
import { words } from '../../format/format';
import { NO_RESPONSE } from '../trunks/gateways/gateway-health';
import type { Reason } from './fixes';

/** What the rule that rejected a call means for its account: the title of the call, of its row among the rejected ones, and of its filter. */
export const REJECTION_TITLES: Readonly<Record<Reason, string>> = {
  // A customer sees this call because its source address belongs to no trunk, so that it counted as a call to an unknown number.
  number_unknown: 'We do not know this address',
  number_malformed: 'Wrong number format',
  number_not_active: 'Your number is not active',
  account_not_active: 'Your account is not active',
  no_route: 'Your number routes nowhere',
  no_carrier: 'No carrier serves the number',
  carrier_full: 'No carrier had a circuit',
  emergency_not_served: 'Emergency calls not served',
  insufficient_balance: 'Not enough balance',
  daily_cap_reached: 'Daily cap reached',
  destination_not_allowed: 'The number has no price',
  blocked_by_alert: 'Blocked by an alert',
  country_not_allowed: 'Country not allowed',
  country_unknown: 'Country unknown',
  range_not_allowed: 'Range not allowed',
  rate_not_allowed: 'Price above your limit',
  calls_per_second_reached: 'More calls per second than the account allows',
  trunk_calls_per_second_reached: 'More calls per second than the trunk allows',
  source_unknown: 'We do not know this user',
  trunk_not_active: 'The trunk is turned off',
  source_ambiguous: 'Several accounts name this address',
  caller_id_not_allowed: 'Caller ID not allowed',
  account_full_inbound: 'More inbound calls at once than the account allows',
  account_full_outbound: 'More outbound calls at once than the account allows',
  call_ended: 'The call had ended',
  trunk_full: 'More calls at once than the trunk allows',
};

/** What a response of the customer's own system says. */
const OWN: Readonly<Record<number, string>> = {
  401: 'Your system rejected us',
  403: 'Your system rejected us',
  407: 'Your system rejected us',
  404: 'Your system does not know the number',
  408: 'Your system did not answer',
  415: 'No common codec',
  488: 'No common codec',
  500: 'Your system failed',
  503: 'Your system refused the call: overloaded',
  606: 'No common codec',
};

/** What a response of a carrier says. */
const CARRIER: Readonly<Record<number, string>> = {
  408: 'The carrier did not answer',
  488: 'No common codec',
  503: 'The carrier had no circuit',
};

interface Failed {
  readonly direction: string;
  readonly hangup_cause: HangupCause | null;
  readonly decision: { readonly reason: Reason | null } | null;
  readonly attempts: readonly Pick<CdrAttempt, 'result' | 'sip_code' | 'target_kind'>[];
}

/** What the destinations did that failed; undefined where their responses do not tell in a few words. */
function faultOf({ direction, attempts }: Pick<Failed, 'direction' | 'attempts'>): string | undefined {
  const failed = attempts.filter(({ result }) => result === 'failed');
  const codes = new Set(failed.map(({ sip_code }) => sip_code ?? NO_RESPONSE));
  const [code = 0] = codes;
  if (direction === 'outbound') return codes.size > 1 ? undefined : CARRIER[code];
  if (failed.some(({ target_kind }) => target_kind !== 'sip_trunk')) return undefined;
  return codes.size > 1 ? 'No gateway took the call' : OWN[code];
}

interface Answered {
  readonly decision: Failed['decision'];
  readonly attempts: readonly Pick<CdrAttempt, 'result' | 'sip_code' | 'explanation' | 'remedy'>[];
}

/**
 * Returns what all failed destinations of a call answered, if it is the same, so that the page says it once: it says more than the
 * cause of the call. Undefined for any other call.
 */
export function answerOfAll({ decision, attempts }: Answered) {
  const failed = attempts.filter(({ result }) => result === 'failed');
  const [first] = failed;
  if (!first || (decision?.reason ?? null) !== null) return undefined;
  const { explanation, remedy } = first;
  if (explanation === null || remedy === null || failed.some(({ sip_code }) => sip_code !== first.sip_code))
    return undefined;
  return { explanation, remedy };
}

/** Returns in a few words why a call failed, and on whose side. */
export function failureTitle(call: Failed): string {
  const reason = call.decision?.reason ?? null;
  if (reason !== null) return REJECTION_TITLES[reason];
  return faultOf(call) ?? (call.hangup_cause === null ? 'The call failed' : words(call.hangup_cause));
}
