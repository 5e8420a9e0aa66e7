import { readWebhookAnswer, REJECT_CODES } from './webhook-answer';

const read = (answer: unknown) => readWebhookAnswer(JSON.stringify(answer));
const TRUNK = 'trk_0mh2k3l4p9f1c2d3e4b5a6978';
const USER = 'wru_0mh2k3l4p9f1c2d3e4b5a6978';

describe('the answer of a webhook', () => {
  it.each([
    [{ sip_trunk_id: TRUNK }, { kind: 'sip_trunk', trunkId: TRUNK }],
    [
      { webrtc_user_id: USER, sip_trunk_id: null },
      { kind: 'webrtc_user', userId: USER },
    ],
    [{ pstn_forward_e164: '+442079460000' }, { kind: 'pstn_forward', e164: '+442079460000' }],
  ])('forwards to %j', (destination, read_) => {
    expect(read({ action: 'forward', ...destination })).toEqual({ action: 'forward', destination: read_ });
  });

  it.each([...REJECT_CODES.keys()])('rejects with %i', (code) => {
    expect(read({ action: 'reject', code })).toEqual({ action: 'reject', code });
  });

  it.each([
    ['not JSON', 'forward'],
    ['null', 'null'],
    ['a list', '[]'],
    ['no action', '{}'],
    ['another action', '{"action":"ring"}'],
    ['no destination', '{"action":"forward"}'],
    ['two destinations', `{"action":"forward","sip_trunk_id":"${TRUNK}","webrtc_user_id":"${USER}"}`],
    ['a number as id', '{"action":"forward","sip_trunk_id":5}'],
    ['an invalid id', '{"action":"forward","sip_trunk_id":"office"}'],
    ['an id with quotes', '{"action":"forward","sip_trunk_id":"trk_\'; --"}'],
    ['a number that is not canonical', '{"action":"forward","pstn_forward_e164":"+44 20 7946 0000"}'],
    ['a very long number', `{"action":"forward","pstn_forward_e164":"+${'4'.repeat(200)}"}`],
    ['an emergency number', '{"action":"forward","pstn_forward_e164":"+112"}'],
    ['no code', '{"action":"reject"}'],
    ['a code as text', '{"action":"reject","code":"486"}'],
    ['a code of a success', '{"action":"reject","code":200}'],
    ['a code that is not listed', '{"action":"reject","code":487}'],
  ])('fails with %s, and names the fault', (_case, body) => {
    expect(readWebhookAnswer(body)).toEqual({ action: 'failed', reason: expect.stringMatching(/^The .*\.$/) });
  });
});
