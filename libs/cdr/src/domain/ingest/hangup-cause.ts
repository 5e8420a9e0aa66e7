import { type HangupCause, isHangupCause } from '@trunkline/kernel';

/** The causes of answered calls. No other call has one. */
export const ANSWERED_CAUSES: readonly HangupCause[] = ['normal_clearing', 'allotted_timeout'];

/** The facts that determine a hangup cause. */
export interface CallEnd {
  readonly isAnswered: boolean;
  /** Final SIP status; null when the INVITE got no final response. */
  readonly sipCode: number | null;
  /** At least one target rang. */
  readonly hasRung: boolean;
  /** Final SIP codes of the reported attempts. */
  readonly attemptCodes: readonly (number | null)[];
  /** The system ended the call at its granted duration. */
  readonly isCutAtLimit: boolean;
  /** Why the decision rejected the call. */
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
/** Codes of an unreachable target; null stands for no response. */
const UNREACHABLE: readonly (number | null)[] = [null, 408, 503, 504];
const FAILURES: readonly (number | null)[] = [...UNREACHABLE, 500, 502];

/** Returns the SIP codes of unanswered calls whose cause is none of these, whatever the attempts are. */
export function codesOfOtherCauses(causes: readonly HangupCause[]): number[] {
  return Object.entries(OF_CODE).flatMap(([code, cause]) => (causes.includes(cause) ? [] : [Number(code)]));
}

export function hangupCauseOf(end: CallEnd): HangupCause {
  if (end.isAnswered) return end.isCutAtLimit ? 'allotted_timeout' : 'normal_clearing';
  return isHangupCause(end.rejectCause) ? end.rejectCause : unansweredCause(end);
}

function unansweredCause(end: CallEnd): HangupCause {
  if (end.sipCode === 408 && end.hasRung) return 'no_answer';
  if (end.sipCode === null || FAILURES.includes(end.sipCode)) return failureOf(end);
  return OF_CODE[end.sipCode] ?? 'normal_unspecified';
}

function failureOf({ sipCode, attemptCodes }: CallEnd): HangupCause {
  const codes = attemptCodes.length > 0 ? attemptCodes : [sipCode];
  return codes.every((code) => UNREACHABLE.includes(code)) ? 'network_out_of_order' : 'normal_temporary_failure';
}
