import type { CdrAttempt, HangupCause } from '@trunkline/client';
import { words } from '../../format/format';
import { NO_RESPONSE } from '../trunks/gateways/gateway-health';
import type { Reason } from './fixes';

/** What the rule that rejected a call means for its account, where its name alone does not say that. */
const REASONS: Readonly<Partial<Record<Reason, string>>> = {
  no_route: 'Your number routes nowhere',
  number_not_active: 'Your number is not active',
  trunk_full: 'More calls at once than the trunk allows',
  account_full_outbound: 'More calls at once than the account allows',
  carrier_full: 'No carrier had a circuit',
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
  if (reason !== null) return REASONS[reason] ?? words(reason);
  return faultOf(call) ?? (call.hangup_cause === null ? 'The call failed' : words(call.hangup_cause));
}
