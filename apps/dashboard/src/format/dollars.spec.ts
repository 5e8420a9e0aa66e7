import { centsOf, dollarsOf, rateDollarsOf, rateOf } from './dollars';

describe('amounts in dollars', () => {
  it('are read with or without cents, signs and separators', () => {
    expect(['50', '$1,250.50', ' 0.5 ', '19.99', '1 250', '999,999,999.99'].map(centsOf)).toEqual([
      5000, 125_050, 50, 1999, 125_000, 99_999_999_999,
    ]);
  });

  it('may have a comma before the cents', () => {
    expect(['5,50', '2,5', '1,00', '1,250,50', '$ 1\u{202f}250,50', '12345,6'].map(centsOf)).toEqual([
      550, 250, 100, 125_050, 125_050, 1_234_560,
    ]);
  });

  it('are null where separators are in no place of theirs', () => {
    expect(['1,2,3', '12,34.50', '1.250,50', '1,2500', ',5', '1,,250', '1.2.3'].map(centsOf)).toEqual(
      Array(7).fill(null),
    );
  });

  it('are null for text that is no amount', () => {
    expect(['', '-5', '1e3', '5.001', 'ten'].map(centsOf)).toEqual([null, null, null, null, null]);
  });

  it('are read and written as micro-cents without rounding', () => {
    expect(['0.5', '$1', '0.00000001', '0.015', '1.', ''].map(rateOf)).toEqual([
      50_000_000,
      100_000_000,
      1,
      1_500_000,
      100_000_000,
      null,
    ]);
    expect([50_000_000, 100_000_000, 1, 1_500_000].map(rateDollarsOf)).toEqual(['0.50', '1', '0.00000001', '0.015']);
    expect(['-1', '1,5', '0.123456789'].map(rateOf)).toEqual([null, null, null]);
  });

  it('are written as short as they can be edited', () => {
    expect([5000, 1999].map(dollarsOf)).toEqual(['50', '19.99']);
  });
});
