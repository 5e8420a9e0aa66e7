import { parseCSeq, parseNameAddress, parseVia, splitList, tagOf } from './headers';

describe('headers', () => {
  it.each([
    ['<sip:a@b>, <sip:c@d>', ['<sip:a@b>', '<sip:c@d>']],
    ['"a, b" <sip:a@b>;x=1,<sip:c,d@e>', ['"a, b" <sip:a@b>;x=1', '<sip:c,d@e>']],
    ['"a \\" , b" <sip:a@b>', ['"a \\" , b" <sip:a@b>']],
    ['"never closed, <sip:a@b>', ['"never closed, <sip:a@b>']],
    ['', []],
    [' , ', []],
  ])('%s is a list of values', (value, expected) => {
    expect(splitList(value)).toEqual(expected);
  });

  it.each([
    ['<sip:a@b;transport=tcp>;tag=1', 'sip:a@b;transport=tcp', '1'],
    ['"A <x>" <sip:a@b> ; TAG = 2 ;q=1', 'sip:a@b', '2'],
    ['sip:a@b;tag=3', 'sip:a@b', '3'],
    ['<tel:+15551>', 'tel:+15551', undefined],
  ])('%s is an address', (value, uri, tag) => {
    expect([parseNameAddress(value)?.uri, tagOf(value)]).toEqual([uri, tag]);
  });

  it.each(['', 'unknown', '<unknown>', '<sip:a@b', '"<sip:a@b>"'])('%j is no address', (value) => {
    expect(parseNameAddress(value)).toBeUndefined();
  });

  it('reads Via', () => {
    expect(parseVia('SIP / 2.0 / UDP a')).toBeUndefined();
    expect(parseVia('SIP/2.0/UDP [::1]:5060;rport;branch=z9hG4bK1')).toEqual({
      host: '[::1]:5060',
      branch: 'z9hG4bK1',
    });
    expect(parseVia('SIP/2.0/UDP 192.0.2.1')).toBeUndefined();
  });

  it.each(['', '1', 'INVITE', '-1 INVITE', '1.5 INVITE', '1 INVITE x', '99999999999 INVITE'])(
    '%j is no CSeq',
    (value) => {
      expect(parseCSeq(value)).toBeUndefined();
    },
  );
});
