/** How calls end, in the words of FreeSWITCH (contract, section 12). */
export const HANGUP_CAUSES = [
  'normal_clearing',
  'user_busy',
  'originator_cancel',
  'no_answer',
  'unallocated_number',
  'number_changed',
  'call_rejected',
  'invalid_number_format',
  'incompatible_destination',
  'network_out_of_order',
  'normal_temporary_failure',
  'normal_circuit_congestion',
  'normal_unspecified',
  'insufficient_balance',
  'allotted_timeout',
  'no_route_destination',
] as const;
export type HangupCause = (typeof HANGUP_CAUSES)[number];

/** Everything that tells how a call ended. */
export interface CallEnd {
  readonly isAnswered: boolean;
  /** Final SIP status; null when nobody answered the INVITE. */
  readonly sipCode: number | null;
  /** Some phone rang. */
  readonly hasRung: boolean;
  /** Final codes of the attempts, as far as the switch told of them. */
  readonly attemptCodes: readonly (number | null)[];
  /** It ended because it lasted as long as it was allowed to. */
  readonly isCutAtLimit: boolean;
  /** Why it was refused before it was sent anywhere. */
  readonly rejectCause: string | null;
}

const OF_CODE: Readonly<Record<number, HangupCause>> = {
  401: 'call_rejected',
  402: 'insufficient_balance',
  403: 'call_rejected',
  404: 'unallocated_number',
  407: 'call_rejected',
  410: 'number_changed',
  480: 'no_answer',
  484: 'invalid_number_format',
  486: 'user_busy',
  487: 'originator_cancel',
  488: 'incompatible_destination',
  600: 'user_busy',
  603: 'call_rejected',
  604: 'unallocated_number',
  606: 'incompatible_destination',
};
/** What a target that cannot be reached looks like; null is no reply at all. */
const UNREACHABLE: readonly (number | null)[] = [null, 408, 503, 504];
const FAILURES: readonly (number | null)[] = [...UNREACHABLE, 500, 502];

export function hangupCauseOf(end: CallEnd): HangupCause {
  if (end.isAnswered) return end.isCutAtLimit ? 'allotted_timeout' : 'normal_clearing';
  return isHangupCause(end.rejectCause) ? end.rejectCause : unansweredCause(end);
}

function unansweredCause(end: CallEnd): HangupCause {
  if (end.sipCode === 408 && end.hasRung) return 'no_answer';
  if (end.sipCode === null || FAILURES.includes(end.sipCode)) return failureOf(end);
  return OF_CODE[end.sipCode] ?? 'normal_unspecified';
}

/** Contract, section 12: network_out_of_order when all targets were unreachable. */
function failureOf({ sipCode, attemptCodes }: CallEnd): HangupCause {
  const codes = attemptCodes.length > 0 ? attemptCodes : [sipCode];
  return codes.every((code) => UNREACHABLE.includes(code)) ? 'network_out_of_order' : 'normal_temporary_failure';
}

function isHangupCause(text: string | null): text is HangupCause {
  return HANGUP_CAUSES.some((cause) => cause === text);
}
