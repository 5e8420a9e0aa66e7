import { type DocumentInspector, type InspectedContent, type VirusScanner } from '../../../application/documents/ports';
import type { ContentType } from '../../../domain/document';
import { ComplianceErrors } from '../../../domain/errors';
import { AccountTurns } from './account-turns';
import { LARGE_PIXELS_MIN } from './image-inspection';
import type { InspectionThreads } from './inspection-threads';

/** Types that clients send when they do not know the type. */
const UNDECLARED = ['application/octet-stream', 'binary/octet-stream'];
/** Other names of the types that are accepted, from before they were registered. */
const ALIASES: Readonly<Record<string, ContentType>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'application/x-pdf': 'application/pdf',
};

/** Parallel inspections: each holds a document in memory, and scanning waits for the scanner. */
const INSPECTIONS_MAX = 3;
/** One place is left to other accounts. */
const INSPECTIONS_OF_ACCOUNT_MAX = 2;
const WAITING_OF_ACCOUNT_MAX = 20;

/** Inspects documents in turn, so that parallel uploads do not multiply the memory of decoded content. */
export class ContentInspector implements DocumentInspector {
  private readonly inspections = new AccountTurns(INSPECTIONS_MAX, INSPECTIONS_OF_ACCOUNT_MAX, WAITING_OF_ACCOUNT_MAX);

  constructor(
    private readonly scanner: VirusScanner,
    private readonly threads: InspectionThreads,
  ) {}

  inspect(
    read: () => Promise<Buffer>,
    { accountId, declaredType, stripsMetadata }: Parameters<DocumentInspector['inspect']>[1],
  ): Promise<InspectedContent> {
    return this.inspections.run(accountId, async () => {
      const content = await read();
      if (await this.scanner.scan(content)) throw ComplianceErrors.document_infected();
      const { contentType, length, pixels } = await this.threads.read(content);
      assertDeclared(declaredType, contentType);
      // Nothing of a trailer is kept, such as the video of a motion photo.
      const kept = content.subarray(0, length);
      const own = length === content.length ? null : kept;
      if (contentType === 'application/pdf' || pixels === null) return { contentType, replacement: own };
      const stripped = await this.threads.decode(pixels > LARGE_PIXELS_MIN, kept, contentType, stripsMetadata);
      return { contentType, replacement: stripped ? Buffer.from(stripped.buffer) : own };
    });
  }
}

function assertDeclared(declaredType: string | null, contentType: ContentType): void {
  const declared = declaredType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (declared === '' || UNDECLARED.includes(declared) || (ALIASES[declared] ?? declared) === contentType) return;
  throw ComplianceErrors.unsupported_media_type({
    message: `The declared type does not match the content, which is ${contentType}.`,
  });
}
