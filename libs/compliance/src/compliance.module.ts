import { Module } from '@nestjs/common';
import { Clock, Transactor, EventBus } from '@trunkline/kernel';
import { bind, CryptoBox, Database, IdempotencyKeys, implement, type Persistence } from '@trunkline/platform';
import { AccessLog } from './application/access-log/ports';
import { RequirementsDirectory } from './application/requirements/ports';
import { FileRequirements } from './infrastructure/requirements/file-requirements';
import { LapseBundles } from './application/bundles/lapse-bundles';
import { BundleNumbers, BundleRepository } from './application/bundles/ports';
import { EndUsers } from './application/end-users/end-users';
import { RemovedFiles } from './application/documents/removed-files';
import { EraseEndUser } from './application/end-users/erase-end-user';
import { Archives, ExportEndUser } from './application/end-users/export-end-user';
import { EndUserRepository } from './application/end-users/ports';
import { Documents } from './application/documents/documents';
import { DocumentRepository, DocumentStorage, LooseFiles } from './application/documents/ports';
import { DeleteErasedData } from './application/personal-data/delete-erased-data';
import { ErasedRecords, PersonalData, StoredResponses } from './application/personal-data/ports';
import { SqlAccessLog } from './infrastructure/access-log/sql-access-log';
import { YazlArchives } from './infrastructure/end-users/yazl-archives';
import { SqlEndUsers } from './infrastructure/end-users/sql-end-users';
import { CreateCompliance1795000600000 } from './infrastructure/migrations/create-compliance';
import { bundlesWiring } from './wiring/bundles';
import { documentsWiring } from './wiring/documents';
import { LogAccesses1795000601000 } from './infrastructure/migrations/log-accesses';
import { IndexReviewQueue1795000606000 } from './infrastructure/migrations/index-review-queue';
import { AnnounceDocumentExpiry1795000603000 } from './infrastructure/migrations/announce-document-expiry';
import { LogSupplierAccesses1795000604000 } from './infrastructure/migrations/log-supplier-accesses';
import { StoreDocuments1795000602000 } from './infrastructure/migrations/store-documents';
import { EnvelopedPersonalData, KEY_PURPOSE } from './infrastructure/personal-data/enveloped-personal-data';
import { IdempotentResponses } from './infrastructure/personal-data/idempotent-responses';
import { SqlErasedRecords } from './infrastructure/personal-data/sql-erased-records';

const wirings = [documentsWiring, bundlesWiring];
const exported = [
  implement(RequirementsDirectory, FileRequirements, []),
  implement(PersonalData, EnvelopedPersonalData, [Database, CryptoBox, Clock]),
  implement(AccessLog, SqlAccessLog, [Database, Clock]),
  bind(EndUsers, [Transactor, EndUserRepository, AccessLog, Clock]),
  bind(ExportEndUser, [EndUserRepository, DocumentRepository, BundleRepository, Documents, Archives, AccessLog]),
  bind(EraseEndUser, [
    Transactor,
    EndUserRepository,
    DocumentRepository,
    LapseBundles,
    RemovedFiles,
    StoredResponses,
    AccessLog,
    EventBus,
    Clock,
  ]),
  bind(RemovedFiles, [Transactor, DocumentStorage, LooseFiles]),
  bind(DeleteErasedData, [ErasedRecords]),
  ...wirings.flatMap((wiring) => wiring.exported),
];

@Module({
  providers: [
    implement(ErasedRecords, SqlErasedRecords, [Database, Clock]),
    bind(LapseBundles, [BundleRepository, EndUserRepository, BundleNumbers]),
    implement(StoredResponses, IdempotentResponses, [IdempotencyKeys]),
    implement(Archives, YazlArchives, []),
    implement(EndUserRepository, SqlEndUsers, [Database, PersonalData]),
    ...wirings.flatMap(({ providers }) => providers),
    ...exported,
  ],
  exports: exported.map(({ provide }) => provide),
})
export class ComplianceModule {}

export const compliancePersistence: Persistence = {
  schemas: [],
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
