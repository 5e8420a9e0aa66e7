import type { DomainError } from '@trunkline/kernel';
import { type CallTraits, failingCondition } from './condition-match';
import { parseConditions } from './conditions';

const call = (given: Partial<CallTraits> = {}): CallTraits => ({
  at: new Date('2026-03-02T10:00:00Z'),
  caller: '+493012345',
  callerCountry: 'DE',
  isAnonymous: false,
  called: '+4930901820',
  ...given,
});

/** Returns the failing condition of a call. */
const failing = (conditions: object, given: Partial<CallTraits> = {}) =>
  failingCondition(parseConditions(conditions), call(given));
const at = (iso: string) => ({ at: new Date(iso) });

const faultsOf = (conditions: unknown): string[] => {
  try {
    parseConditions(conditions);
    return [];
  } catch (error) {
    return Object.keys((error as DomainError).fields ?? {});
  }
};

const berlin = (start: string, end: string, ...days: string[]) => ({
  timezone: 'Europe/Berlin',
  time_windows: [{ days, start, end }],
});

describe('conditions of a target', () => {
  it('always hold when empty', () => {
    expect([parseConditions(null), parseConditions({}), parseConditions({ caller_countries: null })]).toEqual([
      null,
      null,
      null,
    ]);
    expect(failingCondition(null, call())).toBeNull();
  });

  describe('time windows', () => {
    const workday = berlin('09:00', '17:30', 'mon', 'tue');

    it.each([
      ['2026-03-02T07:59:59Z', 'time_windows'],
      ['2026-03-02T08:00:00Z', null],
      ['2026-03-02T16:29:59Z', null],
      ['2026-03-02T16:30:00Z', 'time_windows'],
      ['2026-03-04T10:00:00Z', 'time_windows'],
    ])('go by the wall clock of the zone, the end not included: %s', (moment, expected) => {
      expect(failing(workday, at(moment))).toBe(expected);
    });

    it.each([
      // Friday night in Berlin (UTC+1), Saturday morning of the same window, and Saturday night of none.
      ['2026-03-06T21:30:00Z', null],
      ['2026-03-07T04:59:00Z', null],
      ['2026-03-07T05:00:00Z', 'time_windows'],
      ['2026-03-07T21:30:00Z', 'time_windows'],
      ['2026-03-06T04:00:00Z', 'time_windows'],
    ])('that wrap midnight belong to the day they start on: %s', (moment, expected) => {
      expect(failing(berlin('22:00', '06:00', 'fri'), at(moment))).toBe(expected);
    });

    it('run to midnight with end 24:00', () => {
      const evening = berlin('18:00', '24:00', 'mon');
      expect(failing(evening, at('2026-03-02T22:59:00Z'))).toBeNull();
      expect(failing(evening, at('2026-03-02T23:00:00Z'))).toBe('time_windows');
    });

    it('do not occur in the hour that daylight saving time skips, and occur twice in the repeated hour', () => {
      // Berlin, 29 March 2026: 02:00 is followed by 03:00. 25 October 2026: 02:00 to 03:00 comes twice.
      const early = berlin('02:00', '03:00', 'sun');
      for (const minute of ['00:59', '01:00', '01:30'])
        expect(failing(early, at(`2026-03-29T${minute}:00Z`))).toBe('time_windows');
      for (const minute of ['00:30', '01:30']) expect(failing(early, at(`2026-10-25T${minute}:00Z`))).toBeNull();
      expect(failing(early, at('2026-10-25T02:30:00Z'))).toBe('time_windows');
    });

    it('hold when one of several matches', () => {
      const two = {
        timezone: 'UTC',
        time_windows: [
          ...berlin('01:00', '02:00', 'mon').time_windows,
          ...berlin('10:00', '11:00', 'mon').time_windows,
        ],
      };
      expect(failing(two)).toBeNull();
    });
  });

  it('compare local dates, both ends included', () => {
    const holidays = { timezone: 'Pacific/Auckland', dates: [{ from: '2026-12-24', to: '2026-12-26' }] };
    expect(failing(holidays, at('2026-12-23T11:00:00Z'))).toBeNull();
    expect(failing(holidays, at('2026-12-23T10:59:00Z'))).toBe('dates');
    expect(failing(holidays, at('2026-12-26T10:59:00Z'))).toBeNull();
    expect(failing(holidays, at('2026-12-26T11:00:00Z'))).toBe('dates');
  });

  it('fail on an excepted date', () => {
    const but = { timezone: 'UTC', except_dates: ['2026-03-02'] };
    expect(failing(but)).toBe('except_dates');
    expect(failing(but, at('2026-03-03T00:00:00Z'))).toBeNull();
  });

  describe('dates of windows that wrap midnight', () => {
    const night = {
      ...berlin('22:00', '06:00', 'thu', 'fri', 'sat'),
      dates: [{ from: '2026-12-24', to: '2026-12-25' }],
    };

    it.each([
      ['Wednesday night, before the first date', '2026-12-24T03:00:00Z', 'time_windows'],
      ['Thursday night, before midnight', '2026-12-24T21:30:00Z', null],
      ['the morning after the first date', '2026-12-25T04:00:00Z', null],
      ['the morning after the last date', '2026-12-26T04:59:00Z', null],
      ['the end of the last night', '2026-12-26T05:00:00Z', 'time_windows'],
      ['the night after the last date', '2026-12-26T21:30:00Z', 'dates'],
      ['the morning after the night after the last date', '2026-12-27T04:00:00Z', 'dates'],
    ])('are those on which the window starts: %s', (_when, moment, expected) => {
      expect(failing(night, at(moment))).toBe(expected);
    });

    it('are excepted for the whole night', () => {
      const but = { ...berlin('22:00', '06:00', 'thu', 'fri'), except_dates: ['2026-12-25'] };
      expect(failing(but, at('2026-12-25T04:00:00Z'))).toBeNull();
      expect(failing(but, at('2026-12-25T21:30:00Z'))).toBe('except_dates');
      expect(failing(but, at('2026-12-26T04:00:00Z'))).toBe('except_dates');
    });

    it('hold when one of the windows that match has started on such a date', () => {
      const [overnight] = berlin('22:00', '06:00', 'thu').time_windows;
      const [early] = berlin('05:00', '09:00', 'fri').time_windows;
      const both = { timezone: 'Europe/Berlin', time_windows: [overnight, early] };
      const friday = at('2026-12-25T04:30:00Z');
      expect(failing({ ...both, dates: [{ from: '2026-12-25', to: '2026-12-25' }] }, friday)).toBeNull();
      expect(failing({ ...both, except_dates: ['2026-12-24'] }, friday)).toBeNull();
      expect(failing({ ...both, except_dates: ['2026-12-24', '2026-12-25'] }, friday)).toBe('except_dates');
    });
  });

  it('match the country of the caller; an unknown country fails the first list and passes the second', () => {
    expect(failing({ caller_countries: ['AT', 'DE'] })).toBeNull();
    expect(failing({ caller_countries: ['AT'] })).toBe('caller_countries');
    expect(failing({ caller_countries: ['DE'] }, { callerCountry: null })).toBe('caller_countries');
    expect(failing({ not_caller_countries: ['DE'] })).toBe('not_caller_countries');
    expect(failing({ not_caller_countries: ['DE'] }, { callerCountry: null })).toBeNull();
  });

  it('match the prefix of the caller', () => {
    expect(failing({ caller_prefixes: ['+4940', '+4930'] })).toBeNull();
    expect(failing({ caller_prefixes: ['+4940'] })).toBe('caller_prefixes');
    expect(failing({ caller_prefixes: ['+4930'] }, { caller: null })).toBe('caller_prefixes');
    expect(failing({ not_caller_prefixes: ['+4930'] })).toBe('not_caller_prefixes');
    expect(failing({ not_caller_prefixes: ['+4930'] }, { caller: null })).toBeNull();
  });

  it('match the number called, and whether the caller is anonymous', () => {
    expect(failing({ called_numbers: ['+4930901820'] })).toBeNull();
    expect(failing({ called_numbers: ['+4930901821'] })).toBe('called_numbers');
    expect(failing({ called_numbers: ['+4930901820'] }, { called: null })).toBe('called_numbers');
    expect(failing({ anonymous_caller: true })).toBe('anonymous_caller');
    expect(failing({ anonymous_caller: true }, { isAnonymous: true })).toBeNull();
    expect(failing({ anonymous_caller: false }, { isAnonymous: true })).toBe('anonymous_caller');
  });

  it('must all hold', () => {
    const both = { caller_countries: ['DE'], called_numbers: ['+4930901821'] };
    expect(failing(both)).toBe('called_numbers');
  });

  it.each<[unknown, string[]]>([
    ['always', ['conditions']],
    [[], ['conditions']],
    [{ weather: 'rain' }, ['conditions.weather']],
    [{ toString: 1 }, ['conditions.toString']],
    [{ nope: null }, ['conditions.nope']],
    [{ nope: null, anonymous_caller: null }, ['conditions.nope']],
    [{ caller_countries: ['DE', 'XX'] }, ['conditions.caller_countries.1']],
    [{ not_caller_countries: ['ZZ'] }, ['conditions.not_caller_countries.0']],
    [{ time_windows: [{ days: ['mon'], start: '09:00', end: '10:00' }] }, ['conditions.timezone']],
    [{ except_dates: ['2026-01-01'] }, ['conditions.timezone']],
    [{ timezone: 'Mars/Olympus' }, ['conditions.timezone']],
    [{ timezone: '+01:00' }, ['conditions.timezone']],
    [{ timezone: 7 }, ['conditions.timezone']],
    [
      { ...berlin('9:00', '25:00', 'mon', 'today') },
      ['conditions.time_windows.0.days.1', 'conditions.time_windows.0.start', 'conditions.time_windows.0.end'],
    ],
    [{ ...berlin('09:00', '09:00', 'mon') }, ['conditions.time_windows.0.end']],
    [{ ...berlin('09:00', '10:00') }, ['conditions.time_windows.0.days']],
    [{ timezone: 'UTC', time_windows: [] }, ['conditions.time_windows']],
    [{ timezone: 'UTC', time_windows: ['morning'] }, ['conditions.time_windows.0']],
    [
      { timezone: 'UTC', time_windows: [{ days: ['mon'], start: '09:00', end: '10:00', zone: 1 }] },
      ['conditions.time_windows.0.zone'],
    ],
    [{ timezone: 'UTC', dates: [{ from: '2026-02-30', to: '2026-03-01' }] }, ['conditions.dates.0.from']],
    [{ timezone: 'UTC', dates: [{ from: '2026-03-02', to: '2026-03-01' }] }, ['conditions.dates.0.to']],
    [{ timezone: 'UTC', dates: [{ to: '2026-03-01' }] }, ['conditions.dates.0.from']],
    [{ timezone: 'UTC', except_dates: ['tomorrow'] }, ['conditions.except_dates.0']],
    [{ caller_countries: ['DE', 'Germany', 'QQ'] }, ['conditions.caller_countries.1', 'conditions.caller_countries.2']],
    [{ caller_countries: 'DE' }, ['conditions.caller_countries']],
    [{ not_caller_prefixes: ['4930', '+'] }, ['conditions.not_caller_prefixes.0', 'conditions.not_caller_prefixes.1']],
    [{ called_numbers: ['+49'] }, ['conditions.called_numbers.0']],
    [{ anonymous_caller: 'yes' }, ['conditions.anonymous_caller']],
    [{ caller_countries: Array.from({ length: 251 }, () => 'DE') }, ['conditions.caller_countries']],
  ])('are refused with every fault named: %j', (conditions, fields) => {
    expect(faultsOf(conditions)).toEqual(fields);
  });
});
