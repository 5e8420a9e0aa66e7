import { DigitPattern } from './digit-pattern';

/** Returns every number of this length with the prefix. */
const all = (prefix: string, length: number): string[] =>
  prefix.length === length ? [prefix] : Array.from('0123456789').flatMap((digit) => all(prefix + digit, length));

describe('DigitPattern', () => {
  it.each(['12[3-5]\\d', '(?:1[02]|3\\d)\\d{2}', '1\\d{1,3}', '20?\\d\\d|2\\d{3}', '(?:1(?:2|3[4-6])?\\d){1,2}'])(
    'matches the same numbers as the regular expression %p',
    (text) => {
      const pattern = new DigitPattern(text);
      const expression = new RegExp(`^(?:${text})$`);
      for (const length of [1, 2, 3, 4]) {
        for (const prefix of ['', '1', '2', '12', '13', '30'].filter((each) => each.length <= length)) {
          const answers = all(prefix, length).map((number) => expression.test(number));
          expect([prefix, length, pattern.matchesAll(prefix, length), pattern.matchesNone(prefix, length)]).toEqual([
            prefix,
            length,
            answers.every((matches) => matches),
            !answers.some((matches) => matches),
          ]);
        }
      }
    },
  );

  it.each(['a', '1+', '(1)', '[^1]', '(?:1', '1)'])('rejects %p', (text) => {
    expect(() => new DigitPattern(text)).toThrow('not a pattern of digits');
  });
});
