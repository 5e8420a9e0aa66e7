import { Clock, EventBus, Mails, Transactor } from '@trunkline/kernel';
import { alias, AuditTrail, bind, Database, implement, Settings, type Wiring } from '@trunkline/platform';
import { AccessLog } from '../application/access-log/ports';
import { Bundles } from '../application/bundles/bundles';
import { BundleDirectory, BundleNumbers, BundleRepository } from '../application/bundles/ports';
import { ValidateBundle } from '../application/bundles/validate-bundle';
import { Documents } from '../application/documents/documents';
import { DocumentRepository } from '../application/documents/ports';
import { EndUserRepository } from '../application/end-users/ports';
import { ComplianceContacts } from '../application/ports';
import { RequirementsDirectory } from '../application/requirements/ports';
import { AutomaticReview, OperatorAudit } from '../application/review/ports';
import { ReviewBundles } from '../application/review/review-bundles';
import { ReviewFiles } from '../application/review/review-files';
import { SqlBundleDirectory } from '../infrastructure/bundles/sql-bundle-directory';
import { SqlBundles } from '../infrastructure/bundles/sql-bundles';
import { NoAutomaticReview } from '../infrastructure/review/no-automatic-review';
import { SandboxReview } from '../sandbox/review/sandbox-review';

export const bundlesWiring: Wiring = {
  providers: [implement(BundleRepository, SqlBundles, [Database]), alias(OperatorAudit, AuditTrail)],
  exported: [
    implement(BundleDirectory, SqlBundleDirectory, [Database, RequirementsDirectory]),
    bind(ValidateBundle, [BundleRepository, EndUserRepository, DocumentRepository, RequirementsDirectory, Clock]),
    bind(Bundles, [
      Transactor,
      BundleRepository,
      EndUserRepository,
      DocumentRepository,
      BundleNumbers,
      ValidateBundle,
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
