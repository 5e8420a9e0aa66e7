import { stepsOf } from './steps';

const NOTHING = { hasNumber: false, hasTrunk: false, hasRoute: false, hasCall: false, hasCard: false };

describe('the first steps', () => {
  it('are number, trunk, route, call and card', () => {
    expect(stepsOf(NOTHING).map(({ action }) => action)).toEqual([
      'Get a number',
      'Create a trunk',
      'Choose a route',
      'Simulate a call',
      'Add a card',
    ]);
  });

  it('are ticked by what is there, in any order, and not before it is known', () => {
    const done = stepsOf({ ...NOTHING, hasTrunk: true, hasCard: true, hasCall: undefined }).map(({ isDone }) => isDone);
    expect(done).toEqual([false, true, false, false, true]);
  });
});
