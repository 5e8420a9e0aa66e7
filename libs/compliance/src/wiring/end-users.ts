import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { bind, CryptoBox, Database, IdempotencyKeys, implement, type Wiring } from '@trunkline/platform';
import { Bundles } from '../application/bundles/bundles';
import { BundleRepository } from '../application/bundles/ports';
import { DeleteErasedData } from '../application/delete-erased-data';
import { Documents } from '../application/documents/documents';
import { DocumentRepository } from '../application/documents/ports';
import { RemovedFiles } from '../application/documents/removed-files';
import { EndUsers } from '../application/end-users/end-users';
import { EraseEndUser } from '../application/end-users/erase-end-user';
import { Archives, ExportEndUser } from '../application/end-users/export-end-user';
import { EndUserRepository } from '../application/end-users/ports';
import { ErasedRecords, PersonalData, StoredResponses } from '../application/personal-data';
import { AccessLog, RecordDirectory, RecordUses } from '../application/ports';
import { StoredAccessLog } from '../infrastructure/access-log';
import { StoredEndUsers } from '../infrastructure/end-users';
import { StoredRecordDirectory } from '../infrastructure/record-directory';
import { EnvelopedPersonalData } from '../infrastructure/personal-data/enveloped-personal-data';
import { IdempotentResponses, StoredErasedRecords } from '../infrastructure/personal-data/erased-records';
import { YazlArchives } from '../infrastructure/yazl-archives';

/** End users and their personal data: its keys, who has read it, its export and its erasure. */
export const endUsersWiring: Wiring = {
  providers: [
    implement(EndUserRepository, StoredEndUsers, [Database, PersonalData]),
    implement(Archives, YazlArchives, []),
    implement(StoredResponses, IdempotentResponses, [IdempotencyKeys]),
    implement(ErasedRecords, StoredErasedRecords, [Database, Clock]),
  ],
  exported: [
    implement(AccessLog, StoredAccessLog, [Database, Clock]),
    implement(RecordDirectory, StoredRecordDirectory, [Database]),
    implement(PersonalData, EnvelopedPersonalData, [Database, CryptoBox, Clock]),
    bind(DeleteErasedData, [ErasedRecords]),
    bind(EndUsers, [Transactor, EndUserRepository, AccessLog, RecordUses, Clock]),
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
