/**
 * The default alphabet of GSM 03.38 (3GPP TS 23.038, section 6.2.1): the position of a character is its septet. The escape at
 * position 27 stands for no character.
 */
const ALPHABET =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

/** The extension table (section 6.2.1.1): each takes the escape and this septet. */
const EXTENSION: readonly (readonly [string, number])[] = [
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
];

const ESCAPE = 0x1b;
const UNKNOWN = -1;
/** By UTF-16 code unit, up to that of the euro sign: the septet, with this bit for the extension table. */
const EXTENDED = 0x80;
const septets = new Int16Array(0x20ad).fill(UNKNOWN);
Array.from(ALPHABET).forEach((character, septet) => {
  if (septet !== ESCAPE) septets[character.charCodeAt(0)] = septet;
});
for (const [character, septet] of EXTENSION) septets[character.charCodeAt(0)] = EXTENDED | septet;

const extended = new Map(EXTENSION.map(([character, septet]) => [septet, character]));

/** Returns how many septets a UTF-16 code unit takes: 1, or 2 in the extension table; 0 if GSM-7 does not have it. */
export function septetsOf(codeUnit: number): 0 | 1 | 2 {
  const septet = septets[codeUnit] ?? UNKNOWN;
  if (septet === UNKNOWN) return 0;
  return septet < EXTENDED ? 1 : 2;
}

/** Whether GSM-7 has all characters of the text. */
export function isGsm7(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (septetsOf(text.charCodeAt(at)) === 0) return false;
  return true;
}

/** Returns the text in GSM-7 with one septet per octet, as SMPP carries it. Throws for a character that GSM-7 does not have. */
export function gsm7Octets(text: string): Uint8Array {
  const octets: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const septet = septets[text.charCodeAt(at)] ?? UNKNOWN;
    if (septet === UNKNOWN) throw new RangeError('GSM-7 does not have this character.');
    if (septet >= EXTENDED) octets.push(ESCAPE);
    octets.push(septet & ~EXTENDED);
  }
  return Uint8Array.from(octets);
}

/**
 * Returns the text of GSM-7 with one septet per octet. An escape before a septet that the extension table does not have is
 * ignored, a second escape and one at the end are a space (3GPP TS 23.038, section 6.2.1.1), and an octet above 127 is U+FFFD.
 */
export function gsm7Text(octets: Uint8Array): string {
  let text = '';
  for (let at = 0; at < octets.length; at++) {
    const septet = octets[at] ?? 0;
    if (septet !== ESCAPE) {
      text += ALPHABET[septet] ?? '\uFFFD';
      continue;
    }
    const character = escaped(octets[at + 1]);
    text += character;
    if (character !== '') at += 1;
  }
  return text;
}

/** Returns the character of an escape and what follows it; empty where the extension table has none. */
function escaped(next: number | undefined): string {
  return next === undefined || next === ESCAPE ? ' ' : (extended.get(next) ?? '');
}
