import { integerOf, itemsOf } from './lists';

describe('itemsOf', () => {
  it('separates by commas, spaces and lines', () => {
    expect(itemsOf(' 10.0.0.0/8,  192.0.2.1\n\n198.51.100.0/24 ')).toEqual([
      '10.0.0.0/8',
      '192.0.2.1',
      '198.51.100.0/24',
    ]);
    expect(itemsOf('  ')).toEqual([]);
  });
});

describe('integerOf', () => {
  it('is null for text that is no whole number', () => {
    expect(['5060', ' 7 ', '', '-1', '1.5', 'ten'].map(integerOf)).toEqual([5060, 7, null, null, null, null]);
  });
});
