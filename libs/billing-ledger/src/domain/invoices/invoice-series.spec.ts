import { InvoiceSeries } from './invoice-series';
import { monthOf } from './month';

describe('InvoiceSeries', () => {
  const begin = () => InvoiceSeries.begin('acc_1', 'A1B2', new Date('2026-11-17T12:00:00Z'));

  it('begins with the month in which the wallet was opened', () => {
    expect(begin()).toMatchObject({ lastNumber: 0, closedUntil: new Date('2026-11-01T00:00:00Z') });
  });

  it('numbers from one without gaps', () => {
    const series = begin();
    expect([series.takeNumber(), series.takeNumber(), series.takeNumber()]).toEqual([
      'A1B2-000001',
      'A1B2-000002',
      'A1B2-000003',
    ]);
  });

  it('continues beyond six digits', () => {
    const series = begin();
    Object.assign(series, { lastNumber: 999_999 });
    expect(series.takeNumber()).toBe('A1B2-1000000');
  });

  it('closes months', () => {
    const series = begin();
    series.close(monthOf(series.closedUntil));
    expect(series.closedUntil).toEqual(new Date('2026-12-01T00:00:00Z'));
  });
});
