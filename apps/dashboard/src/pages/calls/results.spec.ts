import { FAILURE_CAUSES, HANGUP_CAUSES } from '@trunkline/client/lists';
import { causesOf, countsOf, isAnsweredBy, queryOfResult } from './results';

describe('the results of calls', () => {
  it('count an answered call as answered, whatever ended it', () => {
    for (const cause of ['allotted_timeout', 'network_out_of_order'])
      expect(countsOf({ calls: 5, answered: 5 }, cause)).toEqual({ answered: 5, unanswered: 0, failed: 0 });
    expect(['normal_clearing', 'allotted_timeout', 'user_busy', null].map(isAnsweredBy)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('do not count ordinary ends of calls as failures', () => {
    for (const cause of ['user_busy', 'no_answer', 'originator_cancel', 'call_rejected', 'unallocated_number', null])
      expect(countsOf({ calls: 3, answered: 0 }, cause)).toEqual({ answered: 0, unanswered: 3, failed: 0 });
    for (const cause of FAILURE_CAUSES)
      expect(countsOf({ calls: 3, answered: 1 }, cause)).toEqual({ answered: 1, unanswered: 0, failed: 2 });
  });

  it('ask the API for every cause of a call without an answer exactly once', () => {
    const causes = (['unanswered', 'failed'] as const).flatMap(
      (result) => queryOfResult(result, undefined).hangup_cause ?? [],
    );
    expect(causes.toSorted()).toEqual(HANGUP_CAUSES.filter((cause) => !isAnsweredBy(cause)).toSorted());
  });

  it('keep the result beside chosen causes', () => {
    expect(queryOfResult('answered', ['allotted_timeout'])).toEqual({
      answered: true,
      hangup_cause: ['allotted_timeout'],
    });
    expect(queryOfResult('failed', ['network_out_of_order'])).toEqual({
      answered: false,
      hangup_cause: ['network_out_of_order'],
    });
    expect(queryOfResult(undefined, ['user_busy'])).toEqual({ hangup_cause: ['user_busy'] });
    expect(queryOfResult(undefined, undefined)).toEqual({});
    expect(causesOf('failed')).not.toContain('user_busy');
    expect(causesOf('sideways')).toEqual(HANGUP_CAUSES);
  });
});
