import { sipUri } from './sip-uri';

describe('sipUri', () => {
  it.each([
    [{ host: 'gw.example.com', port: 5060, transport: 'udp' }, '+4930', 'sip:+4930@gw.example.com:5060'],
    [{ host: '2001:db8::1', port: 5061, transport: 'tls' }, '+4930', 'sip:+4930@[2001:db8::1]:5061;transport=tls'],
    [{ host: 'gw', port: 5060, transport: 'tcp' }, undefined, 'sip:gw:5060;transport=tcp'],
    [{ host: 'gw', port: 443, transport: 'wss' }, 'a@b>\r\nX: y', 'sip:a%40b%3E%0D%0AX%3A%20y@gw:443;transport=ws'],
  ] as const)('returns the URI of %j with the user %j', (peer, user, uri) => {
    expect(sipUri(peer, user)).toBe(uri);
  });
});
