import { failure } from '../../testing/failure';
import { SipGateway } from './sip-gateway';

const now = new Date('2026-01-01T00:00:00Z');
const later = new Date('2026-01-02T00:00:00Z');

const aGateway = (options: object = {}) =>
  SipGateway.create(
    {
      trunk: { id: 'trk_1', accountId: 'acc_1', transport: 'udp' },
      options: { name: 'A', host: 'sip.example.com', ...options },
    },
    now,
  );
describe('SipGateway', () => {
  it.each([
    ['udp', 5060],
    ['tcp', 5060],
    ['tls', 5061],
    ['wss', 443],
  ])('has the default port of %s, %i', (transport, port) => {
    expect(aGateway({ transport }).port).toBe(port);
    expect(aGateway({ transport, port: 7000 }).port).toBe(7000);
  });

  it("has the trunk's transport and the default settings", () => {
    expect(aGateway()).toMatchObject({
      transport: 'udp',
      weight: 100,
      priority: 0,
      enabled: true,
      dnsSrv: false,
      authUsername: null,
      customHeaders: null,
    });
  });

  it.each(['sip.example.com', 'sip.example.com.', 'localhost', '203.0.113.5', '2001:db8::5', 'xn--bcher-kva.example'])(
    'takes the host %s',
    (host) => {
      expect(aGateway({ host }).host).toBe(host);
    },
  );

  it.each([
    '',
    'a b',
    '-a.example',
    'http://example.com',
    '203.0.113',
    '0x7f.1',
    '2130706433',
    'fe80::1%eth0',
    'sip.example.com:5060',
    `${'a'.repeat(64)}.example`,
  ])('refuses the host %j', (host) => {
    expect(failure(() => aGateway({ host })).fields).toEqual(['host']);
  });

  it.each([
    [{ 'X-Good': 'yes', Subject: 'no' }, 'custom_headers'],
    [{ 'X-': 'no' }, 'custom_headers'],
    [{ 'X-Line': 'a\r\nRoute: <sip:evil>' }, 'custom_headers.X-Line'],
    [{ 'X-Long': 'a'.repeat(201) }, 'custom_headers.X-Long'],
    [Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`X-${n}`, 'a'])), 'custom_headers'],
  ])('rejects headers %j', (customHeaders, field) => {
    expect(failure(() => aGateway({ customHeaders })).fields).toEqual([field]);
  });

  it('reports whether it has a password, and clears it with null', () => {
    const gateway = aGateway();
    expect(gateway.hasAuthPassword).toBe(false);
    gateway.setSealedPassword('sealed');
    expect(gateway.hasAuthPassword).toBe(true);
    gateway.setSealedPassword(null);
    expect(gateway.hasAuthPassword).toBe(false);
  });

  it.each([
    ['udp to tls', { port: 5060 }, { transport: 'tls' }, 5061],
    ['udp to tls with a port of its own', { port: 5070 }, { transport: 'tls' }, 5070],
    ['udp to tls with a new port', { port: 5060 }, { transport: 'tls', port: 5060 }, 5060],
  ])('has the default port of its new transport with SRV records: %s', (_name, given, change, port) => {
    const gateway = aGateway({ ...given, dnsSrv: true });
    gateway.change(change as object, later);
    expect(gateway.port).toBe(port);
  });

  it('keeps its port when the transport changes without SRV records', () => {
    const gateway = aGateway();
    gateway.change({ transport: 'tls' }, later);
    expect(gateway.port).toBe(5060);
  });

  it('changes the given members and keeps the rest', () => {
    const gateway = aGateway({ priority: 4, authUsername: 'me' });
    gateway.change({ weight: 7, authUsername: null }, later);
    expect(gateway).toMatchObject({
      weight: 7,
      authUsername: null,
      priority: 4,
      host: 'sip.example.com',
      updatedAt: later,
    });
  });
});
