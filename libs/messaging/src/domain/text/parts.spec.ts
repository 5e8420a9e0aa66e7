import fc from 'fast-check';
import { gsm7Octets } from './gsm7';
import { measureText, partsOf } from './parts';

const FAMILY = '👨‍👩‍👧‍👦'; // 4 emoji of 2 units and 3 joiners: 11 units
const THUMB = '👍🏽'; // an emoji and its skin tone: 4 units
const MARKED = 'е\u0302'; // a letter and a mark that no composed letter replaces: 2 units

describe('measureText', () => {
  it.each([
    // text, encoding, parts: 160 septets alone or 153 each; 70 code units alone or 67 each
    ['a letter', 'a', 'gsm7', 1],
    ['160 septets', 'a'.repeat(160), 'gsm7', 1],
    ['161 septets', 'a'.repeat(161), 'gsm7', 2],
    ['306 septets (2 × 153)', 'a'.repeat(306), 'gsm7', 2],
    ['307 septets', 'a'.repeat(307), 'gsm7', 3],
    ['1,600 septets (10 × 153 + 70)', 'a'.repeat(1600), 'gsm7', 11],
    ['80 characters of the extension table', '€'.repeat(80), 'gsm7', 1],
    ['81 of them, 76 a part', '€'.repeat(81), 'gsm7', 2],
    ['152 of them', '€'.repeat(152), 'gsm7', 2],
    ['153 of them', '€'.repeat(153), 'gsm7', 3],
    ['1,600 of them (21 × 76 + 4)', '€'.repeat(1600), 'gsm7', 22],
    ['all of the extension table, 10 × 2', '^{}\\[~]|€\f', 'gsm7', 1],
    ['158 letters and a euro: 160', `${'a'.repeat(158)}€`, 'gsm7', 1],
    ['159 letters and a euro: 161', `${'a'.repeat(159)}€`, 'gsm7', 2],
    ['a letter beyond GSM-7', 'я', 'ucs2', 1],
    ['70 code units', 'я'.repeat(70), 'ucs2', 1],
    ['71 code units', 'я'.repeat(71), 'ucs2', 2],
    ['134 code units (2 × 67)', 'я'.repeat(134), 'ucs2', 2],
    ['135 code units', 'я'.repeat(135), 'ucs2', 3],
    ['1,600 code units (23 × 67 + 59)', 'я'.repeat(1600), 'ucs2', 24],
    ['69 letters and a letter beyond GSM-7', `${'a'.repeat(69)}ç`, 'ucs2', 1],
    ['70 letters and a letter beyond GSM-7', `${'a'.repeat(70)}ç`, 'ucs2', 2],
    ['Arabic', 'مرحبا بالعالم', 'ucs2', 1],
    ['Arabic of 71 letters', 'م'.repeat(71), 'ucs2', 2],
    ['35 emoji: 70 code units', '😀'.repeat(35), 'ucs2', 1],
    ['36 emoji, 33 a part', '😀'.repeat(36), 'ucs2', 2],
    ['66 emoji', '😀'.repeat(66), 'ucs2', 2],
    ['67 emoji: 134 code units, of which 66 fit in a part', '😀'.repeat(67), 'ucs2', 3],
    ['1,600 emoji (48 × 33 + 16)', '😀'.repeat(1600), 'ucs2', 49],
    ['6 families: 66 code units', FAMILY.repeat(6), 'ucs2', 1],
    ['7 families: 77 code units', FAMILY.repeat(7), 'ucs2', 2],
    ['a lone surrogate', '\ud83d', 'ucs2', 1],
    ['71 lone surrogates', '\ud83d'.repeat(71), 'ucs2', 2],
  ])('counts %s', (_name, text, encoding, segments) => {
    expect(measureText(text)).toEqual({ encoding, segments });
    expect(partsOf(text).parts).toHaveLength(segments);
  });
});

