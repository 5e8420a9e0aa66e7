import { portedNumbersOf } from './ported-numbers';

describe('the numbers of a port', () => {
  it('are of one country, each with its type', () => {
    expect(portedNumbersOf(['+493012345678', '+4915112345678'])).toEqual({
      country: 'DE',
      numbers: [
        { e164: '+493012345678', numberType: 'geographic' },
        { e164: '+4915112345678', numberType: 'mobile' },
      ],
    });
  });

  it.each([
    ['none', [], 'must have at least one number'],
    ['the same number twice', ['+493012345678', '+493012345678'], 'contains +493012345678 twice'],
    ['numbers of two countries', ['+493012345678', '+33142685300'], 'must be numbers of one country'],
    [
      'numbers of two countries with one calling code',
      ['+12125550123', '+14165550123'],
      'must be numbers of one country',
    ],
    ['numbers of no country', ['+80012345678'], 'belongs to no country'],
  ])('are not %s', (_, e164s, message) => {
    expect(() => portedNumbersOf(e164s)).toThrow(
      expect.objectContaining({ code: 'invalid_input', fields: { e164s: expect.stringContaining(message) } }),
    );
  });
});
