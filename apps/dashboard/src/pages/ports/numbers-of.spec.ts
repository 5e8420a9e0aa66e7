import { numbersOf } from './numbers-of';

describe('pasted numbers', () => {
  it.each([
    ['+49 30 1234-5678', '+493012345678'],
    ['0049 (30) 12345678', '+493012345678'],
    ['+1 (212) 555-0123', '+12125550123'],
    ['+1.212.555.0123', '+12125550123'],
  ])('are read from %s', (text, e164) => {
    expect(numbersOf(text)).toEqual({ e164s: [e164], faults: [] });
  });

  it('are separated by lines, commas and tabs, and each is listed once', () => {
    const text = '+493012345678, +493012345679\n\n+493012345678\t+493012345680; 030 1234\nabc';
    expect(numbersOf(text)).toEqual({
      e164s: ['+493012345678', '+493012345679', '+493012345680'],
      faults: ['030 1234', 'abc'],
    });
  });

  it('are none in an empty text', () => {
    expect(numbersOf(' \n, ')).toEqual({ e164s: [], faults: [] });
  });
});
