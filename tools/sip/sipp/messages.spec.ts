import { formatsOf, headerOf, headersOf, lineOf, messagesIn } from './messages';

const LINE = '-----------------------------------------------';
const INVITE = [
  'INVITE sip:+12125550100@127.0.0.1:5060 SIP/2.0',
  'Via: SIP/2.0/UDP 127.0.0.1:5062',
  'v: SIP/2.0/UDP 127.0.0.1:5063',
  'Call-ID: a@b',
  'CSeq: 1 INVITE',
  '',
  'v=0',
  'm=audio 4000 RTP/AVP 8 0 101',
].join('\r\n');
const BUSY = ['SIP/2.0 486 Busy Here', 'via: one', 'Via: two', 'CSeq: 1 INVITE', '', ''].join('\r\n');
const LOG = [
  `${LINE} 2026-11-28 09:30:01.123456`,
  `UDP message sent (${INVITE.length} bytes):\n`,
  `${INVITE}\n`,
  `${LINE} 2026-11-28 09:30:01.223456`,
  `UDP message received [${BUSY.length}] bytes :\n`,
  BUSY,
].join('\n');

describe('messagesIn', () => {
  const [invite, busy] = messagesIn(LOG);

  it('reads the direction, the time and the method of each message', () => {
    expect(messagesIn(LOG)).toHaveLength(2);
    expect(invite).toMatchObject({ isSent: true, at: '2026-11-28 09:30:01.123456', method: 'INVITE', code: null });
    expect(busy).toMatchObject({ isSent: false, method: 'INVITE', code: 486 });
  });

  it('describes a message in a line', () => {
    expect([invite, busy].map((each) => each && lineOf(each))).toEqual([
      '→ INVITE sip:+12125550100@127.0.0.1:5060',
      '← 486 Busy Here',
    ]);
  });

  it('finds headers whatever their case, and formats in the order of the offer', () => {
    expect(headersOf(busy?.text ?? '', 'Via')).toEqual(['one', 'two']);
    expect(headerOf(invite?.text ?? '', 'call-id')).toBe('a@b');
    expect(headerOf(invite?.text ?? '', 'Contact')).toBeNull();
    expect(formatsOf(invite?.text ?? '')).toEqual([8, 0, 101]);
  });

  it('returns nothing for an empty log', () => {
    expect(messagesIn('')).toEqual([]);
  });
});
