import { Clock, EventBus, Mails, Transactor } from '@trunkline/kernel';
import { alias, AuditTrail, bind, Database, implement, Settings, type Wiring } from '@trunkline/platform';
import { Bundles } from '../application/bundles/bundles';
import { BundleDirectory, BundleNumbers, BundleRepository } from '../application/bundles/ports';
import { ValidateBundle } from '../application/bundles/validate-bundle';
import { Documents } from '../application/documents/documents';
import { DocumentRepository } from '../application/documents/ports';
import { EndUserRepository } from '../application/end-users/ports';
import { AccessLog, ComplianceContacts, RecordUses, RequirementsDirectory } from '../application/ports';
import { AutomaticReview, NoAutomaticReview, OperatorAudit } from '../application/review/ports';
import { ReviewBundles } from '../application/review/review-bundles';
import { ReviewFiles } from '../application/review/review-files';
import { StoredBundleDirectory } from '../infrastructure/bundle-directory';
import { StoredBundles } from '../infrastructure/bundles';
import { FileRequirements } from '../infrastructure/file-requirements';
import { SandboxReview } from '../sandbox/sandbox-review';

/** Bundles, what countries demand of them, and their review by operators or by the sandbox. */
export const bundlesWiring: Wiring = {
  providers: [alias(OperatorAudit, AuditTrail)],
  exported: [
    implement(RequirementsDirectory, FileRequirements, []),
    implement(BundleRepository, StoredBundles, [Database]),
    implement(BundleDirectory, StoredBundleDirectory, [Database, RequirementsDirectory]),
    bind(ValidateBundle, [BundleRepository, EndUserRepository, DocumentRepository, RequirementsDirectory, Clock]),
    bind(Bundles, [
      Transactor,
      BundleRepository,
      EndUserRepository,
      DocumentRepository,
      BundleNumbers,
      ValidateBundle,
      RecordUses,
      EventBus,
      Clock,
    ]),
    bind(ReviewBundles, [
      Transactor,
      BundleRepository,
      ValidateBundle,
      OperatorAudit,
      ComplianceContacts,
      Mails,
      EventBus,
      Clock,
    ]),
    bind(ReviewFiles, [
      BundleRepository,
      EndUserRepository,
      DocumentRepository,
      Documents,
      ValidateBundle,
      AccessLog,
      OperatorAudit,
    ]),
    {
      provide: AutomaticReview,
      inject: [Settings, Transactor, BundleRepository, ReviewBundles],
      useFactory: ({ isSandbox }: Settings, tx: Transactor, bundles: BundleRepository, review: ReviewBundles) =>
        isSandbox ? new SandboxReview(tx, bundles, review) : new NoAutomaticReview(),
    },
  ],
};
