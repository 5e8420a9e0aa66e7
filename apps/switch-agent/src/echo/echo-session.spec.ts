import { echoAnswer } from './echo-session';

const MEDIA = { host: '127.0.0.1', port: 34_000, id: 7, version: 1 };
const offer = (...media: string[]) => ['v=0', 'o=- 1 1 IN IP4 192.0.2.1', 's=-', 't=0 0', ...media, ''].join('\r\n');

describe('the answer of the echo', () => {
  it('takes the first codec, and keys', () => {
    const answer = echoAnswer(
      offer(
        'm=audio 4000 RTP/AVP 96 0 101',
        'a=rtpmap:96 opus/48000/2',
        'a=fmtp:96 useinbandfec=1',
        'a=rtpmap:101 telephone-event/8000',
        'a=ptime:20',
      ),
      MEDIA,
    );
    expect(answer?.sdp).toBe(
      [
        'v=0',
        'o=- 7 1 IN IP4 127.0.0.1',
        's=-',
        'c=IN IP4 127.0.0.1',
        't=0 0',
        'm=audio 34000 RTP/AVP 96 101',
        'a=rtpmap:96 opus/48000/2',
        'a=fmtp:96 useinbandfec=1',
        'a=rtpmap:101 telephone-event/8000',
        '',
      ].join('\r\n'),
    );
    expect([...(answer?.keyTypes ?? [])]).toEqual([101]);
  });

  it('declines other media', () => {
    const answer = echoAnswer(offer('m=video 4002 RTP/AVP 34', 'm=audio 4000 RTP/AVP 8'), MEDIA);
    expect(answer?.sdp).toContain('m=video 0 RTP/AVP 34\r\nm=audio 34000 RTP/AVP 8\r\n');
  });

  it.each([
    ['a=sendonly', 'a=recvonly'],
    ['a=recvonly', 'a=sendonly'],
    ['a=inactive', 'a=inactive'],
  ])('answers %s by %s', (offered, answered) => {
    expect(echoAnswer(offer('m=audio 4000 RTP/AVP 8', offered), MEDIA)?.sdp).toContain(answered);
  });

  it.each([
    ['nothing', ''],
    ['video alone', offer('m=video 4002 RTP/AVP 34')],
    ['encrypted audio', offer('m=audio 4000 RTP/SAVP 8')],
    ['keys alone', offer('m=audio 4000 RTP/AVP 101', 'a=rtpmap:101 telephone-event/8000')],
    ['an unknown type', offer('m=audio 4000 RTP/AVP 99')],
  ])('is none to an offer of %s', (_, text) => {
    expect(echoAnswer(text, MEDIA)).toBeNull();
  });
});
