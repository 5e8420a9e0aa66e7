import { beforePort, sipAddressOf } from './sip-address';

describe('a SIP address', () => {
  it.each([
    ['sip:pbx.example.com', { host: 'pbx.example.com', port: null, transport: null }],
    ['SIP:desk@pbx.example.com:5080', { host: 'pbx.example.com', port: '5080', transport: null }],
    ['pbx.example.com:5080', { host: 'pbx.example.com', port: '5080', transport: null }],
    [' 203.0.113.7:5060 ', { host: '203.0.113.7', port: '5060', transport: null }],
    ['<sip:pbx.example.com;transport=TCP;lr>', { host: 'pbx.example.com', port: null, transport: 'tcp' }],
    ['sips:pbx.example.com', { host: 'pbx.example.com', port: null, transport: 'tls' }],
    ['sip://pbx.example.com:5061;transport=tls', { host: 'pbx.example.com', port: '5061', transport: 'tls' }],
    ['[2001:db8::1]:5060', { host: '2001:db8::1', port: '5060', transport: null }],
    ['[2001:db8::1]', { host: '2001:db8::1', port: null, transport: null }],
    ['sip:pbx.example.com;transport=sctp', { host: 'pbx.example.com', port: null, transport: null }],
  ])('%s is taken apart', (text, address) => {
    expect(sipAddressOf(text)).toEqual(address);
  });

  it.each(['', 'pbx.example.com', '203.0.113.7', '2001:db8::1', 'two words', 'sip:', 'a:b:c'])(
    '“%s” is left alone',
    (text) => {
      expect(sipAddressOf(text)).toBeNull();
    },
  );

  it.each([
    ['pbx.example.com', 'pbx.example.com'],
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8::1', '[2001:db8::1]'],
  ])('has %s before a port as %s', (host, before) => {
    expect(beforePort(host)).toBe(before);
  });
});
