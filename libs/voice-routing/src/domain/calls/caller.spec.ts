import { e164Of, isWithheld } from './caller';
import { sipUri } from '../trunks/sip-uri';

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

describe('sipUri', () => {
  it.each([
    [{ host: 'gw.example.com', port: 5060, transport: 'udp' }, '+4930', 'sip:+4930@gw.example.com:5060'],
    [{ host: '2001:db8::1', port: 5061, transport: 'tls' }, '+4930', 'sip:+4930@[2001:db8::1]:5061;transport=tls'],
    [{ host: 'gw', port: 5060, transport: 'tcp' }, undefined, 'sip:gw:5060;transport=tcp'],
    [{ host: 'gw', port: 443, transport: 'wss' }, 'a@b>\r\nX: y', 'sip:a%40b%3E%0D%0AX%3A%20y@gw:443;transport=ws'],
  ] as const)('of %j and %j', (peer, user, uri) => {
    expect(sipUri(peer, user)).toBe(uri);
  });
});
