import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AccountBox } from './account-box';
import { encryptedLength } from './file-encryption';

const box = new AccountBox(Buffer.alloc(32, 1));
const SEGMENT = 65_536;
const HEADER = 33;
const TAG = 16;

/** In pieces of odd sizes, as a network delivers them. */
const inPieces = (bytes: Buffer, size = 10_007) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size)),
  );
const encrypt = (bytes: Buffer, owner = 'doc_1') => buffer(inPieces(bytes).pipe(box.encryption(owner)));
/** As a file that is in memory. */
const encryptAtOnce = (bytes: Buffer) => box.encrypt('doc_1', bytes, Buffer.alloc(encryptedLength(bytes.length)));
const decrypt = (bytes: Buffer, owner = 'doc_1', size?: number) => {
  const decryption = box.decryption(owner);
  return buffer(inPieces(bytes, size).pipe(decryption));
};

describe('an encrypted file', () => {
  it.each([0, 1, SEGMENT - 1, SEGMENT, SEGMENT + 1, 2 * SEGMENT, 300_001])(
    'of %d bytes opens again',
    async (length) => {
      const plain = randomBytes(length);
      const sealed = await encrypt(plain);
      expect(sealed.length).toBe(HEADER + length + TAG * Math.max(1, Math.ceil(length / SEGMENT)));
      expect(await decrypt(sealed)).toEqual(plain);
      expect(await decrypt(sealed, 'doc_1', 7)).toEqual(plain);
      const atOnce = encryptAtOnce(plain);
      expect(atOnce.length).toBe(sealed.length);
      expect(await decrypt(atOnce)).toEqual(plain);
    },
  );

  it('is as long in memory as announced, and fits no shorter space', () => {
    const plain = randomBytes(SEGMENT + 1);
    const space = Buffer.alloc(encryptedLength(plain.length) + 10);
    expect(box.encrypt('doc_1', plain, space)).toHaveLength(space.length - 10);
    expect(() => box.encrypt('doc_1', plain, space.subarray(11))).toThrow(RangeError);
  });

  it('differs each time and holds no plain byte sequence', async () => {
    const plain = Buffer.alloc(100_000, 'Ada Lovelace');
    const sealed = [await encrypt(plain), await encrypt(plain), encryptAtOnce(plain), encryptAtOnce(plain)];
    expect(new Set(sealed.map((each) => each.toString('hex'))).size).toBe(4);
    for (const each of sealed) expect(each.includes('Ada L')).toBe(false);
  });

  it('does not open for another record or under another key', async () => {
    const sealed = await encrypt(Buffer.from('Ada'));
    await expect(decrypt(sealed, 'doc_2')).rejects.toThrow();
    const other = new AccountBox(Buffer.alloc(32, 2)).decryption('doc_1');
    await expect(buffer(inPieces(sealed).pipe(other))).rejects.toThrow();
  });

  it('does not open when a byte is changed, cut off, or when segments are swapped, dropped or added', async () => {
    const sealed = await encrypt(randomBytes(3 * SEGMENT));
    const at = (n: number) => HEADER + n * (SEGMENT + TAG);
    const [head, first, second, third] = [
      sealed.subarray(0, HEADER),
      sealed.subarray(at(0), at(1)),
      sealed.subarray(at(1), at(2)),
      sealed.subarray(at(2)),
    ];
    const flipped = Buffer.from(sealed);
    flipped[at(1) + 5]! ^= 1;
    const broken = [
      flipped,
      sealed.subarray(0, -1),
      sealed.subarray(0, 20),
      Buffer.concat([head, second, first, third]),
      Buffer.concat([head, first, third]),
      Buffer.concat([head, first, second]),
      Buffer.concat([sealed, third]),
    ];
    for (const each of broken) await expect(decrypt(each)).rejects.toThrow();
  });
});
