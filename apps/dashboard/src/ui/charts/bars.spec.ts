import { areOfSameTimes, type Bar, namesOf, type Series, spoken, unfinishedNote, valueOf, zoneNote } from './bars';

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

  it('are of the same times when their figures were loaded again, and of others by another day', () => {
    const loadedAgain = bars.map((bar) => ({ ...bar, values: [9, 9], unfinished: undefined }));
    expect(areOfSameTimes(bars, loadedAgain)).toBe(true);
    expect(areOfSameTimes(bars, bars.slice(1))).toBe(false);
    expect(areOfSameTimes(bars, [...bars.slice(0, 2), { name: 'Nov 30', tick: '30', values: [2, 1] }])).toBe(false);
  });
});

describe('the foot of a chart', () => {
  it('names the time zone of the bars, and the one whose time is not over', () => {
    expect([zoneNote({ unit: 'day', zone: 'UTC' }), unfinishedNote({ unit: 'day' })]).toEqual([
      'Days in UTC',
      'Today so far',
    ]);
    expect([zoneNote({ unit: 'hour', zone: 'CET' }), unfinishedNote({ unit: 'hour' })]).toEqual([
      'Hours in CET',
      'This hour so far',
    ]);
  });
});
