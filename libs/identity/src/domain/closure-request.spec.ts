import { addDays, addSeconds } from '@trunkline/kernel';
import { CLOSURE_STEPS, ClosureRequest, daysRemaining } from './closure-request';

const NOW = new Date('2026-01-01T00:00:00Z');
const GRACE_END = addDays(NOW, 30);
const BEFORE = addSeconds(GRACE_END, -1);

const requested = () => {
  const request = { accountId: 'acc_1', reason: null, reasonCategory: 'price', requestedByUserId: 'usr_1' } as const;
  return ClosureRequest.create({ ...request, operationId: 'op_1' }, NOW);
};
const cancelled = () => {
  const closure = requested();
  closure.cancel(BEFORE);
  return closure;
};
const begun = () => {
  const closure = requested();
  closure.begin(GRACE_END);
  return closure;
};
const completed = () => {
  const closure = begun();
  closure.complete(GRACE_END);
  return closure;
};

const states = { requested, cancelled, begun, completed };
const events = {
  'cancelled within its grace': (closure: ClosureRequest) => closure.cancel(BEFORE),
  'cancelled after its grace': (closure: ClosureRequest) => closure.cancel(GRACE_END),
  'begun within its grace': (closure: ClosureRequest) => closure.begin(BEFORE),
  'begun after its grace': (closure: ClosureRequest) => closure.begin(GRACE_END),
  completed: (closure: ClosureRequest) => closure.complete(GRACE_END),
};
const allowed: [keyof typeof states, keyof typeof events][] = [
  ['requested', 'cancelled within its grace'],
  ['requested', 'begun after its grace'],
  ['begun', 'begun after its grace'],
  ['begun', 'completed'],
];
const every = Object.keys(states).flatMap((state) =>
  Object.keys(events).map((event) => [state, event] as [keyof typeof states, keyof typeof events]),
);
const isAllowed = ([state, event]: readonly [string, string]) => allowed.some(([s, e]) => s === state && e === event);

describe('a closure request', () => {
  it('is open for thirty days', () => {
    expect(requested().state).toMatchObject({
      id: expect.stringMatching(/^clo_/),
      requestedAt: NOW,
      graceExpiresAt: GRACE_END,
      cancelledAt: null,
      begunAt: null,
      completedAt: null,
    });
  });

  it.each(every.filter(isAllowed))('that is %s can be %s', (state, event) => {
    const closure = states[state]();
    events[event](closure);
    expect(closure.state).toMatchObject({ accountId: 'acc_1' });
  });

  it.each(every.filter((each) => !isAllowed(each)))('that is %s cannot be %s', (state, event) => {
    const closure = states[state]();
    const before = closure.state;
    expect(() => events[event](closure)).toThrow(expect.objectContaining({ code: 'invalid_state' }));
    expect(closure.state).toEqual(before);
  });

  it('that has begun cannot be cancelled with a slow clock', () => {
    expect(() => begun().cancel(BEFORE)).toThrow(expect.objectContaining({ code: 'invalid_state' }));
  });

  it('records the time of each transition', () => {
    expect(cancelled().state.cancelledAt).toEqual(BEFORE);
    const again = begun();
    again.begin(addSeconds(GRACE_END, 60));
    expect(again.state.begunAt).toEqual(GRACE_END);
    expect(completed().state).toMatchObject({ begunAt: GRACE_END, completedAt: GRACE_END });
  });

  it.each([
    [NOW, 30],
    [addSeconds(NOW, 1), 30],
    [addDays(NOW, 1), 29],
    [BEFORE, 1],
    [GRACE_END, 0],
    [addDays(GRACE_END, 3), 0],
  ])('has at %p %d days left', (now, days) => {
    expect(daysRemaining(requested().state, now)).toBe(days);
  });

  it('ends with the account itself, and after its money', () => {
    expect(CLOSURE_STEPS.slice(-2)).toEqual(['balance_refunded', 'account_closed']);
  });
});
