import { gsm7Octets, gsm7Text, isGsm7 } from '../../domain/text/gsm7';
import { STATUS, UnreadablePdu } from './pdu';

export interface EncodedText {
  readonly dataCoding: number;
  readonly octets: Uint8Array;
}

const UCS2 = 0x08;

/**
 * Encodes a text as SMPP carries it: GSM-7 with one septet per octet and the data coding of the carrier, else UTF-16. Throws for
 * a character that GSM-7 does not have.
 */
export function encodeText(text: string, encoding: 'gsm7' | 'ucs2', gsm7DataCoding: number): EncodedText {
  if (encoding === 'gsm7') return { dataCoding: gsm7DataCoding, octets: gsm7Octets(text) };
  return { dataCoding: UCS2, octets: Buffer.from(text, 'utf16le').swap16() };
}

/** The last two are named by TextDecoder, which would replace unpaired surrogates in UTF-16. */
type Alphabet = 'gsm7' | 'utf16' | 'latin1' | 'iso-8859-5' | 'iso-8859-8';

/** SMPP 3.4, section 5.2.19. ASCII is read as Latin-1, which contains it. */
const ALPHABETS: Readonly<Record<number, Alphabet>> = {
  0x00: 'gsm7',
  0x01: 'latin1',
  0x03: 'latin1',
  0x06: 'iso-8859-5',
  0x07: 'iso-8859-8',
  [UCS2]: 'utf16',
};

/**
 * 3GPP TS 23.038, section 4: by the group of a data coding, and its bits 3 and 2. Carriers pass on the classes of phones, such as
 * flash messages (1, 15), and announcements of voicemail (12 to 14).
 */
const GROUPS: Readonly<Record<number, readonly (Alphabet | null)[]>> = {
  1: ['gsm7', null, 'utf16', null],
  12: ['gsm7', 'gsm7', 'gsm7', 'gsm7'],
  13: ['gsm7', 'gsm7', 'gsm7', 'gsm7'],
  14: ['utf16', 'utf16', 'utf16', 'utf16'],
  15: ['gsm7', null, null, null],
};

/** Returns the alphabet of a data coding, or null for octets that are no text, and for alphabets that are not supported. */
function alphabetOf(dataCoding: number): Alphabet | null {
  return ALPHABETS[dataCoding] ?? GROUPS[dataCoding >> 4]?.[(dataCoding >> 2) & 3] ?? null;
}

/** Decodes a text. Throws `UnreadablePdu` for an unsupported data coding, and half a character. */
export function decodeText(octets: Buffer, dataCoding: number): string {
  const alphabet = alphabetOf(dataCoding);
  if (alphabet === null) throw new UnreadablePdu(STATUS.rejected, `The data coding ${dataCoding} is not supported.`);
  if (alphabet === 'gsm7' && isSeptets(octets)) return gsm7Text(octets);
  if (alphabet === 'gsm7' || alphabet === 'latin1') return octets.toString('latin1');
  if (alphabet !== 'utf16') return new TextDecoder(alphabet).decode(octets);
  if (octets.length % 2 === 1) throw new UnreadablePdu(STATUS.rejected, 'The text ends within a character.');
  return Buffer.from(octets).swap16().toString('utf16le');
}

/** Some carriers send Latin-1 with the data coding of GSM-7. */
function isSeptets(octets: Buffer): boolean {
  return octets.every((octet) => octet < 0x80);
}

/** Returns the encoding that a received text takes. */
export function encodingOf(text: string): 'gsm7' | 'ucs2' {
  return isGsm7(text) ? 'gsm7' : 'ucs2';
}
