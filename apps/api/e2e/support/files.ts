import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import sharp from 'sharp';

type Change = (document: PDFDocument) => void | Promise<void>;

/** Returns a PDF of one page. `change` adds to it; `fillBytes` pads it with a stream of this length. */
export async function aPdf(change: Change = () => undefined, fillBytes = 0): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage([200, 200]);
  if (fillBytes > 0) document.context.register(document.context.stream(Buffer.alloc(fillBytes, 'x')));
  await change(document);
  return Buffer.from(await document.save({ useObjectStreams: fillBytes === 0 }));
}

/** Returns a PDF of exactly this many bytes. */
export async function aPdfOf(bytes: number): Promise<Buffer> {
  const slack = (await aPdf(undefined, bytes - 2_000)).length - (bytes - 2_000);
  const pdf = await aPdf(undefined, bytes - slack);
  // Digits of lengths and offsets may differ by a few bytes.
  return pdf.length === bytes ? pdf : aPdf(undefined, bytes - slack + (bytes - pdf.length));
}

export const withAction =
  (type: string): Change =>
  (document) => {
    const action = document.context.obj({ Type: 'Action', S: type, JS: PDFString.of('app.alert(1)') });
    document.catalog.set(PDFName.of('OpenAction'), document.context.register(action));
  };

export const withAttachment: Change = (document) =>
  document.attach(Buffer.from('payload'), 'payload.exe', { mimeType: 'application/octet-stream' });

/** An image with EXIF: a camera and a rotation. */
export function anImage(format: 'jpeg' | 'png', size = 64): Promise<Buffer> {
  return sharp({ create: { width: size, height: size / 2, channels: 3, background: '#1b4dd8' } })
    .withExif({ IFD0: { Make: 'SpyCam 3000' } })
    .withMetadata({ orientation: 6 })
    .toFormat(format)
    .toBuffer();
}
