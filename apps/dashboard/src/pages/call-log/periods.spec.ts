import {
  boundsOf,
  rangeOf,
  slotsOf,
  sumsOf,
  textOfEnd,
  textOfStart,
  textsOfRange,
  timeOf,
  unitOf,
  within,
} from './periods';

const at = (time: string): number => Date.parse(time) / 1000;
const BERLIN = 'Europe/Berlin';

describe('periods', () => {
  const now = at('2026-11-29T00:30+01:00');

  it('are whole days by the clock of the account, of which today is the last', () => {
    expect(rangeOf('today', BERLIN, now)).toEqual({ from: at('2026-11-29T00:00+01:00') });
    expect(rangeOf('yesterday', BERLIN, now)).toEqual({
      from: at('2026-11-28T00:00+01:00'),
      to: at('2026-11-29T00:00+01:00'),
    });
    expect(rangeOf('7d', BERLIN, now)).toEqual({ from: at('2026-11-23T00:00+01:00') });
    expect(rangeOf('hour', BERLIN, now)).toEqual({ from: now - 3600 });
  });
});

describe('the time of a chart', () => {
  const now = at('2026-11-29T14:30+01:00');
  const clock = { now, days: 30, timeZone: BERLIN };

  it('ends now, or with the filters where that is earlier', () => {
    expect(boundsOf({}, clock)).toEqual({ from: at('2026-10-31T00:00+01:00'), to: now });
    const day = { from: at('2026-11-29T00:00+01:00'), to: at('2026-11-30T00:00+01:00') };
    expect(boundsOf(day, clock)).toEqual({ from: day.from, to: now });
  });

  it('begins before its end where the filters have an end only', () => {
    const to = at('2026-06-03T00:00+02:00');
    expect(boundsOf({ to }, { ...clock, days: 2 })).toEqual({ from: at('2026-06-01T00:00+02:00'), to });
  });

  it('is no longer than records are kept', () => {
    expect(boundsOf({ from: 1 }, clock)).toEqual({ from: now - 400 * 86_400, to: now });
  });
});

describe('the time of a group', () => {
  const day = { from: at('2026-11-28T00:00+01:00'), to: at('2026-11-29T00:00+01:00') };

  it('is that of its key', () => {
    expect(timeOf('hour', '2026-11-28T14:00+01:00', BERLIN)).toEqual({
      from: at('2026-11-28T14:00+01:00'),
      to: at('2026-11-28T15:00+01:00'),
    });
    expect(timeOf('day', '2026-11-28', BERLIN)).toMatchObject(day);
    expect(timeOf('month', '2026-12', BERLIN)).toMatchObject({
      from: at('2026-12-01T00:00+01:00'),
      to: at('2027-01-01T00:00+01:00'),
    });
  });

  it('stays within the time of its page, to the minute', () => {
    const page = { from: at('2026-11-28T14:03+01:00') };
    expect(textsOfRange(within(page, day), BERLIN)).toEqual({
      time: undefined,
      from: '2026-11-28T14:03',
      to: '2026-11-28',
    });
    expect(textsOfRange(within({}, {}), BERLIN)).toEqual({ time: undefined });
  });
});

describe('the slots of a chart', () => {
  it('have the unit in which they can be read', () => {
    const of = (days: number) => unitOf({ from: 0, to: days * 86_400 });
    expect([1, 2, 3, 90, 101, 400].map(of)).toEqual(['hour', 'hour', 'day', 'day', 'month', 'month']);
  });

  it('are days by the clock, of 23 and 25 hours where it changes', () => {
    const days = slotsOf('day', { from: at('2026-10-24T12:00+02:00'), to: at('2026-10-26T09:00+01:00') }, BERLIN);
    expect(days.map(({ key, from, to }) => [key, (to - from) / 3600])).toEqual([
      ['2026-10-24', 24],
      ['2026-10-25', 25],
      ['2026-10-26', 24],
    ]);
  });

  it('tell the two hours apart that a clock shows alike', () => {
    const hours = slotsOf('hour', { from: at('2026-10-25T01:30+02:00'), to: at('2026-10-25T03:10+01:00') }, BERLIN);
    expect(hours.map(({ key }) => key.slice(-2))).toEqual(['01', '02', '02', '03']);
    const parts = [
      '2026-10-25T02:00+02:00',
      '2026-10-25T02:00+01:00',
      '2026-10-25T02:00+01:00',
      '2026-10-26T02:00+01:00',
    ];
    expect(
      sumsOf(
        'hour',
        hours,
        parts.map((key) => ({ key, values: [1, 10] })),
      ),
    ).toEqual([[], [1, 10], [2, 20], []]);
  });

  it('begin at the full hour in a zone of half hours', () => {
    const [first] = slotsOf(
      'hour',
      { from: at('2026-11-28T14:10+05:30'), to: at('2026-11-28T15:00+05:30') },
      'Asia/Kolkata',
    );
    expect(first?.from).toBe(at('2026-11-28T14:00+05:30'));
  });

  it('are months across the end of a year', () => {
    const months = slotsOf('month', { from: at('2026-11-15T00:00Z'), to: at('2027-01-02T00:00Z') }, 'UTC');
    expect(months.map(({ key }) => key)).toEqual(['2026-11', '2026-12', '2027-01']);
  });

  it('are chosen by days where they begin and end with one, else by minutes', () => {
    const start = at('2026-11-28T00:00+01:00');
    expect([textOfStart(start, BERLIN), textOfEnd(start + 86_400, BERLIN)]).toEqual(['2026-11-28', '2026-11-28']);
    const texts = [textOfStart(start + 3600, BERLIN), textOfEnd(start + 7200, BERLIN)];
    expect(texts).toEqual(['2026-11-28T01:00', '2026-11-28T02:00']);
  });
});
