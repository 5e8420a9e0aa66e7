import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import type { ImageType } from './image-inspection';
import { decodeImage, readContent } from './inspection';

const ARCHIVE = Buffer.concat([
  Buffer.from('PK\x03\x04'),
  Buffer.alloc(40, 1),
  Buffer.from('PK\x05\x06'),
  Buffer.alloc(18),
]);
const ENDS = { 'image/jpeg': Buffer.from('ffd9', 'hex'), 'image/png': Buffer.from('0000000049454e44ae426082', 'hex') };
const REFUSAL = { code: 'document_unreadable' };

const noise = (): ReturnType<typeof sharp> =>
  sharp({
    create: {
      width: 64,
      height: 64,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
const pictures: readonly [string, ImageType, () => Promise<Buffer>][] = [
  ['a JPEG file', 'image/jpeg', () => noise().jpeg().toBuffer()],
  ['a progressive JPEG file', 'image/jpeg', () => noise().jpeg({ progressive: true }).toBuffer()],
  [
    'a JPEG file with EXIF',
    'image/jpeg',
    () =>
      noise()
        .withExif({ IFD0: { Artist: '\xff\xd9' } })
        .jpeg()
        .toBuffer(),
  ],
  ['a PNG file', 'image/png', () => noise().png().toBuffer()],
];

/** Returns the number of bytes that are kept of the file. */
const inspect = async (content: Buffer): Promise<number> => {
  const { contentType, length } = await readContent(content);
  if (contentType !== 'application/pdf') await decodeImage(content.subarray(0, length), contentType, false);
  return length;
};

describe.each(pictures)('%s', (_, type, make) => {
  it('is accepted', async () => {
    const content = await make();
    await expect(inspect(content)).resolves.toBe(content.length);
  });

  it.each([
    ['an archive', ARCHIVE],
    ['an archive and a second end', Buffer.concat([ARCHIVE, ENDS[type]])],
    ['a second end', ENDS[type]],
    ['a byte', Buffer.from([1])],
  ])('is refused with %s behind it', async (_name, foreign) => {
    await expect(inspect(Buffer.concat([await make(), foreign]))).rejects.toMatchObject(REFUSAL);
  });

  it('is refused at any length but its own', async () => {
    const content = await make();
    for (let length = 64; length < content.length; length += 97) {
      await expect(inspect(content.subarray(0, length))).rejects.toMatchObject(REFUSAL);
    }
    await expect(inspect(content.subarray(0, -1))).rejects.toMatchObject(REFUSAL);
  });
});

describe('several JPEG images in one file, as cameras write them', () => {
  const twice = async (): Promise<Buffer> =>
    Buffer.concat([await noise().jpeg().toBuffer(), await noise().jpeg().toBuffer()]);

  it('are accepted', async () => {
    await expect(inspect(await twice())).resolves.toBeGreaterThan(0);
  });

  it('may have bytes 0xFF before a marker', async () => {
    const content = await noise().jpeg().toBuffer();
    const filled = Buffer.concat([content.subarray(0, -2), Buffer.from('ffffffd9', 'hex')]);
    await expect(inspect(filled)).resolves.toBe(filled.length);
  });

  it('are refused when the last is cut off', async () => {
    await expect(inspect((await twice()).subarray(0, -2))).rejects.toMatchObject(REFUSAL);
  });
});

describe('a PDF', () => {
  const make = async (): Promise<Buffer> => {
    const document = await PDFDocument.create();
    document.addPage();
    return Buffer.from(await document.save());
  };

  it.each([
    ['as it was written', ''],
    ['with a line break behind it', '\r\n'],
  ])('is accepted %s', async (_name, end) => {
    const content = Buffer.concat([await make(), Buffer.from(end)]);
    await expect(inspect(content)).resolves.toBe(content.length);
  });

  it.each([
    ['an archive', ARCHIVE],
    ['an archive and a second end', Buffer.concat([ARCHIVE, Buffer.from('\n%%EOF\n')])],
    ['a second end', Buffer.from('\n%%EOF\n')],
  ])('is refused with %s behind it', async (_name, foreign) => {
    await expect(inspect(Buffer.concat([await make(), foreign]))).rejects.toMatchObject(REFUSAL);
  });
});
