import { addressOf, mediaOf, type SipPeer, sipUri, srvServiceOf } from './sip-uri';

const aPeer = (given: Partial<SipPeer> = {}): SipPeer => ({
  host: 'gw.example.com',
  port: 5060,
  transport: 'udp',
  dnsSrv: false,
  ...given,
});

describe('sipUri', () => {
  it.each([
    [{ host: 'gw.example.com', port: 5060, transport: 'udp' }, '+4930', 'sip:+4930@gw.example.com:5060'],
    [{ host: '2001:db8::1', port: 5061, transport: 'tls' }, '+4930', 'sip:+4930@[2001:db8::1]:5061;transport=tls'],
    [{ host: 'gw', port: 5060, transport: 'tcp' }, undefined, 'sip:gw:5060;transport=tcp'],
    [{ host: 'gw', port: 443, transport: 'wss' }, 'a@b>\r\nX: y', 'sip:a%40b%3E%0D%0AX%3A%20y@gw:443;transport=ws'],
    [{}, '*9#030', 'sip:*9%23030@gw.example.com:5060'],
  ] as const)('returns the URI of %j with the user %j', (peer, user, uri) => {
    expect(sipUri(aPeer(peer), user)).toBe(uri);
  });

  it('marks a user as a telephone number, and no URI without a user', () => {
    expect(sipUri(aPeer({ transport: 'tcp' }), '+4930', { isPhone: true })).toBe(
      'sip:+4930@gw.example.com:5060;user=phone;transport=tcp',
    );
    expect(sipUri(aPeer(), undefined, { isPhone: true })).toBe('sip:gw.example.com:5060');
  });

  it.each([
    [{ port: 5060, transport: 'udp' }, '_sip._udp', 'sip:gw.example.com;transport=udp'],
    [{ port: 5060, transport: 'tcp' }, '_sip._tcp', 'sip:gw.example.com;transport=tcp'],
    [{ port: 5061, transport: 'tls' }, '_sips._tcp', 'sip:gw.example.com;transport=tls'],
  ] as const)('has no port for a host with SRV records: %j', (peer, service, uri) => {
    expect([srvServiceOf(aPeer({ ...peer, dnsSrv: true })), sipUri(aPeer({ ...peer, dnsSrv: true }))]).toEqual([
      service,
      uri,
    ]);
  });

  it.each([
    [{ port: 5070 }, 'gw.example.com:5070'],
    [{ port: 5060, transport: 'tls' }, 'gw.example.com:5060'],
    [{ host: '198.51.100.7' }, '198.51.100.7:5060'],
    [{ host: '2001:db8::1' }, '[2001:db8::1]:5060'],
    [{ port: 443, transport: 'wss' }, 'gw.example.com:443'],
  ] as const)('has the port of a peer that SRV records cannot lead to: %j', (peer, address) => {
    const withSrv = aPeer({ ...peer, dnsSrv: true });
    expect([srvServiceOf(withSrv), addressOf(withSrv)]).toEqual([null, address]);
  });
});

describe('mediaOf', () => {
  it.each([
    ['off', 'rtp'],
    ['optional', 'srtp_optional'],
    ['required', 'srtp'],
  ] as const)('returns the media of encryption %s', (encryption, media) => {
    expect(mediaOf(encryption)).toBe(media);
  });
});
