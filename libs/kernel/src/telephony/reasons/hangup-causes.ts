import type { Reason } from './reason';

const NOTHING_TO_DO = 'Nothing needs to be done.';

/** Why calls end. Names follow FreeSWITCH. See docs/failed-calls.md#hangup-causes. */
const causes = {
  normal_clearing: {
    explanation: 'The call was answered, and ended normally.',
    remedy: NOTHING_TO_DO,
  },
  user_busy: {
    explanation: 'The called party was in another call.',
    remedy: 'Call again later, or add another target to the routing profile.',
  },
  originator_cancel: {
    explanation: 'The caller hung up before the call was answered.',
    remedy: 'If this happens often, shorten the ring timeout, so that the next target rings earlier.',
  },
  no_answer: {
    explanation: 'The called party did not answer in time, or its telephone was unavailable.',
    remedy: 'Check that the telephone is registered, raise the ring timeout, or add another target.',
  },
  unallocated_number: {
    explanation: 'The number called does not exist.',
    remedy: 'Check the number, and that it was dialled with its country code.',
  },
  number_changed: {
    explanation: 'The called party has a new number.',
    remedy: 'Ask the called party for its new number.',
  },
  call_rejected: {
    explanation: 'The called party, its telephone system or a network on the way rejected the call.',
    remedy: 'Check what the system that was called allows, and that the carrier accepts the caller ID.',
  },
  invalid_number_format: {
    explanation: 'The number called was incomplete, or not in the form that the called system expects.',
    remedy: 'Dial the whole number in E.164, and check the number format of the trunk.',
  },
  incompatible_destination: {
    explanation: 'The two ends have no codec or media encryption in common.',
    remedy: 'Check the codecs and the media encryption of the trunk and of the telephone system.',
  },
  network_out_of_order: {
    explanation: 'No target could be reached: none responded, or each was out of service.',
    remedy: 'Test the gateways of the trunk, and check its firewall and the registered systems.',
  },
  normal_temporary_failure: {
    explanation: 'A target responded with a temporary failure.',
    remedy: 'Call again, and look for the error in the log of the system that was called.',
  },
  normal_circuit_congestion: {
    explanation: 'A limit of concurrent calls or of calls per second was reached.',
    remedy: 'Call again later, or raise the limit that the rejected call names.',
  },
  normal_unspecified: {
    explanation: 'The call ended with a SIP response that has no cause of its own.',
    remedy: 'Look up the SIP response of each attempt.',
  },
  insufficient_balance: {
    explanation: 'The available balance did not cover a minute of the call.',
    remedy: 'Top up, turn on auto-recharge, or wait until other calls have ended.',
  },
  allotted_timeout: {
    explanation:
      'The call was ended because its granted time was over: the balance, the daily cap or the four-hour limit.',
    remedy: 'Top up or turn on auto-recharge, so that longer calls are covered.',
  },
  no_route_destination: {
    explanation: 'There was no route to the number called.',
    remedy: 'Route the number to a trunk or profile, and check that its targets can be reached.',
  },
} as const satisfies Record<string, Reason>;

export type HangupCause = keyof typeof causes;
export const HANGUP_CAUSES = Object.keys(causes) as HangupCause[];

/**
 * Why calls fail that are neither answered nor ended by the caller or the called party. An answered call has not failed, whatever its
 * cause is.
 */
export const FAILURE_CAUSES = [
  'incompatible_destination',
  'network_out_of_order',
  'normal_temporary_failure',
  'normal_circuit_congestion',
  'normal_unspecified',
  'insufficient_balance',
  'no_route_destination',
] as const satisfies readonly HangupCause[];

/** Returns why a call with this cause ended, and what to do about it. */
export function hangupCause(name: HangupCause): Reason {
  return causes[name];
}

export function isHangupCause(text: string | null): text is HangupCause {
  return text !== null && Object.hasOwn(causes, text);
}
