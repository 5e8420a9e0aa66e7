import { currentOf, type Facts, stepsOf } from './steps';

const NOTHING: Facts = {
  hasEmail: false,
  hasNumber: false,
  hasTrunk: false,
  onlyRegisters: false,
  isConnected: false,
  hasRoute: false,
  hasCall: false,
  hasSimulated: undefined,
  hasCard: false,
};

const doneOf = (facts: Partial<Facts>) =>
  stepsOf({ ...NOTHING, ...facts })
    .filter(({ isDone }) => isDone)
    .map(({ name }) => name);

describe('the first steps', () => {
  it('are email, number, trunk, route, call and card', () => {
    expect(stepsOf(NOTHING).map(({ name }) => name)).toEqual(['email', 'number', 'trunk', 'route', 'call', 'card']);
  });

  it('are ticked by what is there, in any order, and not before it is known', () => {
    expect(doneOf({ hasEmail: true, hasCard: true, hasCall: undefined })).toEqual(['email', 'card']);
  });

  it('are ticked by a connected trunk, but not by a trunk that was only created', () => {
    expect(doneOf({ hasTrunk: true })).toEqual([]);
    expect(doneOf({ hasTrunk: true, isConnected: true })).toEqual(['trunk']);
  });

  it('name no gateway of a trunk with which systems only register', () => {
    const textOf = (facts: Partial<Facts>) =>
      stepsOf({ ...NOTHING, ...facts }).find(({ name }) => name === 'trunk')?.text ?? '';
    expect(textOf({ hasTrunk: true })).toContain('No gateway has answered');
    const registering = textOf({ hasTrunk: true, onlyRegisters: true });
    expect(registering).toContain('No system has registered yet');
    expect(registering).not.toMatch(/gateway|test/i);
  });

  it('are ticked by a real call, and by a simulated one in the sandbox', () => {
    expect(doneOf({ hasCall: true })).toEqual(['call']);
    expect(doneOf({ hasSimulated: true })).toEqual(['call']);
    expect(doneOf({ hasSimulated: false })).toEqual([]);
  });

  it('skip a created trunk that nothing has measured, and return to it at the end', () => {
    const waiting = { ...NOTHING, hasEmail: true, hasNumber: true, hasTrunk: true };
    expect(currentOf(stepsOf(waiting))?.name).toBe('route');
    const others = { ...waiting, hasRoute: true, hasCall: true, hasCard: true };
    expect(currentOf(stepsOf(others))?.name).toBe('trunk');
    expect(currentOf(stepsOf({ ...others, isConnected: true }))).toBeUndefined();
  });
});
