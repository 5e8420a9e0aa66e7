import { newRequest, newResponse, parseMessage, type SipRequest, writeRequest } from './message';

/** As Kamailio 5.6.3 sent it to the agent. */
const RECORDED_BYE = [
  'BYE sip:agent@127.0.0.1:24704 SIP/2.0',
  'Via: SIP/2.0/UDP 127.0.0.1:24700;branch=z9hG4bKb26e.5a0d2ac0000000000000000000000000.0',
  'Via: SIP/2.0/UDP 127.0.0.1:24710;branch=z9hG4bK-29201-1-4',
  'From: <sip:+442079460000@sip.localhost>;tag=29201SIPpTag011',
  'To: <sip:+15550001@sip.localhost>;tag=f24b7ee286206f7f',
  'Call-ID: 9b07be7c98648228',
  'CSeq: 2 BYE',
  'Max-Forwards: 69',
  'Content-Length: 0',
  '',
  '',
].join('\r\n');

const lines = (...changed: string[]): Buffer => Buffer.from([...changed, '', ''].join('\r\n'));
const HEAD = ['Via: SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK1', 'From: <sip:a@b>;tag=1', 'To: <sip:c@d>', 'Call-ID: x@y'];

const parsed = (text: string | Buffer) => parseMessage(Buffer.from(text));

describe('a SIP message', () => {
  it('is read with its headers', () => {
    const message = parsed(RECORDED_BYE) as SipRequest;
    expect([message.kind, message.method, message.uri, message.callId]).toEqual([
      'request',
      'BYE',
      'sip:agent@127.0.0.1:24704',
      '9b07be7c98648228',
    ]);
    expect(message.cseq).toEqual({ number: 2, method: 'BYE' });
    expect(message.via).toEqual({
      host: '127.0.0.1:24700',
      branch: 'z9hG4bKb26e.5a0d2ac0000000000000000000000000.0',
    });
    expect(message.headers.all('Via')).toHaveLength(2);
  });

  it('is written as it was read', () => {
    expect(writeRequest(parsed(RECORDED_BYE) as SipRequest)).toBe(RECORDED_BYE);
  });

  it('is read with compact names, folded lines and several values in one line', () => {
    const message = parsed(
      lines(
        'INVITE sip:a@b SIP/2.0',
        'v: SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK1, SIP/2.0/UDP 192.0.2.2;branch=z9hG4bK2',
        'f: "Ada, \\"L\\" <x>"',
        ' <sip:a@b>;tag=7',
        't: <sip:c@d>',
        'i: 1',
        'CSEQ: 1   INVITE',
        'Record-Route: <sip:1.1.1.1;lr>, <sip:2.2.2.2;lr>',
      ),
    );
    expect(message?.headers.all('Via')).toHaveLength(2);
    expect(message?.headers.get('From')).toBe('"Ada, \\"L\\" <x>" <sip:a@b>;tag=7');
    expect(message?.headers.all('Record-Route')).toEqual(['<sip:1.1.1.1;lr>', '<sip:2.2.2.2;lr>']);
  });

  it('ends where Content-Length says, in bytes', () => {
    const text = `INFO sip:a@b SIP/2.0\r\n${HEAD.join('\r\n')}\r\nCSeq: 1 INFO\r\nContent-Length: 4\r\n\r\nüüab`;
    expect(parsed(text)?.body).toBe('üü');
  });

  it.each([
    ['an empty datagram', ''],
    ['text', 'hello'],
    ['another version', lines('INVITE sip:a@b SIP/3.0', ...HEAD, 'CSeq: 1 INVITE')],
    ['a status line without a code', lines('SIP/2.0 abc OK', ...HEAD, 'CSeq: 1 INVITE')],
    ['a status beyond 699', lines('SIP/2.0 700 OK', ...HEAD, 'CSeq: 1 INVITE')],
    ['a request line with blanks', lines('INVITE  sip:a@b SIP/2.0', ...HEAD, 'CSeq: 1 INVITE')],
    ['another method in CSeq', lines('INVITE sip:a@b SIP/2.0', ...HEAD, 'CSeq: 1 BYE')],
    ['a CSeq beyond 2^31', lines('INVITE sip:a@b SIP/2.0', ...HEAD, 'CSeq: 2147483648 INVITE')],
    ['a line without a name', lines('INVITE sip:a@b SIP/2.0', ...HEAD, ': x', 'CSeq: 1 INVITE')],
    ['no Call-ID', lines('INVITE sip:a@b SIP/2.0', ...HEAD.slice(0, 3), 'CSeq: 1 INVITE')],
    ['no Via', lines('INVITE sip:a@b SIP/2.0', ...HEAD.slice(1), 'CSeq: 1 INVITE')],
    [
      'a From without a URI',
      lines('INVITE sip:a@b SIP/2.0', ...HEAD, 'From: unknown', 'CSeq: 1 INVITE').subarray(0, 60),
    ],
    ['a body that is cut', lines('INVITE sip:a@b SIP/2.0', ...HEAD, 'CSeq: 1 INVITE', 'Content-Length: 9')],
    ['a negative length', lines('INVITE sip:a@b SIP/2.0', ...HEAD, 'CSeq: 1 INVITE', 'Content-Length: -1')],
    ['random bytes', Buffer.from(Array.from({ length: 500 }, (_, at) => (at * 7919) % 256))],
  ])('is ignored if it is %s', (_, text) => {
    expect(parsed(text)).toBeUndefined();
  });

  it.each(Array.from({ length: RECORDED_BYE.length }, (_, at) => at).filter((at) => at % 7 === 0))(
    'is read or ignored when it is cut after %i bytes',
    (at) => {
      expect(() => parsed(RECORDED_BYE.slice(0, at))).not.toThrow();
    },
  );

  it('cannot gain a header from a value', () => {
    const request = newRequest('OPTIONS', 'sip:a@b', [
      ['Via', 'SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK1'],
      ['From', '<sip:a@b>;tag=1'],
      ['To', '<sip:c@d>'],
      ['Call-ID', 'x\r\nX-Plan: forged'],
      ['CSeq', '1 OPTIONS'],
    ]);
    expect(writeRequest(request)).not.toContain('\r\nX-Plan');
  });

  it('is answered with what RFC 3261 copies', () => {
    const request = parsed(RECORDED_BYE) as SipRequest;
    const response = parsed(newResponse(request, { status: 200, reason: 'OK' }, [['To', '<sip:c@d>;tag=2']]));
    expect(response?.kind === 'response' && [response.status, response.reason]).toEqual([200, 'OK']);
    expect(response?.headers.all('Via')).toEqual(request.headers.all('Via'));
    expect(response?.cseq).toEqual(request.cseq);
  });

  it('is answered even if a response has no Via', () => {
    expect(parsed(lines('SIP/2.0 487 Request Terminated', ...HEAD.slice(1), 'CSeq: 1 INVITE'))?.via.branch).toBe('');
  });
});
