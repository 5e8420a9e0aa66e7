import { type Candidate, planCall, planInOrder } from './plan';

const target = (targetId: string, legs: readonly string[] = [`${targetId}1`]): Candidate<string> => ({
  targetId,
  weight: 1,
  legs,
});
const webhook = (targetId: string): Candidate<string> => ({ targetId, weight: 1, legs: [], isAsked: true });
const settings = { strategy: 'failover', ringTimeoutSeconds: 25, maxRetries: 0 } as const;
const plan = (candidates: readonly Candidate<string>[], given: Partial<Parameters<typeof planCall<string>>[0]> = {}) =>
  planCall({ ...settings, candidates, turn: 1, random: () => 0, ...given });
const legsOf = ({ attempts }: ReturnType<typeof plan>) => attempts.map(({ leg }) => leg);

describe('planCall with webhooks', () => {
  it('ends before the first webhook, and keeps the order of all targets', () => {
    const planned = plan([target('a'), webhook('w'), target('b')]);
    expect(legsOf(planned)).toEqual(['a1']);
    expect(planned.rest).toEqual({ ...settings, order: ['a', 'w', 'b'], next: 1 });
  });

  it('has no attempt when the first target is a webhook', () => {
    expect(plan([webhook('w'), target('a')])).toMatchObject({ attempts: [], rest: { next: 0 } });
  });

  it('leaves further passes to the end of the plan', () => {
    const planned = plan([target('a'), webhook('w')], { maxRetries: 3 });
    expect(legsOf(planned)).toEqual(['a1']);
    expect(planned.rest).toMatchObject({ maxRetries: 3 });
  });

  it('rings nothing before the webhooks of simultaneous_ring are asked', () => {
    const planned = plan([target('a'), webhook('w')], { strategy: 'simultaneous_ring' });
    expect(planned).toMatchObject({ attempts: [], rest: { order: ['a', 'w'], next: 1 } });
  });

  it('takes the turn of round robin before it divides the plan', () => {
    const planned = plan([target('a'), webhook('w'), target('b')], { strategy: 'round_robin', turn: 3 });
    expect(legsOf(planned)).toEqual(['b1', 'a1']);
    expect(planned.rest).toMatchObject({ order: ['b', 'a', 'w'], next: 2 });
  });
});

describe('planInOrder', () => {
  const rest = { ...settings, candidates: [target('c', ['c1', 'c2'])], earlier: [] };

  it('continues the order of the attempts', () => {
    const planned = planInOrder(rest, { attempts: 4, targets: 2 });
    expect(planned.attempts.map(({ order, leg }) => [order, leg])).toEqual([
      [5, 'c1'],
      [6, 'c2'],
    ]);
  });

  it('shares the ringing time and the attempts of the call with the earlier part', () => {
    expect(planInOrder(rest, { attempts: 29, targets: 1 }).attempts).toHaveLength(1);
    expect(planInOrder(rest, { attempts: 30, targets: 1 }).attempts).toEqual([]);
    const late = planInOrder(rest, { attempts: 7, targets: 7 });
    expect(late.attempts.map(({ ringTimeoutSeconds }) => ringTimeoutSeconds)).toEqual([5, 5]);
    expect(planInOrder({ ...rest, ringTimeoutSeconds: 90 }, { attempts: 2, targets: 2 })).toMatchObject({
      attempts: [],
      unreached: ['c'],
    });
  });

  it('tries earlier targets again in later passes only', () => {
    const planned = planInOrder({ ...rest, maxRetries: 1, earlier: [target('a')] }, { attempts: 1, targets: 1 });
    expect(planned.attempts.map(({ leg, pass }) => [leg, pass])).toEqual([
      ['c1', 0],
      ['c2', 0],
      ['a1', 1],
      ['c1', 1],
      ['c2', 1],
    ]);
  });
});
