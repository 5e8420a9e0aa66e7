import { activated, commonCodecs, heldOffer, isSameDestination, passedOn } from './sdp';

const ORIGIN = { id: 7, version: 1, host: '192.0.2.1' };
const ANSWER =
  'v=0\r\no=phone 1 1 IN IP4 10.0.0.1\r\ns=x\r\nc=IN IP4 10.0.0.1\r\nt=0 0\r\nm=audio 4000 RTP/AVP 8\r\na=inactive\r\n';

describe('a session description', () => {
  it('offers the codecs in order, with keys and without media', () => {
    const offer = heldOffer(ORIGIN, ['g722', 'g711a']);
    expect(offer).toContain('o=- 7 1 IN IP4 192.0.2.1\r\n');
    expect(offer).toContain('m=audio 9 RTP/AVP 9 8 101\r\na=rtpmap:9 G722/8000\r\na=rtpmap:8 PCMA/8000\r\n');
    expect(offer).toContain('a=inactive\r\n');
  });

  it('is activated without its direction', () => {
    expect(activated(ANSWER)).toBe(ANSWER.replace('a=inactive\r\n', ''));
    expect(activated(ANSWER.replaceAll('\r\n', '\n'))).toBe(ANSWER.replace('a=inactive\r\n', ''));
  });

  it('is passed on as a version of the session of this side', () => {
    expect(passedOn(ANSWER, { ...ORIGIN, version: 3 })).toBe(
      ANSWER.replace('o=phone 1 1 IN IP4 10.0.0.1', 'o=- 7 3 IN IP4 192.0.2.1'),
    );
  });

  it.each([
    ['another direction', 'a=inactive', 'a=sendrecv', true],
    ['other codecs', 'RTP/AVP 8', 'RTP/AVP 8 0', true],
    ['another port', 'audio 4000', 'audio 4002', false],
    ['another address', 'c=IN IP4 10.0.0.1', 'c=IN IP4 10.0.0.2', false],
    ['another protocol', 'RTP/AVP', 'RTP/SAVP', false],
  ])('is received elsewhere with another address, port or protocol only: %s', (_, from, to, expected) => {
    expect(isSameDestination(ANSWER, ANSWER.replace(from, to))).toBe(expected);
  });

  it.each([
    [['g722', 'g711a'], ['g711a', 'g711u'], ['g711a']],
    [['g722', 'opus'], ['g711a'], ['g722', 'opus']],
    [['vp8'], ['g711a'], ['g711a', 'g711u']],
    [[], [], ['g711a', 'g711u']],
  ])('of a first leg with %j and a second with %j offers %j', (first, second, expected) => {
    expect(commonCodecs(first, second)).toEqual(expected);
  });
});
