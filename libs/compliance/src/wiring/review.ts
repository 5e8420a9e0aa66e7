import { Clock, EventBus, Mails, Transactor } from '@trunkline/kernel';
import { alias, AuditTrail, bind, Settings, type Wiring } from '@trunkline/platform';
import { AccessLog } from '../application/access-log/ports';
import { BundleRepository } from '../application/bundles/ports';
import { ValidateBundle } from '../application/bundles/validate-bundle';
import { Documents } from '../application/documents/documents';
import { DocumentRepository } from '../application/documents/ports';
import { EndUserRepository } from '../application/end-users/ports';
import { ComplianceContacts } from '../application/ports';
import { AutomaticReview, OperatorAudit } from '../application/review/ports';
import { ReviewBundles } from '../application/review/review-bundles';
import { ReviewFiles } from '../application/review/review-files';
import { NoAutomaticReview } from '../infrastructure/review/no-automatic-review';
import { SandboxReview } from '../sandbox/review/sandbox-review';

/** The review of bundles by operators, or by the sandbox. */
export const reviewWiring: Wiring = {
  providers: [alias(OperatorAudit, AuditTrail)],
  exported: [
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
