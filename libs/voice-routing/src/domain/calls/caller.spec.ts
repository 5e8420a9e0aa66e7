import { e164Of, isWithheld } from './caller';

describe('e164Of', () => {
  it.each([
    ['+493012345', '+493012345'],
    ['493012345', '+493012345'],
    ['00493012345', '+493012345'],
    ['sip:+493012345@gw.example.com;user=phone', '+493012345'],
    ['<sips:493012345@gw.example.com>', '+493012345'],
    ['tel:+49-30-12345', '+493012345'],
    ['+49 (30) 12345', '+493012345'],
  ])('reads %s', (text, number) => {
    expect(e164Of(text)).toBe(number);
  });

  it.each(['', 'anonymous', '112', 'alice', 'sip:alice@example.com', '0123456', '+4930x12345', '1234567890123456'])(
    'finds no number in %j',
    (text) => {
      expect(e164Of(text)).toBeNull();
    },
  );
});

describe('isWithheld', () => {
  it.each(['', 'anonymous', 'Anonymous', 'sip:anonymous@anonymous.invalid', 'restricted'])('is true for %j', (text) => {
    expect(isWithheld(text)).toBe(true);
  });

  it.each(['+493012345', 'alice'])('is false for %j', (text) => {
    expect(isWithheld(text)).toBe(false);
  });
});
