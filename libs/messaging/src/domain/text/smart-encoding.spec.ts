import fc from 'fast-check';
import { isGsm7 } from './gsm7';
import { measureText } from './parts';
import { composeText, smartEncoded } from './smart-encoding';

describe('smartEncoded', () => {
  it.each([
    ['single quotation marks', '‘it’s’ ‚so‛', "'it's' 'so'"],
    ['double quotation marks', '“so” „so‟ «so»', '"so" "so" "so"'],
    ['primes and accents that serve as quotation marks', '5′ 6″ ´a`', `5' 6" 'a'`],
    ['dashes', 'a‐b‑c‒d–e—f―g−h', 'a-b-c-d-e-f-g-h'],
    ['an ellipsis', 'so…', 'so...'],
    ['spaces', 'a\u00a0b\u2009c\u202fd\u3000e\tf', 'a b c d e f'],
    ['characters without width', 'a\u200bb\ufeffc\u00add\u2060e', 'abcde'],
    ['a bullet and a fraction slash', '• 1⁄2', '* 1/2'],
    ['nothing in GSM-7', 'Größe: 5 € {a}', 'Größe: 5 € {a}'],
  ])('replaces %s', (_name, text, replaced) => {
    expect(smartEncoded(text)).toBe(replaced);
    expect(isGsm7(replaced)).toBe(true);
  });

  it.each([
    ['has a letter that GSM-7 does not have', '“Привет” – it’s'],
    ['has an emoji', '“so” 😀'],
    ['would take more parts', '…'.repeat(60)],
    ['has a lone surrogate', '“so” \ud83d'],
  ])('leaves a text unchanged that %s', (_name, text) => {
    expect(smartEncoded(text)).toBe(text);
  });

  it('never takes more parts, and replaces nothing twice', () => {
    const characters = fc.constantFrom('a', '€', '…', '’', '—', '\u00a0', '\u200b', 'я', '😀');
    fc.assert(
      fc.property(fc.array(characters, { maxLength: 300 }), (given) => {
        const text = given.join('');
        const replaced = smartEncoded(text);
        expect(measureText(replaced).segments).toBeLessThanOrEqual(measureText(text).segments);
        expect(smartEncoded(replaced)).toBe(replaced);
      }),
    );
  });
});

describe('composeText', () => {
  it('returns the body that is sent, and what is charged for it', () => {
    const body = `${'a'.repeat(159)}…`;
    expect(composeText(body, { smartEncoding: false })).toEqual({ body, encoding: 'ucs2', segments: 3 });
    const sent = `${'a'.repeat(159)}...`;
    expect(composeText(body, { smartEncoding: true })).toEqual({ body: sent, encoding: 'gsm7', segments: 2 });
  });
});
