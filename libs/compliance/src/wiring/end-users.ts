import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { bind, Database, IdempotencyKeys, implement, type Wiring } from '@trunkline/platform';
import { AccessLog } from '../application/access-log/ports';
import { Bundles } from '../application/bundles/bundles';
import { BundleRepository } from '../application/bundles/ports';
import { Documents } from '../application/documents/documents';
import { DocumentRepository } from '../application/documents/ports';
import { RemovedFiles } from '../application/documents/removed-files';
import { EndUsers } from '../application/end-users/end-users';
import { EraseEndUser } from '../application/end-users/erase-end-user';
import { Archives, ExportEndUser } from '../application/end-users/export-end-user';
import { EndUserRepository } from '../application/end-users/ports';
import { PersonalData, StoredResponses } from '../application/personal-data/ports';
import { StoredEndUsers } from '../infrastructure/end-users/end-users';
import { YazlArchives } from '../infrastructure/end-users/yazl-archives';
import { IdempotentResponses } from '../infrastructure/personal-data/idempotent-responses';

/** End users, their export and erasure. */
export const endUsersWiring: Wiring = {
  providers: [
    implement(EndUserRepository, StoredEndUsers, [Database, PersonalData]),
    implement(Archives, YazlArchives, []),
    implement(StoredResponses, IdempotentResponses, [IdempotencyKeys]),
  ],
  exported: [
    bind(EndUsers, [Transactor, EndUserRepository, AccessLog, Clock]),
    bind(ExportEndUser, [EndUserRepository, DocumentRepository, BundleRepository, Documents, Archives, AccessLog]),
    bind(EraseEndUser, [
      Transactor,
      EndUserRepository,
      DocumentRepository,
      Bundles,
      RemovedFiles,
      StoredResponses,
      AccessLog,
      EventBus,
      Clock,
    ]),
  ],
};
