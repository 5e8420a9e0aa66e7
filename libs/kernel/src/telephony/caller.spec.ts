import { addressOf, asksForPrivacy, dialledNumberOf, isWithheld, shownCaller } from './caller';

describe('dialledNumberOf', () => {
  it.each([
    ['+493012345', '+493012345'],
    ['00493012345', '00493012345'],
    ['sip:+493012345@gw.example.com;user=phone', '+493012345'],
    ['sip:%2B493012345@gw.example.com', '+493012345'],
    ['sip:+49%2030%2012345@gw.example.com', '+49 30 12345'],
    ['sip:%D9%A0%D9%A3%D9%A0@gw.example.com', '٠٣٠'],
    ['sip:+493012345:secret@gw.example.com', '+493012345'],
    ['sip:+493012345;npdi@gw.example.com', '+493012345'],
    ['<sips:493012345@gw.example.com>', '493012345'],
    ['"Bob" <sip:+493012345@gw.example.com>;tag=1', '+493012345'],
    ['Bob <sip:+493012345@gw.example.com>', '+493012345'],
    ['"<sip:+19005550123@x>" <sip:+493012345@gw.example.com>', '+493012345'],
    ['"\\"<sip:+19005550123@x>" <sip:+493012345@gw.example.com>', '+493012345'],
    ['tel:+49-30-12345', '+49-30-12345'],
    ['tel:30-12345;phone-context=+49', '+493012345'],
    ['sip:30-12345;phone-context=+49@gw.example.com', '+493012345'],
    ['tel:+493012345;phone-context=+1', '+493012345'],
    ['tel:112;phone-context=example.com', '112'],
    ['sip:alice%zz@example.com', 'alice%zz'],
    // The host is no number, although +49 30 12345 exists.
    ['<sip:49.30.123.45>;tag=1', 'sip:49.30.123.45'],
    ['sip:49.30.123.45:5060', 'sip:49.30.123.45:5060'],
    ['sip:49.30.123.45@gw.example.com', '49.30.123.45'],
    ['"Bob', '"Bob'],
    ['', ''],
  ])('reads %s', (header, dialled) => {
    expect(dialledNumberOf(header)).toBe(dialled);
  });
});

describe('addressOf', () => {
  it.each([
    ['"Bob" <sip:bob@example.com>;tag=1', 'sip:bob@example.com'],
    [' <sip:bob@example.com> ', 'sip:bob@example.com'],
    ['sip:bob@example.com', 'sip:bob@example.com'],
    ['"Bob" <sip:bob@example.com', '"Bob" <sip:bob@example.com'],
    ['1001', '1001'],
  ])('returns the address in %s', (header, address) => {
    expect(addressOf(header)).toBe(address);
  });
});

describe('shownCaller', () => {
  it.each([
    ['+493012345', false, '+493012345', false],
    ['sip:bob@example.com', false, 'sip:bob@example.com', false],
    ['', true, null, true],
    ['+493012345', true, null, true],
    ['sip:anonymous@anonymous.invalid', false, null, true],
    ['Restricted', false, null, true],
    ['', false, null, true],
    [null, false, null, true],
  ])('shows %j, withheld: %s, as %j, withheld: %s', (caller, isCallerWithheld, shown, isHidden) => {
    expect(shownCaller({ caller, isCallerWithheld })).toEqual({ caller: shown, isCallerWithheld: isHidden });
  });
});

describe('isWithheld', () => {
  it.each([
    '',
    'anonymous',
    'Anonymous',
    'sip:anonymous@anonymous.invalid',
    '"Anonymous" <sip:anonymous@anonymous.invalid>',
    'sip:anonymous.invalid',
    'Bob <sip:+493012345@anonymous.invalid>;tag=1',
    'sip:%61nonymous@example.com',
    'restricted',
    'unavailable',
    'private',
    'unknown',
  ])('is true for %j', (text) => {
    expect(isWithheld(text)).toBe(true);
  });

  it.each(['+493012345', 'alice', '"anonymous" <sip:alice@example.com>', 'sip:a@anonymous.invalid.example'])(
    'is false for %j',
    (text) => {
      expect(isWithheld(text)).toBe(false);
    },
  );
});

describe('asksForPrivacy', () => {
  it.each(['id', 'user', 'header', 'ID', 'user;id', 'critical; id', 'session,header'])('is true for %j', (privacy) => {
    expect(asksForPrivacy(privacy)).toBe(true);
  });

  it.each([null, '', 'none', 'session', 'critical', 'history', 'ids'])('is false for %j', (privacy) => {
    expect(asksForPrivacy(privacy)).toBe(false);
  });
});
