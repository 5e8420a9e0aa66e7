import { isTimeZone } from './account';

describe('a time zone', () => {
  it.each(['UTC', 'Europe/London', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])('is %j', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  it.each(['', '+01:00', 'Mars/Olympus', 'Europe/', 'Europe/Berlin ', '5', 'Europe/Lon\u0000don'])(
    'is not %j',
    (name) => {
      expect(isTimeZone(name)).toBe(false);
    },
  );
});
