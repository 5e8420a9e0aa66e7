import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { readContent } from './inspection';

/** A progressive JPEG image, whose last scan is repeated. */
async function imageOfScans(count: number): Promise<Buffer> {
  const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'white' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const scan = Buffer.from([0xff, 0xda]);
  const written = image.toString('latin1').split(scan.toString('latin1')).length - 1;
  const last = image.subarray(image.lastIndexOf(scan), -2);
  return Buffer.concat([
    image.subarray(0, -2),
    ...Array<Buffer>(count - written).fill(last),
    Buffer.from([0xff, 0xd9]),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), content]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(content.length);
  numbers.writeUInt32BE(crc32(typed), 4);
  return Buffer.concat([numbers.subarray(0, 4), typed, numbers.subarray(4)]);
}

/** A PNG image with texts that expand to 100 kB each. */
async function imageOfTexts(type: 'zTXt' | 'iTXt', count: number): Promise<Buffer> {
  const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
  const head = { zTXt: 'Comment\0\0', iTXt: 'Comment\0\x01\0\0\0' }[type];
  const text = chunk(type, Buffer.concat([Buffer.from(head), deflateSync(Buffer.alloc(100_000, 'a'))]));
  const headerEnd = 33;
  return Buffer.concat([image.subarray(0, headerEnd), ...Array<Buffer>(count).fill(text), image.subarray(headerEnd)]);
}

const refusal = (what: string) => ({
  code: 'document_unreadable',
  message: `The image has more than the ${what} that are accepted.`,
});

describe('a small image that is much work to decode', () => {
  it('is refused with more than 100 scans', async () => {
    await expect(readContent(await imageOfScans(100))).resolves.toMatchObject({ contentType: 'image/jpeg' });
    await expect(readContent(await imageOfScans(101))).rejects.toMatchObject(refusal('100 scans'));
  });

  it.each(['zTXt', 'iTXt'] as const)('is refused with more than 16 texts in chunks %s', async (type) => {
    await expect(readContent(await imageOfTexts(type, 16))).resolves.toMatchObject({ contentType: 'image/png' });
    await expect(readContent(await imageOfTexts(type, 17))).rejects.toMatchObject(refusal('16 compressed texts'));
  });

  it.each([
    ['wide', (side: number) => ({ width: side, height: 1 })],
    ['high', (side: number) => ({ width: 1, height: side })],
  ])('is refused when it is more than 30,000 pixels %s', async (_, sizeOf) => {
    const imageOf = (side: number) =>
      sharp({ create: { ...sizeOf(side), channels: 3, background: 'white' } })
        .png()
        .toBuffer();
    await expect(readContent(await imageOf(30_000))).resolves.toMatchObject({ pixels: 30_000 });
    const message = 'The image has a side of 30001 pixels, more than the 30000 that are accepted.';
    await expect(readContent(await imageOf(30_001))).rejects.toMatchObject({ code: 'document_unreadable', message });
  });
});