describe('partsOf', () => {
  const lengths = (text: string) => partsOf(text).parts.map(({ length }) => length);

  it.each([
    ['a text that fits', 'a'.repeat(160), [160]],
    ['letters', 'a'.repeat(400), [153, 153, 94]],
    ['a euro at the end of a part', `${'a'.repeat(151)}€${'a'.repeat(10)}`, [152, 10]],
    ['a euro that does not fit in a part', `${'a'.repeat(152)}€${'a'.repeat(10)}`, [152, 11]],
    ['letters beyond GSM-7', 'я'.repeat(150), [67, 67, 16]],
    ['a surrogate pair that does not fit in a part', `${'я'.repeat(66)}😀${'я'.repeat(10)}`, [66, 12]],
    ['a lone surrogate at the end of a part', `${'я'.repeat(66)}\ud83d${'я'.repeat(10)}`, [67, 10]],
    ['families, which stay whole', FAMILY.repeat(7), [66, 11]],
    ['an emoji and its skin tone, which stay together', `${'я'.repeat(64)}${THUMB}${'я'.repeat(10)}`, [64, 14]],
    ['a letter and its mark, which stay together', `${'я'.repeat(66)}${MARKED}${'я'.repeat(65)}`, [66, 67]],
    ['a mark that would take a further part', `${'я'.repeat(66)}${MARKED}${'я'.repeat(66)}`, [67, 67]],
    ['a letter with more marks than fit in a part', `е${'\u0302'.repeat(80)}`, [67, 14]],
  ])('splits %s', (_name, text, parts) => {
    expect(lengths(text)).toEqual(parts);
  });

  const letters = [
    'a',
    'ü',
    '€',
    '|',
    '\n',
    ' ',
    '`',
    'я',
    'م',
    'ش',
    '\u0651',
    '\u0302',
    '😀',
    THUMB,
    FAMILY,
    '🇩🇪',
    '\ud83d',
    '\ude00',
  ];
  const texts = fc.oneof(
    fc.array(fc.constantFrom('a', '€', '{'), { maxLength: 700 }),
    fc.array(fc.constantFrom(...letters), { maxLength: 400 }),
  );
  const fits = { gsm7: [160, 153], ucs2: [70, 67] } as const;

  it('returns parts that join to the text, none too long, none of them split wrongly, and as few as possible', () => {
    fc.assert(
      fc.property(texts, (given) => {
        const text = given.join('');
        const { encoding, parts } = partsOf(text);
        const [alone, most] = fits[encoding];
        const units = (part: string) => (encoding === 'gsm7' ? gsm7Octets(part).length : part.length);
        expect(parts.join('')).toBe(text);
        for (const part of parts) expect(units(part)).toBeLessThanOrEqual(parts.length === 1 ? alone : most);
        // A split pair would join to a character that neither of its parts has.
        expect(parts.flatMap((part) => Array.from(part))).toEqual(Array.from(text));
        expect(parts.length).toBe(measureText(text).segments);
        expect(parts.length).toBe(greedily(Array.from(text), units, alone, most));
      }),
      { numRuns: 500 },
    );
  });

  it('takes time in proportion to the length', () => {
    const timeOnce = (text: string) => {
      const start = process.cpuUsage();
      partsOf(text);
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1000;
    };
    // The time of the processor, because other processes keep this one waiting. The compiler takes part of some runs.
    const time = (text: string) => Math.min(...Array.from({ length: 5 }, () => timeOnce(text)));
    for (const character of ['€', 'я', FAMILY, `е${'\u0302'.repeat(50)}`]) {
      const short = character.repeat(Math.ceil(20_000 / character.length));
      // A quadratic algorithm would take 100 times as long.
      expect(time(short.repeat(10))).toBeLessThan(40 * time(short) + 50);
    }
  });
});

/** Fills parts character by character, which is as few as can be because a shorter part never leaves less for the others. */
function greedily(characters: readonly string[], units: (part: string) => number, alone: number, most: number): number {
  if (units(characters.join('')) <= alone) return 1;
  let count = 1;
  let room: number = most;
  for (const character of characters) {
    const taken = units(character);
    if (taken > room) {
      count += 1;
      room = most;
    }
    room -= taken;
  }
  return count;
}
