import type { BundleDirectory, ComplianceDocument, Documents, EndUsers } from '@trunkline/compliance/wiring';
import type { Clock } from '@trunkline/kernel';
import { type ApprovedBundle, type ApprovedBundles, type BundleRef } from '@trunkline/numbering/wiring';

/** Opens approved bundles through compliance, whose access log records every read with the supplier as the reader. */
export class ApprovedBundlesOfCompliance implements ApprovedBundles {
  constructor(
    private readonly bundles: BundleDirectory,
    private readonly endUsers: EndUsers,
    private readonly documents: Documents,
    private readonly clock: Clock,
  ) {}

  async open({ accountId, bundleId }: BundleRef, supplier: string): Promise<ApprovedBundle | null> {
    const contents = await this.bundles.findApproved({ accountId, bundleId }, this.clock.now());
    if (!contents) return null;
    const reader = { kind: 'supplier', id: supplier } as const;
    const { endUser } = await this.endUsers.get({ accountId, id: contents.endUserId }, reader);
    const { kind, country, details } = endUser;
    const documents: ComplianceDocument[] = [];
    for (const id of contents.documentIds) documents.push(await this.documents.get({ accountId, id }, reader));
    return {
      id: bundleId,
      endUser: { kind, country, ...details },
      documents: documents.map((document) => ({
        id: document.id,
        docType: document.docType,
        filename: `${document.docType}.${document.contentType.split('/')[1] ?? ''}`,
        open: async () => (await this.documents.read(document, reader)).content,
      })),
    };
  }
}
