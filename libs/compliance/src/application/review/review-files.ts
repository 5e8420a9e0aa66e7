import { CommonErrors } from '@trunkline/kernel';
import type { Reader } from '../../domain/access';
import type { ComplianceBundle } from '../../domain/bundle';
import type { ValidationResult } from '../../domain/validation';
import type { ComplianceDocument } from '../../domain/document';
import type { AccessLog } from '../ports';
import type { BundleRepository } from '../bundles/ports';
import type { ValidateBundle } from '../bundles/validate-bundle';
import type { DocumentContent, Documents } from '../documents/documents';
import type { DocumentRepository } from '../documents/ports';
import type { EndUserRepository, EndUserView } from '../end-users/ports';
import type { OperatorAudit } from './ports';

/** What a reviewer compares. */
export interface ReviewFile {
  readonly bundle: ComplianceBundle;
  /** Null for an erased end user. */
  readonly endUser: EndUserView | null;
  readonly documents: readonly ComplianceDocument[];
  readonly results: readonly ValidationResult[];
}

/**
 * Shows operators the personal data under review. Each read is recorded before the data is returned: in the audit trail, and
 * in the access log of the account.
 */
export class ReviewFiles {
  constructor(
    private readonly bundles: BundleRepository,
    private readonly endUsers: EndUserRepository,
    private readonly documents: DocumentRepository,
    private readonly contents: Documents,
    private readonly validation: ValidateBundle,
    private readonly accesses: AccessLog,
    private readonly audit: OperatorAudit,
  ) {}

  /** Throws `not_found`, also for a draft. */
  async get(operator: string, bundleId: string): Promise<ReviewFile> {
    const bundle = await this.bundles.getById(bundleId);
    if (bundle.status === 'draft') throw CommonErrors.not_found();
    const { accountId, endUserId, documentIds } = bundle;
    await this.audit.record({ actor: operator, action: 'bundle.read', subject: bundleId, accountId });
    const reader = readerOf(operator);
    await this.accesses.record({ accountId, reader, action: 'end_user.read', resourceIds: [endUserId] });
    await this.accesses.record({ accountId, reader, action: 'document.read', resourceIds: documentIds });
    return {
      bundle,
      endUser: await this.endUsers.find(accountId, endUserId),
      documents: await this.documents.findMany(accountId, documentIds),
      results: await this.validation.resultsOf(bundle),
    };
  }

  /** Returns the decrypted content of a document. Throws `not_found`. */
  async content(operator: string, documentId: string): Promise<DocumentContent> {
    const accountId = await this.documents.accountOf(documentId);
    await this.audit.record({ actor: operator, action: 'document.read_content', subject: documentId, accountId });
    return this.contents.read({ accountId, id: documentId }, readerOf(operator));
  }
}

function readerOf(operator: string): Reader {
  return { kind: 'operator', id: operator };
}
