import { type Bar, namesOf, type Series, spoken, valueOf } from './bars';

const series: readonly Series[] = [
  { name: 'Failed', tone: 'failed' },
  { name: 'Answered', tone: 'answered' },
];
const bars: readonly Bar[] = [
  { name: 'Nov 27', tick: '27', values: [1, 4] },
  { name: 'Nov 28', tick: '28', values: [0, 2] },
  { name: 'Nov 29', tick: '29', values: [2, 1], unfinished: 'until 15:42' },
];

describe('chosen bars', () => {
  it('are named from the first to the last, whichever was chosen first', () => {
    expect(namesOf(bars, { anchor: 1, head: 0 })).toBe('Nov 27 to Nov 28');
    expect(namesOf(bars, { anchor: 1, head: 1 })).toBe('Nov 28');
    expect(namesOf(bars, { anchor: 0, head: 2 })).toBe('Nov 27 to Nov 29, until 15:42');
  });

  it('have the sum of each series', () => {
    expect([0, 1].map((index) => valueOf(bars, { anchor: 2, head: 0 }, index))).toEqual([3, 7]);
    expect(spoken({ series, bars, format: String }, { anchor: 0, head: 1 })).toBe(
      'Nov 27 to Nov 28: Failed 1, Answered 6',
    );
  });
});
