import { Module } from '@nestjs/common';
import type { Persistence } from '@trunkline/platform';
import { AnnounceDocumentExpiry1795000603000 } from './infrastructure/migrations/announce-document-expiry';
import { CreateCompliance1795000600000 } from './infrastructure/migrations/create-compliance';
import { IndexReviewQueue1795000606000 } from './infrastructure/migrations/index-review-queue';
import { LogAccesses1795000601000 } from './infrastructure/migrations/log-accesses';
import { LogSupplierAccesses1795000604000 } from './infrastructure/migrations/log-supplier-accesses';
import { StoreDocuments1795000602000 } from './infrastructure/migrations/store-documents';
import { KEY_PURPOSE } from './infrastructure/personal-data/enveloped-personal-data';
import { complianceSchemas } from './infrastructure/schema';
import { complianceActivity } from './infrastructure/recorded-tables';
import { bundlesWiring } from './wiring/bundles';
import { documentsWiring } from './wiring/documents';
import { endUsersWiring } from './wiring/end-users';

const wirings = [bundlesWiring, documentsWiring, endUsersWiring];
const exported = wirings.flatMap((wiring) => wiring.exported);

@Module({
  providers: [...wirings.flatMap(({ providers }) => providers), ...exported],
  exports: exported.map(({ provide }) => provide),
})
export class ComplianceModule {}

export const compliancePersistence: Persistence = {
  activity: complianceActivity,
  schemas: complianceSchemas,
  migrations: [
    CreateCompliance1795000600000,
    LogAccesses1795000601000,
    StoreDocuments1795000602000,
    AnnounceDocumentExpiry1795000603000,
    LogSupplierAccesses1795000604000,
    IndexReviewQueue1795000606000,
  ],
  grants: { schema: 'compliance', appendOnly: ['access_log'] },
  sealed: [{ table: 'compliance.data_keys', key: ['account_id'], column: 'wrapped_key', purpose: KEY_PURPOSE }],
};
