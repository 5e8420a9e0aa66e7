import { attemptReason, NO_SIP_RESPONSE, SIP_RESPONSES, sipResponse } from './sip-responses';
import { HANGUP_CAUSES, hangupCause } from './hangup-causes';
import { rejection, REJECTIONS } from './rejections';

const ENTRIES = [
  ...REJECTIONS.map((name) => [name, rejection(name)] as const),
  ...HANGUP_CAUSES.map((name) => [name, hangupCause(name)] as const),
  ...SIP_RESPONSES.map((code) => [String(code), sipResponse(code)] as const),
  ['no response', NO_SIP_RESPONSE] as const,
];

describe('the catalogue of reasons', () => {
  it.each(ENTRIES)('has one sentence of explanation and one of remedy for %s', (_name, { explanation, remedy }) => {
    for (const sentence of [explanation, remedy]) {
      expect(sentence).toMatch(/^[A-Z].*\.$/);
      // No second sentence; a full stop within `RFC 8197).` or a number is none.
      expect(sentence.slice(0, -1)).not.toMatch(/[.?!] [A-Z]/);
    }
  });
});

describe('sipResponse', () => {
  it('explains a response that the table lacks by its first digit', () => {
    expect(sipResponse(499)).toMatchObject({ phrase: '', explanation: expect.stringContaining('could not accept') });
    expect(sipResponse(599).explanation).toBe(sipResponse(500).explanation);
  });

  it('throws for a provisional response', () => {
    expect(() => sipResponse(180)).toThrow(RangeError);
  });
});

describe('attemptReason', () => {
  it.each([
    ['answered', 200, null],
    ['skipped', null, null],
    [null, 180, null],
    ['failed', null, NO_SIP_RESPONSE],
    ['no_answer', 180, NO_SIP_RESPONSE],
    ['busy', 486, sipResponse(486)],
  ] as const)('explains an attempt with the result %s and the code %s', (result, sipCode, reason) => {
    expect(attemptReason({ result, sipCode })).toEqual(reason);
  });
});
