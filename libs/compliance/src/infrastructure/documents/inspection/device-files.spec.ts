import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { type PdfParts, pdfOf } from '../../../testing/documents/pdf-files';
import { decodeImage, readContent } from './inspection';

/** Made with real programs: see make.sh there. */
const fileOf = (name: string): Buffer => readFileSync(join('libs/compliance/src/testing/documents/files', name));
const photo = fileOf('photo.jpg');
const pdf = fileOf('ghostscript.pdf');
const after = (content: Buffer, ...pieces: (Buffer | string)[]): Buffer =>
  Buffer.concat([content, ...pieces.map((piece) => Buffer.from(piece))]);

/** Returns the number of bytes that are kept of an accepted file. */
const accepted = async (content: Buffer): Promise<number> => {
  const { contentType, length } = await readContent(content);
  if (contentType !== 'application/pdf') await decodeImage(content.subarray(0, length), contentType, false);
  return length;
};
const refusalOf = async (content: Buffer): Promise<unknown> => {
  const [outcome] = await Promise.allSettled([accepted(content)]);
  if (outcome.status === 'fulfilled') return null;
  const { code, message } = outcome.reason as { readonly code: string; readonly message: string };
  return [code, message];
};

const CAUSES = {
  active: 'The PDF has active content',
  password: 'The PDF needs a password to open',
  truncatedPdf: 'The PDF is truncated',
  truncatedImage: 'The image is truncated',
  followedPdf: 'Other data follows the end of the PDF',
  followedImage: 'Other data follows the end of the image',
  table: 'The PDF has no reference table',
  loop: 'The reference tables of the PDF form a loop',
  root: 'The reference tables of the PDF name no root',
  pixels: 'The image has 41 million pixels, more than the 40 million pixels that are accepted',
  damagedImage: 'The image is damaged',
} as const;
const unreadable = (cause: keyof typeof CAUSES) => ['document_unreadable', expect.stringContaining(CAUSES[cause])];

describe('files of programs', () => {
  it.each([
    ...['ghostscript.pdf', 'ghostscript-1.3.pdf', 'linearized.pdf', 'updated.pdf', 'cairo.pdf', 'libreoffice.pdf'],
    ...['archive.pdf', 'link-web.pdf'],
    // Encrypted, and open without a password.
    ...['owner-rc4-40.pdf', 'owner-rc4-ghostscript.pdf', 'owner-aes-128.pdf', 'owner-aes-256.pdf'],
    ...['owner-aes-256-linearized.pdf', 'owner-libreoffice.pdf'],
    // E-invoices.
    ...['factur-x.pdf', 'factur-x-packed.pdf'],
    ...['photo.jpg', 'thumbnail.jpg'],
  ])('accepts %s', async (name) => {
    const content = fileOf(name);
    await expect(accepted(content)).resolves.toBe(content.length);
  });

  it.each([
    ['user-rc4-128.pdf', 'password'],
    ['user-aes-256.pdf', 'password'],
    ['script.pdf', 'active'],
    ['owner-script.pdf', 'active'],
    ['attached-program.pdf', 'active'],
    ['attached-program-as-xml.pdf', 'active'],
    ['attached-page.pdf', 'active'],
    ['owner-attached-program.pdf', 'active'],
    ['gotor-unc.pdf', 'active'],
    ['gotor-file.pdf', 'active'],
    ['link-file.pdf', 'active'],
  ] as const)('refuses %s: %s', async (name, cause) => {
    expect(await refusalOf(fileOf(name))).toEqual(unreadable(cause));
  });

  it('names the type that it does not accept', async () => {
    const webp = await sharp(photo).webp().toBuffer();
    expect(await refusalOf(webp)).toEqual(['unsupported_media_type', expect.stringContaining('image/webp')]);
    expect(await refusalOf(Buffer.from('Dear Sir'))).toEqual(['unsupported_media_type', expect.any(String)]);
  });
});

