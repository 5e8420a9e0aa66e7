import { HANGUP_CAUSES } from '@trunkline/client/lists';
import { countsOf, queryOfResult } from './results';

describe('the results of calls', () => {
  it('count an answered call as answered, whatever ended it', () => {
    expect(countsOf({ calls: 5, answered: 5 }, 'allotted_timeout')).toEqual({ answered: 5, unanswered: 0, failed: 0 });
  });

  it('do not count busy, no answer and cancelled as failures', () => {
    for (const cause of ['user_busy', 'no_answer', 'originator_cancel'])
      expect(countsOf({ calls: 3, answered: 0 }, cause)).toEqual({ answered: 0, unanswered: 3, failed: 0 });
    for (const cause of ['network_out_of_order', null])
      expect(countsOf({ calls: 3, answered: 1 }, cause)).toEqual({ answered: 1, unanswered: 0, failed: 2 });
  });

  it('ask the API for every cause of a call without an answer exactly once', () => {
    const causes = (['unanswered', 'failed'] as const).flatMap((result) => queryOfResult(result).hangup_cause ?? []);
    expect(causes.toSorted()).toEqual(HANGUP_CAUSES.filter((cause) => cause !== 'normal_clearing').toSorted());
  });
});
