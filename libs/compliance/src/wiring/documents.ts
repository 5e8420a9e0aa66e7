import { join } from 'node:path';
import { Clock, EventBus, Mails, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, Log, Settings, type Wiring } from '@trunkline/platform';
import { AccessLog } from '../application/ports';
import { AnnounceExpiringDocuments } from '../application/documents/announce-expiring-documents';
import { AddDocument } from '../application/documents/add-document';
import { CheckUploads } from '../application/documents/add-document';
import { Documents } from '../application/documents/documents';
import {
  DocumentInspector,
  DocumentRepository,
  DocumentStorage,
  LooseFiles,
  UploadSpool,
  VirusScanner,
} from '../application/documents/ports';
import { RemovedFiles } from '../application/documents/removed-files';
import { SweepLooseFiles } from '../application/documents/sweep-loose-files';
import { EndUserRepository } from '../application/end-users/ports';
import { PersonalData } from '../application/personal-data';
import { ComplianceContacts, RecordUses } from '../application/ports';
import { ClamdScanner } from '../infrastructure/documents/clamd-scanner';
import { ContentInspector } from '../infrastructure/documents/inspection/content-inspector';
import { InspectionThreads } from '../infrastructure/documents/inspection/inspection-threads';
import { NoScanner } from '../infrastructure/documents/clamd-scanner';
import { StoredDocuments } from '../infrastructure/documents/documents';
import { StoredLooseFiles } from '../infrastructure/documents/loose-files';
import { FolderStorage } from '../infrastructure/storage/folder-storage';
import { LocalUploadSpool } from '../infrastructure/storage/local-upload-spool';
import { S3Storage } from '../infrastructure/storage/s3-storage';

const FOLDER = 'documents';
/** Beside the stored files, so that storing is a rename. */
const SPOOL = 'incoming';

function openStorage(settings: Settings): DocumentStorage {
  const { S3_BUCKET: bucket, S3_REGION: region, S3_ENDPOINT: endpoint, DATA_DIR } = settings;
  if (!bucket) return new FolderStorage(join(DATA_DIR, FOLDER));
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null;
  return new S3Storage({ bucket, region, endpoint: endpoint ?? null, credentials });
}

function openScanner({ CLAMD_ADDRESS }: Settings, log: Log): VirusScanner {
  if (CLAMD_ADDRESS) return new ClamdScanner(CLAMD_ADDRESS);
  log.warn({}, 'documents are not scanned for viruses; set CLAMD_ADDRESS to scan them');
  return new NoScanner();
}

export const documentsWiring: Wiring = {
  providers: [
    implement(DocumentRepository, StoredDocuments, [Database, PersonalData]),
    implement(LooseFiles, StoredLooseFiles, [Database, Clock]),
    implement(DocumentInspector, ContentInspector, [VirusScanner, InspectionThreads]),
    { provide: InspectionThreads, inject: [Log], useFactory: (log: Log) => new InspectionThreads(log) },
    bind(RemovedFiles, [Transactor, DocumentStorage, LooseFiles]),
    { provide: VirusScanner, inject: [Settings, Log], useFactory: openScanner },
  ],
  exported: [
    { provide: DocumentStorage, inject: [Settings], useFactory: openStorage },
    {
      provide: UploadSpool,
      inject: [Settings, PersonalData, LooseFiles],
      useFactory: ({ DATA_DIR }: Settings, data: PersonalData, looseFiles: LooseFiles) =>
        new LocalUploadSpool(join(DATA_DIR, FOLDER, SPOOL), data, looseFiles),
    },
    bind(AddDocument, [
      Transactor,
      DocumentRepository,
      EndUserRepository,
      UploadSpool,
      DocumentInspector,
      DocumentStorage,
      Clock,
    ]),
    bind(Documents, [
      Transactor,
      DocumentRepository,
      EndUserRepository,
      PersonalData,
      DocumentStorage,
      RemovedFiles,
      AccessLog,
      RecordUses,
      Clock,
    ]),
    bind(AnnounceExpiringDocuments, [Transactor, DocumentRepository, ComplianceContacts, Mails, EventBus, Clock]),
    bind(CheckUploads, [UploadSpool, VirusScanner, DocumentStorage]),
    bind(SweepLooseFiles, [LooseFiles, DocumentStorage, Clock]),
  ],
};
