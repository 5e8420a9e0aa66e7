import { contactIp, isPath, nextHopOf, readSipUri } from './contact';

describe('a SIP URI of a contact', () => {
  it.each([
    ['sip:t1@203.0.113.7', { host: '203.0.113.7', port: 5060, transport: 'udp' }],
    ['sip:t1@203.0.113.7:5062;transport=TCP;rinstance=a1b2', { host: '203.0.113.7', port: 5062, transport: 'tcp' }],
    ['sip:t1@[2001:db8::1]:5061;transport=tls;ob', { host: '2001:db8::1', port: 5061, transport: 'tls' }],
    ['sip:t1@[2001:db8::1];alias=[2001:db8::1]~5062~1', { host: '2001:db8::1', port: 5060, transport: 'udp' }],
    ['sips:t1@pbx.example.com', { host: 'pbx.example.com', port: 5061, transport: 'tls' }],
    ['sips:t1@pbx.example.com;transport=tcp', { host: 'pbx.example.com', port: 5061, transport: 'tls' }],
    ['sip:k3j@f8a9.invalid;transport=ws', { host: 'f8a9.invalid', port: 443, transport: 'wss' }],
    ['SIP:203.0.113.7;alias=203.0.113.7~51234~1', { host: '203.0.113.7', port: 5060, transport: 'udp' }],
    ['sip:t1;x=1:pw@203.0.113.7:65535', { host: '203.0.113.7', port: 65_535, transport: 'udp' }],
  ])('leads to the host of %s', (uri, peer) => {
    expect(readSipUri(uri)).toEqual({ ...peer, dnsSrv: false });
  });

  it.each([
    ['another scheme', 'tel:+4930123456'],
    ['angle brackets', '<sip:t1@203.0.113.7>'],
    ['a line break', 'sip:t1@203.0.113.7\r\nX-Evil: 1'],
    ['a line break at its end', 'sip:t1@203.0.113.7\n'],
    ['a blank', 'sip:t1@203.0.113.7 ;x'],
    ['a quote', 'sip:"t1"@203.0.113.7'],
    ['headers', 'sip:t1@203.0.113.7?Route=%3Csip:10.0.0.1%3E'],
    ['a list', 'sip:t1@203.0.113.7,sip:t1@10.0.0.1'],
    ['an address to send to instead', 'sip:t1@203.0.113.7;maddr=10.0.0.1'],
    ['the same in capitals', 'sip:t1@203.0.113.7;MADDR=10.0.0.1'],
    ['another method', 'sip:t1@203.0.113.7;method=REFER'],
    ['loose routing', 'sip:203.0.113.7;lr'],
    ['an unknown transport', 'sip:t1@203.0.113.7;transport=sctp'],
    ['no host', 'sip:t1@'],
    ['an incomplete address', 'sip:t1@203.0.113'],
    ['an octal address', 'sip:t1@0177.0.0.1'],
    ['an invalid IPv6 address', 'sip:t1@[2001:db8::1::2]'],
    ['a host name that ends with a hyphen', 'sip:t1@pbx-'],
    ['port 0', 'sip:t1@203.0.113.7:0'],
    ['a port above 65535', 'sip:t1@203.0.113.7:65536'],
  ])('is not accepted with %s', (_, uri) => {
    expect(readSipUri(uri)).toBeNull();
  });
});

describe('the next hop of a contact', () => {
  const uri = 'sip:t1@192.168.1.20:5060';

  it('is the source of its registration', () => {
    const received = 'sip:203.0.113.7:22131;transport=tcp';
    expect(nextHopOf({ uri, received })).toEqual({
      host: '203.0.113.7',
      port: 22_131,
      transport: 'tcp',
      dnsSrv: false,
    });
    expect(contactIp({ uri, received })).toBe('203.0.113.7');
  });

  it('is the host of its URI if the source is unknown', () => {
    expect(nextHopOf({ uri, received: null })).toMatchObject({ host: '192.168.1.20', port: 5060, transport: 'udp' });
    expect(contactIp({ uri: 'sip:t1@pbx.example.com', received: null })).toBeNull();
  });
});

describe('a Path', () => {
  it.each(['<sip:203.0.113.1;lr>', '<sip:203.0.113.1:5060;transport=tcp;lr>, <sip:edge.example.com;lr=on;ob>'])(
    'is a list of URIs: %s',
    (path) => {
      expect(isPath(path)).toBe(true);
    },
  );

  it.each(['sip:203.0.113.1;lr', '<sip:203.0.113.1;lr>\r\nX-Evil: 1', '<sip:203.0.113.1?a=b>', '<>', '', ' '])(
    'is not %j',
    (path) => {
      expect(isPath(path)).toBe(false);
    },
  );
});
