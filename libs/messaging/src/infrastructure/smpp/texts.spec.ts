import { UnreadablePdu } from './pdu';
import { decodeText, encodeText, encodingOf } from './texts';

const hex = (octets: Uint8Array) => Buffer.from(octets).toString('hex');
const decode = (octets: string, dataCoding: number) => decodeText(Buffer.from(octets, 'hex'), dataCoding);

describe('texts in SMPP', () => {
  // By hand, from the tables of 3GPP TS 23.038.
  it.each([
    ['@£$¥èéùìòÇ', '00010203040506070809'],
    ['Hello, world!', '48656c6c6f2c20776f726c6421'],
    ['ÄÖÑÜ§¿äöñüà', '5b5c5d5e5f607b7c7d7e7f'],
    ['€{}[]\\~^|', '1b651b281b291b3c1b3e1b2f1b3d1b141b40'],
    ['ΔΦΓΛΩΠΨΣΘΞ', '101213141516171819' + '1a'],
  ])('encode %j with one septet in an octet', (text, octets) => {
    expect(hex(encodeText(text, 'gsm7', 0).octets)).toBe(octets);
    expect(decode(octets, 0)).toBe(text);
  });

  it('never replace a letter that GSM-7 does not have', () => {
    for (const text of ['naïve', 'Ж', '😀', '\ud800']) expect(() => encodeText(text, 'gsm7', 0)).toThrow();
  });

  it.each([
    ['naïve', '006e006100ef00760065'],
    ['مرحبا', '06450631062d06280627'],
    ['👩‍👧', 'd83ddc69200dd83ddc67'],
    // A part may end within a pair: the phone joins the parts.
    ['\ud83d', 'd83d'],
  ])('encode %j as UTF-16', (text, octets) => {
    const encoded = encodeText(text, 'ucs2', 0);
    expect([encoded.dataCoding, hex(encoded.octets)]).toEqual([8, octets]);
    expect(decode(octets, 8)).toBe(text);
  });

  it.each([
    ['GSM-7', 0x00, '1b65', '€'],
    ['Latin-1 with the data coding of GSM-7', 0x00, 'e974e9', 'été'],
    ['ASCII', 0x01, '40', '@'],
    ['Latin-1', 0x03, 'e974e940', 'été@'],
    ['Cyrillic', 0x06, 'bfe0d8d2d5e2', 'Привет'],
    ['Hebrew', 0x07, 'f9ece5ed', 'שלום'],
    ['UCS-2', 0x08, '0416', 'Ж'],
    ['GSM-7 of a class', 0xf0, '00', '@'],
    ['GSM-7 of a class', 0xf1, '00', '@'],
    ['GSM-7 of a flash message', 0x10, '00', '@'],
    ['UCS-2 of a flash message', 0x18, '0416', 'Ж'],
    ['GSM-7 that announces a voicemail', 0xc8, '48', 'H'],
    ['UCS-2 that announces a voicemail', 0xe0, '0416', 'Ж'],
  ])('decode %s (%i)', (_name, dataCoding, octets, text) => {
    expect(decode(octets, dataCoding)).toBe(text);
  });

  it.each([0x02, 0x04, 0x05, 0x0a, 0x0d, 0x0e, 0x14, 0x24, 0xf4, 0xf5])('refuse the data coding %i', (dataCoding) => {
    expect(() => decode('48', dataCoding)).toThrow(UnreadablePdu);
  });

  it('refuse half a character', () => {
    expect(() => decode('041604', 8)).toThrow(UnreadablePdu);
  });

  it('name the encoding that they take', () => {
    expect([encodingOf('5 €'), encodingOf('naïve')]).toEqual(['gsm7', 'ucs2']);
  });
});
