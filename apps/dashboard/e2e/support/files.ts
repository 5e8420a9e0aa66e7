import { PDFDocument } from '@cantoo/pdf-lib';
import type { Locator, Page } from '@playwright/test';

interface TestFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A PDF of one page, padded with a stream of this length. */
export async function aPdf(name: string, fillBytes = 0): Promise<TestFile> {
  const document = await PDFDocument.create();
  document.addPage([200, 200]);
  if (fillBytes > 0) document.context.register(document.context.stream(Buffer.alloc(fillBytes, 'x')));
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(await document.save()) };
}

/** Chooses files with the button of an upload. */
export const chooseFiles = (place: Page | Locator, files: TestFile | TestFile[]): Promise<void> =>
  place.locator('input[type=file]').setInputFiles(files);

/** Drops a file on an upload. */
export async function dropFile(page: Page, { name, mimeType, buffer }: TestFile): Promise<void> {
  const content = buffer.toString('base64');
  const dataTransfer = await page.evaluateHandle(
    ([base64 = '', fileName = '', type = '']) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], fileName, { type }));
      return transfer;
    },
    [content, name, mimeType],
  );
  const zone = page.getByRole('group', { name: 'Files to upload' });
  await zone.dispatchEvent('dragover', { dataTransfer });
  await zone.dispatchEvent('drop', { dataTransfer });
}
