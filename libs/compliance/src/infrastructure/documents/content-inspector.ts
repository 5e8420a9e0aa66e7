import { Turns } from '@trunkline/kernel';
import { fileTypeFromBuffer } from 'file-type';
import { DocumentInspector, type InspectedContent, type VirusScanner } from '../../application/documents/ports';
import { CONTENT_TYPES, type ContentType } from '../../domain/documents/document';
import { ComplianceErrors } from '../../domain/errors';
import { DECODINGS_MAX, inspectImage, stripMetadata } from './image-inspection';
import { inspectPdf } from './pdf-inspection';

/** Types that clients send when they do not know the type. */
const UNDECLARED = ['application/octet-stream', 'binary/octet-stream'];
const HEAD_BYTES = 4100;

/** Parallel inspections: each holds a document in memory, and scanning waits for the scanner. */
const INSPECTIONS_MAX = 3;

/** Inspects documents in turn, so that parallel uploads do not multiply the memory of decoded content. */
export class ContentInspector extends DocumentInspector {
  private readonly inspections = new Turns(INSPECTIONS_MAX);
  private readonly parsing = new Turns(1);
  private readonly decoding = new Turns(DECODINGS_MAX);

  constructor(private readonly scanner: VirusScanner) {
    super();
  }

  override inspect(
    read: () => Promise<Buffer>,
    { declaredType, stripsMetadata }: { readonly declaredType: string | null; readonly stripsMetadata: boolean },
  ): Promise<InspectedContent> {
    return this.inspections.run(async () => {
      const content = await read();
      const contentType = await typeOf(content);
      assertDeclared(declaredType, contentType);
      if (await this.scanner.scan(content)) throw ComplianceErrors.document_infected();
      return this.prove(content, contentType, stripsMetadata);
    });
  }

  private async prove(content: Buffer, contentType: ContentType, stripsMetadata: boolean): Promise<InspectedContent> {
    if (contentType === 'application/pdf') {
      await this.parsing.run(() => inspectPdf(content));
      return { contentType, stripped: null };
    }
    await inspectImage(content, contentType, this.decoding);
    if (!stripsMetadata) return { contentType, stripped: null };
    return { contentType, stripped: await this.decoding.run(() => stripMetadata(content, contentType), DECODINGS_MAX) };
  }
}

function assertDeclared(declaredType: string | null, contentType: ContentType): void {
  const declared = declaredType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (declared === '' || declared === contentType || UNDECLARED.includes(declared)) return;
  throw ComplianceErrors.unsupported_media_type({
    message: `The declared type does not match the content, which is ${contentType}.`,
  });
}

async function typeOf(content: Buffer): Promise<ContentType> {
  const found = await fileTypeFromBuffer(content.subarray(0, HEAD_BYTES));
  const known = CONTENT_TYPES.find((type) => type === found?.mime);
  if (!known) throw ComplianceErrors.unsupported_media_type();
  return known;
}
