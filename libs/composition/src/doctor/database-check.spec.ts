import { partitionResults } from './database-check';

const WELL = {
  table: 'cdr.cdrs',
  lacksFrom: new Date('2027-02-01'),
  monthsAhead: 2,
  undropped: 0,
  undroppedSince: null,
};
const since = new Date('2026-11-27T04:10:00Z');

describe('what the doctor says of months', () => {
  const said = (given: Partial<Parameters<typeof partitionResults>[0]>) =>
    partitionResults({ ...WELL, ...given }).map(({ status, message }) => `${status}: ${message}`);

  it('is nothing while they are added and dropped', () => {
    expect(said({})).toEqual([]);
  });

  it('names missing months', () => {
    expect(said({ monthsAhead: -1 })).toEqual(['fault: cdr.cdrs has no partition for this month.']);
    expect(said({ monthsAhead: 0 })).toEqual(['warning: cdr.cdrs has no partition for the next month.']);
  });

  it('names months that a lock keeps, beside those that are missing', () => {
    expect(said({ undropped: 1, undroppedSince: since })).toEqual([
      'warning: A month of cdr.cdrs past the retention could not be dropped since 2026-11-27T04:10:00.000Z: the table was locked.',
    ]);
    expect(said({ monthsAhead: 0, undropped: 2, undroppedSince: since })[1]).toContain('2 months of cdr.cdrs');
  });
});
