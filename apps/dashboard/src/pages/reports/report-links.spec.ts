import { linkOf, resultLinksOf } from './report-links';

const at = (time: string): number => Date.parse(time) / 1000;
const timeZone = 'Europe/Berlin';
const range = { from: at('2026-11-27T14:03+01:00') };

describe('the link of a group', () => {
  it('has the time of the report', () => {
    expect(linkOf({ by: 'country', key: 'FR', range, timeZone })).toEqual({ from: '2026-11-27T14:03', country: 'FR' });
    expect(
      linkOf({ by: 'hangup_cause', key: 'user_busy', range: { ...range, to: at('2026-11-29T00:00+01:00') }, timeZone }),
    ).toEqual({ from: '2026-11-27T14:03', to: '2026-11-28', cause: 'user_busy' });
  });

  it('has the part of a day or month that the report counts', () => {
    expect(linkOf({ by: 'day', key: '2026-11-28', range, timeZone })).toEqual({ from: '2026-11-28', to: '2026-11-28' });
    expect(linkOf({ by: 'day', key: '2026-11-27', range, timeZone })).toEqual({
      from: '2026-11-27T14:03',
      to: '2026-11-27',
    });
    expect(linkOf({ by: 'month', key: '2026-11', range, timeZone })).toEqual({
      from: '2026-11-27T14:03',
      to: '2026-11-30',
    });
    expect(linkOf({ by: 'hour', key: '2026-11-28T09:00+01:00', range, timeZone })).toEqual({
      from: '2026-11-28T09:00',
      to: '2026-11-28T10:00',
    });
  });
});

describe('the links of the sums', () => {
  it('have the filters of the report, and of averages those of answered calls', () => {
    expect(resultLinksOf({ country: 'FR' })).toEqual({
      all: { to: '/calls', search: { country: 'FR' } },
      answered: { to: '/calls', search: { country: 'FR', result: 'answered' } },
    });
  });

  it('lead to no answered calls from a report of failed ones', () => {
    expect(resultLinksOf({ result: 'failed' }).answered).toBeUndefined();
    expect(resultLinksOf({ result: 'answered' }).answered).toMatchObject({ search: { result: 'answered' } });
  });
});
