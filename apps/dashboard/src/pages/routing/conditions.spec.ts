import type { Conditions } from '@trunkline/client';
import { Format } from '../../format/format';
import { conditionsOf, enteredRanges, phrasesOf, rangesFault, rangesOf } from './conditions';

const CONDITIONS: Conditions = {
  timezone: 'Europe/Berlin',
  time_windows: [
    { days: ['mon', 'tue', 'wed', 'thu', 'fri'], start: '09:00', end: '17:00' },
    { days: ['sat', 'mon'], start: '10:00', end: '12:00' },
  ],
  dates: [
    { from: '2026-12-24', to: '2026-12-26' },
    { from: '2027-01-01', to: '2027-01-01' },
  ],
  except_dates: ['2026-12-25'],
  caller_countries: ['DE', 'AT'],
  not_caller_prefixes: ['+49900'],
  anonymous_caller: false,
};

const EMPTY = {
  timezone: 'UTC',
  time_windows: [],
  dates: [],
  except_dates: [],
  caller_countries: [],
  not_caller_countries: [],
  caller_prefixes: [],
  not_caller_prefixes: [],
  called_numbers: [],
};

const edited = (conditions: Conditions | null) => conditionsOf({ ...EMPTY, ...conditions });

describe('days of a target', () => {
  it('need a first day, which the last one is not before', () => {
    expect(rangesFault([])).toBeNull();
    expect(rangesFault([{ from: '2026-12-24', to: '2026-12-26' }])).toBeNull();
    expect(rangesFault([{ from: '2026-12-24', to: '' }])).toBeNull();
    expect(rangesFault([{ from: '', to: '2026-12-26' }])).toBe('Enter the first day of each, or remove it.');
    expect(rangesFault([{ from: '2026-12-24', to: '2026-12-23' }])).toBe('The last day is before the first.');
  });
});

describe('ranges of days in a form', () => {
  it('have no last day if they are one day', () => {
    const [days, day] = [
      { from: '2026-12-24', to: '2026-12-26' },
      { from: '2027-01-01', to: '2027-01-01' },
    ];
    expect(enteredRanges([days, day])).toEqual([days, { from: '2027-01-01', to: '' }]);
    expect(rangesOf(enteredRanges([days, day]))).toEqual([days, day]);
    expect(rangesOf([{ from: '2026-12-24', to: '' }])).toEqual([{ from: '2026-12-24', to: '2026-12-24' }]);
  });
});

describe('conditions of a target', () => {
  const format = new Format('en-US', 'UTC');

  it('are the same after they were edited without a change', () => {
    expect(edited(CONDITIONS)).toEqual(CONDITIONS);
    expect(edited(null)).toBeNull();
    for (const alone of [{ caller_countries: ['GB'] }, { anonymous_caller: true }])
      expect(edited(alone)).toEqual(alone);
  });

  it('are read as phrases', () => {
    expect(phrasesOf(CONDITIONS, format)).toEqual([
      'Mon to Fri 09:00 to 17:00, Mon, Sat 10:00 to 12:00 (Europe/Berlin)',
      'on 2026-12-24 to 2026-12-26, 2027-01-01 (Europe/Berlin)',
      'not on 2026-12-25 (Europe/Berlin)',
      'from callers in Germany, Austria',
      'not from numbers that begin with +49900',
      'from callers that show their number',
    ]);
    expect(phrasesOf(null, format)).toEqual([]);
    expect(phrasesOf({}, format)).toEqual([]);
  });
});
