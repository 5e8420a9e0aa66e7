import { PhonelibNumberCountries } from './number-countries';

describe('PhonelibNumberCountries', () => {
  it.each([
    ['+4312345678', 'AT'],
    ['+12125550123', 'US'],
    ['+80012345678', null],
    ['+870773111632', null],
    ['+883510012345678', null],
    ['sip:bob@example.com', null],
    ['anonymous', null],
    ['', null],
  ])('maps %s to %s', (number, country) => {
    expect(new PhonelibNumberCountries().countryOf(number)).toBe(country);
  });
});
