import { TimeReader } from './read-time';

describe('TimeReader', () => {
  const read = (text: string, zone: string | null = null, isUtc = false) => {
    const at = new TimeReader(zone).read(text, isUtc);
    return typeof at === 'string' ? at : at.toISOString();
  };

  it.each([
    ['2026-05-12 11:22:33Z', '2026-05-12T11:22:33.000Z'],
    ['2026-05-12T11:22:33.987654+02:00', '2026-05-12T09:22:33.000Z'],
    ['2026-05-12 11:22:33 UTC', '2026-05-12T11:22:33.000Z'],
    ['2026-05-12 11:22:33+00', '2026-05-12T11:22:33.000Z'],
    ['2026-05-12 11:22 -0730', '2026-05-12T18:52:00.000Z'],
    ['Tue, 12 May 2026 20:36:28 +0000', '2026-05-12T20:36:28.000Z'],
    ['2 May 2026 20:36:28 -0700', '2026-05-03T03:36:28.000Z'],
    ['1778585753', '2026-05-12T11:35:53.000Z'],
    ['1778585753.98', '2026-05-12T11:35:53.000Z'],
  ])('reads %s', (text, at) => {
    expect(read(text, 'Asia/Tokyo')).toBe(at);
  });

  it.each([
    '',
    '05/12/2026 11:22',
    '2026-02-30 10:00:00Z',
    '2026-05-12 24:00:00Z',
    '11:22:33 PDT 2026-05-12',
    '2026-05-12',
  ])('refuses "%s"', (text) => {
    expect(read(text, 'Europe/Berlin')).toMatch(/is not a time/);
  });

  it('refuses a time without a zone, unless the column or the operator says it', () => {
    expect(read('2026-05-12 11:22:33')).toBe('has no time zone: pass --timezone');
    expect(read('2026-05-12 11:22:33', null, true)).toBe('2026-05-12T11:22:33.000Z');
    expect(read('2026-05-12 11:22:33', 'Europe/Berlin')).toBe('2026-05-12T09:22:33.000Z');
    expect(read('2026-01-12 11:22:33', 'America/New_York')).toBe('2026-01-12T16:22:33.000Z');
    expect(read('2026-01-12 11:22:33', 'Asia/Kathmandu')).toBe('2026-01-12T05:37:33.000Z');
  });

  it('refuses a time that clocks skip or show twice', () => {
    expect(read('2026-03-29 01:59:59', 'Europe/Berlin')).toBe('2026-03-29T00:59:59.000Z');
    expect(read('2026-03-29 02:30:00', 'Europe/Berlin')).toMatch(/does not exist/);
    expect(read('2026-03-29 03:00:00', 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z');
    expect(read('2026-10-25 01:59:59', 'Europe/Berlin')).toBe('2026-10-24T23:59:59.000Z');
    expect(read('2026-10-25 02:30:00', 'Europe/Berlin')).toMatch(/occurs twice/);
    expect(read('2026-10-25 03:00:00', 'Europe/Berlin')).toBe('2026-10-25T02:00:00.000Z');
  });

  it('throws for an unknown zone', () => {
    expect(() => new TimeReader('Europe/Nowhere')).toThrow(RangeError);
  });
});
