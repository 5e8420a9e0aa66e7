import { type Candidate, orderGateways, planCall, type PlanRequest } from './plan';
import { seeded } from './random';
import { STRATEGIES } from '../profiles/routing-profile';

const target = (targetId: string, legs: readonly string[] = [`${targetId}1`], weight = 100): Candidate<string> => ({
  targetId,
  weight,
  legs,
});

const request = (given: Partial<PlanRequest<Candidate<string>>>): PlanRequest<Candidate<string>> => ({
  strategy: 'failover',
  ringTimeoutSeconds: 25,
  maxRetries: 0,
  candidates: [target('a'), target('b'), target('c')],
  turn: 1,
  random: seeded(1),
  ...given,
});

const legsOf = (given: Partial<PlanRequest<Candidate<string>>>) =>
  planCall(request(given)).attempts.map(({ leg }) => leg);

describe('planCall', () => {
  describe('failover', () => {
    it('tries targets in order, and all gateways of one before the next', () => {
      const plan = planCall(request({ candidates: [target('a', ['a1', 'a2']), target('b')] }));
      expect(plan).toEqual({
        routing: 'serial',
        unreached: [],
        rest: null,
        attempts: [
          { order: 1, targetId: 'a', leg: 'a1', ringTimeoutSeconds: 25, pass: 0, parallelGroup: null },
          { order: 2, targetId: 'a', leg: 'a2', ringTimeoutSeconds: 25, pass: 0, parallelGroup: null },
          { order: 3, targetId: 'b', leg: 'b1', ringTimeoutSeconds: 25, pass: 0, parallelGroup: null },
        ],
      });
    });
  });

  describe('round_robin', () => {
    it.each([
      [1, ['a1', 'b1', 'c1']],
      [2, ['b1', 'c1', 'a1']],
      [3, ['c1', 'a1', 'b1']],
      [4, ['a1', 'b1', 'c1']],
    ])('begins turn %i where it is due, then goes on in order', (turn, legs) => {
      expect(legsOf({ strategy: 'round_robin', turn })).toEqual(legs);
    });
  });

  describe('weighted_lb', () => {
    it('draws the first target by weight, and tries the others after it', () => {
      const candidates = [target('a', ['a1'], 75), target('b', ['b1'], 25), target('c', ['c1'], 0)];
      const random = seeded(2);
      const firsts = new Map<string, number>();
      for (let call = 0; call < 4_000; call++) {
        const legs = legsOf({ strategy: 'weighted_lb', candidates, random });
        expect([...legs].sort()).toEqual(['a1', 'b1', 'c1']);
        expect(legs[2]).toBe('c1');
        firsts.set(legs[0]!, (firsts.get(legs[0]!) ?? 0) + 1);
      }
      expect((firsts.get('a1') ?? 0) / 4_000).toBeCloseTo(0.75, 1);
    });
  });

  describe('simultaneous_ring', () => {
    it('rings the best gateway of each target at once', () => {
      const plan = planCall(
        request({ strategy: 'simultaneous_ring', candidates: [target('a', ['a1', 'a2']), target('b')] }),
      );
      expect(plan.routing).toBe('parallel');
      expect(plan.attempts.map(({ leg, parallelGroup }) => [leg, parallelGroup])).toEqual([
        ['a1', 1],
        ['b1', 1],
      ]);
    });

    it('rings all phones of a target, at most 30 in total', () => {
      const phones = (name: string, count: number) =>
        Array.from({ length: count }, (_, index) => `${name}${index + 1}`);
      const plan = planCall(
        request({
          strategy: 'simultaneous_ring',
          candidates: [
            { ...target('a', ['a1', 'a2', 'gateway']), forks: 2 },
            { ...target('b', phones('b', 40)), forks: 40 },
            target('c'),
          ],
        }),
      );
      expect(plan.attempts.map(({ leg }) => leg)).toEqual(['a1', 'a2', ...phones('b', 28)]);
      expect(plan.attempts.map(({ order }) => order)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
      expect(plan.unreached).toEqual(['c']);
    });

    it('gives the group the whole ring timeout, and no second pass', () => {
      const { attempts } = planCall(request({ strategy: 'simultaneous_ring', ringTimeoutSeconds: 120, maxRetries: 5 }));
      expect(attempts.map(({ ringTimeoutSeconds }) => ringTimeoutSeconds)).toEqual([120, 120, 120]);
    });
  });

  it('repeats the whole list max_retries times', () => {
    const { attempts } = planCall(request({ candidates: [target('a'), target('b')], maxRetries: 2 }));
    expect(attempts.map(({ leg, pass }) => `${leg}/${pass}`)).toEqual(['a1/0', 'b1/0', 'a1/1', 'b1/1', 'a1/2', 'b1/2']);
    expect(attempts.map(({ order }) => order)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('makes at most 30 attempts', () => {
    expect(legsOf({ maxRetries: 10, candidates: [target('a', ['1', '2', '3', '4', '5'])] })).toHaveLength(30);
    const many = Array.from({ length: 50 }, (_, index) => target(`t${index}`));
    const parallel = planCall(request({ strategy: 'simultaneous_ring', candidates: many }));
    expect([parallel.attempts.length, parallel.unreached.length]).toEqual([30, 20]);
  });

  it('rings at most 180 seconds, counting each target once', () => {
    const candidates = ['a', 'b', 'c', 'd'].map((name) => target(name, [`${name}1`, `${name}2`]));
    const plan = planCall(request({ candidates, ringTimeoutSeconds: 70 }));
    expect(plan.attempts.map(({ leg, ringTimeoutSeconds }) => `${leg} ${ringTimeoutSeconds}`)).toEqual([
      'a1 70',
      'a2 70',
      'b1 70',
      'b2 70',
      'c1 40',
      'c2 40',
    ]);
    expect(plan.unreached).toEqual(['d']);
  });

  it('omits a target with less than 5 seconds left', () => {
    const plan = planCall(request({ candidates: [target('a'), target('b'), target('c')], ringTimeoutSeconds: 88 }));
    expect([plan.attempts.map(({ leg }) => leg), plan.unreached]).toEqual([['a1', 'b1'], ['c']]);
  });

  it.each(STRATEGIES)('returns an empty plan without candidates or legs: %s', (strategy) => {
    expect(planCall(request({ strategy, candidates: [] })).attempts).toEqual([]);
    expect(planCall(request({ strategy, candidates: [target('a', [])] })).attempts).toEqual([]);
  });
});

describe('orderGateways', () => {
  const gateway = (id: string, priority: number, weight: number, isDown = false) => ({ id, priority, weight, isDown });
  const ids = (gateways: Parameters<typeof orderGateways>[0], seed = 1) =>
    orderGateways(gateways as ReturnType<typeof gateway>[], seeded(seed)).map(({ id }) => id);

  it('orders by priority before weight', () => {
    const gateways = [gateway('c', 9, 10_000), gateway('a', 0, 1), gateway('b', 1, 100)];
    for (let seed = 0; seed < 20; seed++) expect(ids(gateways, seed)).toEqual(['a', 'b', 'c']);
  });

  it('shares a priority by weight, with weight 0 last', () => {
    const gateways = [gateway('none', 0, 0), gateway('much', 0, 9), gateway('little', 0, 1)];
    const firsts = Array.from({ length: 1_000 }, (_, seed) => ids(gateways, seed)[0]);
    expect(firsts.filter((id) => id === 'much').length / 1_000).toBeCloseTo(0.9, 1);
    expect(firsts).not.toContain('none');
  });

  it('moves gateways marked down to the end without removing them', () => {
    const gateways = [gateway('a', 0, 1, true), gateway('b', 5, 1), gateway('c', 9, 1)];
    expect(ids(gateways)).toEqual(['b', 'c', 'a']);
  });
});
