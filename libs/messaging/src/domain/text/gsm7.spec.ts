import fc from 'fast-check';
import { gsm7Octets, gsm7Text, isGsm7, septetsOf } from './gsm7';

/** The default alphabet as 3GPP TS 23.038 prints it: eight columns of sixteen, of which position 27 is the escape. */
const TABLE: readonly string[] = [
  '@ £ $ ¥ è é ù ì ò Ç LF Ø ø CR Å å',
  'Δ _ Φ Γ Λ Ω Π Ψ Σ Θ Ξ ESC Æ æ ß É',
  'SP ! " # ¤ % & \' ( ) * + , - . /',
  '0 1 2 3 4 5 6 7 8 9 : ; < = > ?',
  '¡ A B C D E F G H I J K L M N O',
  'P Q R S T U V W X Y Z Ä Ö Ñ Ü §',
  '¿ a b c d e f g h i j k l m n o',
  'p q r s t u v w x y z ä ö ñ ü à',
];
const NAMES: Readonly<Record<string, string>> = { LF: '\n', CR: '\r', SP: ' ' };
const CELLS = TABLE.flatMap((column) => column.split(' ')).map((name, septet) => [name, septet] as const);
const EXTENSION = [
  ['\f', 0x0a],
  ['^', 0x14],
  ['{', 0x28],
  ['}', 0x29],
  ['\\', 0x2f],
  ['[', 0x3c],
  ['~', 0x3d],
  [']', 0x3e],
  ['|', 0x40],
  ['€', 0x65],
] as const;

describe('the default alphabet', () => {
  it('has 128 positions', () => {
    expect(CELLS).toHaveLength(128);
  });

  it.each(CELLS.filter(([name]) => name !== 'ESC'))('encodes %s as %d', (name, septet) => {
    const character = NAMES[name] ?? name;
    expect([...gsm7Octets(character)]).toEqual([septet]);
    expect(gsm7Text(Uint8Array.of(septet))).toBe(character);
    expect(septetsOf(character.charCodeAt(0))).toBe(1);
  });

  it.each(EXTENSION)('encodes %j as an escape and %d', (character, septet) => {
    expect([...gsm7Octets(character)]).toEqual([0x1b, septet]);
    expect(gsm7Text(Uint8Array.of(0x1b, septet))).toBe(character);
    expect(septetsOf(character.charCodeAt(0))).toBe(2);
  });

  it('has no other character', () => {
    const known = new Set([
      ...CELLS.map(([name]) => NAMES[name] ?? name),
      ...EXTENSION.map(([character]) => character),
    ]);
    const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
    expect(new Set(all.filter(isGsm7))).toEqual(new Set([...known].filter((name) => name !== 'ESC')));
  });

  it.each(['ç', '`', '\t', '\u001b', 'ï', 'я', '😀', '\ud83d', '’'])('does not encode %j', (character) => {
    expect(isGsm7(`a${character}`)).toBe(false);
    expect(() => gsm7Octets(character)).toThrow(RangeError);
  });
});

describe('gsm7Text', () => {
  it.each([
    ['an escape before a septet that is not in the extension table', [0x1b, 0x41], 'A'],
    ['two escapes', [0x1b, 0x1b], ' '],
    ['an escape at the end', [0x41, 0x1b], 'A '],
    ['an octet above 127', [0x80], '\uFFFD'],
    ['no octet', [], ''],
  ])('reads %s', (_name, octets, text) => {
    expect(gsm7Text(Uint8Array.from(octets))).toBe(text);
  });

  it('reads what gsm7Octets writes', () => {
    const characters = [...CELLS.map(([name]) => NAMES[name] ?? name), ...EXTENSION.map(([character]) => character)];
    const character = fc.constantFrom(...characters.filter((name) => name !== 'ESC'));
    fc.assert(
      fc.property(fc.array(character, { maxLength: 400 }), (letters) => {
        const text = letters.join('');
        expect(gsm7Text(gsm7Octets(text))).toBe(text);
      }),
    );
  });
});
