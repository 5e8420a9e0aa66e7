import { stepsOf } from './steps';

const NOTHING = { hasEmail: false, hasNumber: false, hasTrunk: false, hasRoute: false, hasCall: false };

describe('the first steps', () => {
  it('are email, number, trunk, route and call', () => {
    expect(stepsOf(NOTHING).map(({ name }) => name)).toEqual(['email', 'number', 'trunk', 'route', 'call']);
  });

  it('are ticked by what is there, in any order, and not before it is known', () => {
    const done = stepsOf({ ...NOTHING, hasEmail: true, hasTrunk: true, hasCall: undefined }).map(
      ({ isDone }) => isDone,
    );
    expect(done).toEqual([true, false, true, false, false]);
  });
});
