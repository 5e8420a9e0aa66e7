import { linesOf } from './lines';

describe('linesOf', () => {
  const of = (days: readonly string[]) =>
    linesOf(days, (day) => day).map((line) => ('heading' in line ? line.heading : line.index));

  it('puts a heading before each run of rows of a group', () => {
    expect(of(['Friday', 'Friday', 'Thursday'])).toEqual(['Friday', 0, 1, 'Thursday', 2]);
    expect(of([])).toEqual([]);
  });

  it('has no headings without groups', () => {
    expect(linesOf(['a', 'b'], undefined)).toEqual([
      { row: 'a', index: 0 },
      { row: 'b', index: 1 },
    ]);
  });
});