describe('what devices write behind the end', () => {
  const box = (type: string, data: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(data.length + 8);
    head.write(type, 4);
    return Buffer.concat([head, data]);
  };
  const video = (brand: string): Buffer =>
    Buffer.concat([box('ftyp', Buffer.from(`${brand}\0\0\x02\0isomiso2mp41`)), box('mdat', Buffer.alloc(64, 7))]);
  const word = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return bytes;
  };
  /** As ExifTool reads it: a block, the list of the blocks, and the length of the list. */
  const samsung = (): Buffer => {
    const name = 'MotionPhoto_Data';
    const type = word(0x0a30_0000);
    const block = Buffer.concat([type, word(name.length), Buffer.from(name), video('mp42')]);
    const list = Buffer.concat([Buffer.from('SEFH'), word(106), word(1), type, word(block.length), word(block.length)]);
    return Buffer.concat([block, list, word(list.length), Buffer.from('SEFT')]);
  };

  it.each([
    ['NUL up to the end of a block', Buffer.alloc(32_768 - photo.length)],
    ['one NUL', Buffer.alloc(1)],
    ['a line end', Buffer.from('\r\n')],
    ['0xFF', Buffer.alloc(100, 0xff)],
    ['the video of a motion photo', video('mp42')],
    ['a QuickTime video behind NUL', Buffer.concat([Buffer.alloc(7), video('qt  ')])],
    ["Samsung's trailer", samsung()],
    ["Samsung's trailer, padded", Buffer.concat([samsung(), Buffer.alloc(512)])],
    ["Huawei's live photo", Buffer.concat([video('mp42'), Buffer.from('v2_f30  LIVE_116        ')])],
    ["Canon's data", Buffer.from(`CANON OPTIONAL DATA\0${'x'.repeat(100)}`)],
    ["Photo Mechanic's data", Buffer.from('some data\0\0\0\x09cbipcbbl')],
    ["AFCP's data", Buffer.from('some dataAXS!\x01\0\0\x02\0\0\0\0')],
    ["ExifTool's data", fileOf('trailer-mie.jpg').subarray(photo.length)],
  ])('is cut off a JPEG file: %s', async (_name, trailer) => {
    await expect(accepted(after(photo, trailer))).resolves.toBe(photo.length);
  });

  it('includes a second image behind NUL, which is kept', async () => {
    const both = after(photo, Buffer.alloc(9), photo);
    await expect(accepted(after(both, Buffer.alloc(3)))).resolves.toBe(both.length);
  });

  it('is cut off a PNG file', async () => {
    const png = await sharp(photo).png().toBuffer();
    await expect(accepted(after(png, Buffer.alloc(512)))).resolves.toBe(png.length);
    expect(await refusalOf(after(png, 'PK\x03\x04'))).toEqual(unreadable('followedImage'));
  });

  it.each([
    ['NUL', Buffer.alloc(20_000)],
    ['^Z', '\x1a'],
    ['blanks and line ends', ' \r\n\r\n   \n'.repeat(300)],
    ['all of them', '\r\n\x1a\0\0\0'],
  ])('is cut off a PDF: %s', async (_name, padding) => {
    const length = pdf.length;
    await expect(accepted(after(pdf, padding))).resolves.toBe(length);
  });

  it.each([
    ['a page of HTML', after(photo, '<html><script>1</script>'), 'followedImage'],
    ['a PDF', after(photo, pdf), 'followedImage'],
    ['a PDF behind NUL', after(photo, Buffer.alloc(9), pdf), 'followedImage'],
    ['an archive', after(pdf, 'PK\x03\x04'), 'followedPdf'],
    ['an archive behind NUL', after(pdf, Buffer.alloc(9), 'PK\x03\x04'), 'followedPdf'],
  ] as const)('is refused when it is another file: %s', async (_name, content, cause) => {
    expect(await refusalOf(content)).toEqual(unreadable(cause));
  });

  it.each([
    ['a JPEG file', photo.subarray(0, -2), 'truncatedImage'],
    ['half a JPEG file', photo.subarray(0, photo.length >> 1), 'truncatedImage'],
    ['half a PDF', pdf.subarray(0, pdf.length >> 1), 'truncatedPdf'],
    ['an updated PDF', fileOf('updated.pdf').subarray(0, -20), 'truncatedPdf'],
    ['a linearized PDF', fileOf('linearized.pdf').subarray(0, -9), 'truncatedPdf'],
  ] as const)('is refused when the end is missing: %s', async (_name, content, cause) => {
    expect(await refusalOf(content)).toEqual(unreadable(cause));
  });
});

describe('the structure of a file', () => {
  const of = (parts: PdfParts, catalog = '<< /Type /Catalog /Pages 2 0 R >>') =>
    pdfOf(
      [
        [1, catalog],
        [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
        [3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 10 10] >>'],
      ],
      parts,
    );
  const place = of({}).lastIndexOf('xref\n0 1');

  it('accepts a PDF with one table', async () => {
    await expect(accepted(of({}))).resolves.toBe(of({}).length);
    // A line end before the table, where the place says.
    await expect(accepted(of({ place: (table) => table - 1 }))).resolves.toBeGreaterThan(0);
  });

  it.each([
    ['no table at the place', of({ place: () => 9 }), 'table'],
    ['a place behind the end', of({ place: () => 999_999 }), 'table'],
    ['a table with an invalid entry', of({ entries: '1 1\nsomewhere\n' }), 'table'],
    [
      'no place of a table',
      Buffer.from(
        of({})
          .toString('latin1')
          .replace(/startxref\n\d+/, ''),
      ),
      'truncatedPdf',
    ],
    ['a table that follows itself', of({ trailer: `/Prev ${place}` }), 'loop'],
    ['no earlier table at the place', of({ trailer: '/Prev 9' }), 'table'],
    ['no root', of({ root: '' }), 'root'],
    ['a root that does not exist', of({ root: '/Root 9 0 R' }), 'root'],
    ['a root that is a page', of({ root: '/Root 3 0 R' }), 'root'],
    ['a root without a type', of({}, '<< /Pages 2 0 R >>'), 'root'],
  ] as const)('refuses a PDF with %s', async (_name, content, cause) => {
    expect(await refusalOf(content)).toEqual(unreadable(cause));
  });

  it('refuses an image that is damaged, or has too many pixels, for that cause', async () => {
    const damaged = Buffer.concat([photo.subarray(0, photo.length >> 1), photo.subarray(-2)]);
    expect(await refusalOf(damaged)).toEqual(unreadable('damagedImage'));
    const imageOf = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#fff' } })
        .png()
        .toBuffer();
    expect(await refusalOf(await imageOf(8000, 5000))).toBeNull();
    expect(await refusalOf(await imageOf(8001, 5000))).toEqual(unreadable('pixels'));
  });
});
