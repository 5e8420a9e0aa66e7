import { type CallEnd, hangupCauseOf } from './hangup-cause';

const end = (given: Partial<CallEnd>): CallEnd => ({
  isAnswered: false,
  sipCode: null,
  hasRung: false,
  attemptCodes: [],
  isCutAtLimit: false,
  rejectCause: null,
  ...given,
});

describe('hangupCauseOf', () => {
  it.each([
    [486, 'user_busy'],
    [600, 'user_busy'],
    [487, 'originator_cancel'],
    [480, 'no_answer'],
    [404, 'unallocated_number'],
    [604, 'unallocated_number'],
    [410, 'number_changed'],
    [403, 'call_rejected'],
    [603, 'call_rejected'],
    [401, 'call_rejected'],
    [407, 'call_rejected'],
    [484, 'invalid_number_format'],
    [488, 'incompatible_destination'],
    [606, 'incompatible_destination'],
    [402, 'insufficient_balance'],
    [500, 'normal_temporary_failure'],
    [502, 'normal_temporary_failure'],
    [503, 'network_out_of_order'],
    [504, 'network_out_of_order'],
    [null, 'network_out_of_order'],
    [415, 'normal_unspecified'],
  ])('maps an unanswered call with %s to %s', (sipCode, cause) => {
    expect(hangupCauseOf(end({ sipCode }))).toBe(cause);
  });

  it('maps 408 by whether the call rang', () => {
    expect(hangupCauseOf(end({ sipCode: 408, hasRung: true }))).toBe('no_answer');
    expect(hangupCauseOf(end({ sipCode: 408, hasRung: false }))).toBe('network_out_of_order');
  });

  it('returns network_out_of_order only when every target was unreachable', () => {
    expect(hangupCauseOf(end({ sipCode: 503, attemptCodes: [408, null, 503, 504] }))).toBe('network_out_of_order');
    expect(hangupCauseOf(end({ sipCode: 503, attemptCodes: [500, 503] }))).toBe('normal_temporary_failure');
    expect(hangupCauseOf(end({ sipCode: 500, attemptCodes: [null] }))).toBe('network_out_of_order');
  });

  it('returns normal_clearing for an answered call, and allotted_timeout when it was cut', () => {
    expect(hangupCauseOf(end({ isAnswered: true, sipCode: 200 }))).toBe('normal_clearing');
    expect(hangupCauseOf(end({ isAnswered: true, sipCode: 200, isCutAtLimit: true }))).toBe('allotted_timeout');
  });

  it.each(['no_route_destination', 'insufficient_balance', 'unallocated_number'])(
    'returns the cause of a rejected call: %s',
    (rejectCause) => {
      expect(hangupCauseOf(end({ sipCode: 480, rejectCause }))).toBe(rejectCause);
    },
  );

  it('ignores an unknown reject cause', () => {
    expect(hangupCauseOf(end({ sipCode: 480, rejectCause: 'rain' }))).toBe('no_answer');
  });
});
