import { hasControls, hasUnseen, hasVisible } from './text';

describe('Text', () => {
  it.each(['a\u0000', 'a\n', '\tb', 'a\u0085', 'a\u2028b', 'a\ud83d', '\u202eabc', 'a\u2066b\u2069', '\u202a'])(
    'rejects the control characters of %j',
    (text) => {
      expect(hasControls(text)).toBe(true);
    },
  );

  it('may contain line breaks where allowed, and no other control character', () => {
    expect(hasControls('a\nb\r\n\tc', { lines: true })).toBe(false);
    for (const text of ['a\u0000', 'a\u2028b', '\u202eabc', 'a\ud83d', '\u001b[2J'])
      expect(hasControls(text, { lines: true })).toBe(true);
  });

  it.each([
    '\u200fabc\u200e',
    '\u{1f469}\u200d\u{1f467}',
    '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
    '\u2764\ufe0f',
  ])('accepts %j, which is visible and keeps the marks of its script', (text) => {
    expect([hasControls(text), hasVisible(text), hasUnseen(text)]).toEqual([false, true, true]);
  });

  it.each([
    '',
    '   ',
    '\u00a0',
    '\u200b',
    '\u200d\u200d',
    '\u200f',
    '\ufeff',
    '\u3164',
    '\u2800',
    '\ufe0f',
    '\u00ad\u2060',
  ])('rejects %j, which is invisible', (text) => {
    expect(hasVisible(text)).toBe(false);
  });
});
