import { axisWidth, linear, niceTicks } from './scale';

describe('a chart', () => {
  it('maps values to positions and back', () => {
    const y = linear([0, 10], [200, 0]);
    expect([y(0), y(5), y(10)]).toEqual([200, 100, 0]);
    expect(y.invert(100)).toBe(5);
  });

  it('has round ticks that cover the greatest value', () => {
    expect(niceTicks(1, 4)).toEqual([0, 1]);
    expect(niceTicks(7, 4)).toEqual([0, 2, 4, 6, 8]);
    expect(niceTicks(430, 4)).toEqual([0, 200, 400, 600]);
  });

  it('has room for the widest label of its axis', () => {
    expect(axisWidth(['$0.00', '$5.00'])).toBe(47);
    expect(axisWidth(['$0.00', '$1,000.00'])).toBe(75);
  });
});
