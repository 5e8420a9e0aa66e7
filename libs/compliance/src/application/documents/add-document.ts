import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { allDone, type Clock, newId, type Transactor } from '@trunkline/kernel';
import { assertDates, cleanFileName, type ComplianceDocument, type DocumentDetails } from '../../domain/document';
import { ComplianceErrors, unknownEndUser } from '../../domain/errors';
import type { EndUserRepository } from '../end-users/ports';
import type {
  DocumentInspector,
  DocumentRepository,
  DocumentStorage,
  InspectedContent,
  ReceivedFile,
  UploadSpool,
  VirusScanner,
} from './ports';

export interface DocumentUpload extends DocumentDetails {
  readonly accountId: string;
  readonly operationId: string;
  readonly file: ReceivedFile;
  readonly fileName: string;
  /** The type that the client declares; null if it declares none. */
  readonly declaredType: string | null;
  readonly stripsMetadata: boolean;
}

/** Inspects and stores an uploaded document. A repeated operation returns the document of the first. */
export class AddDocument {
  constructor(
    private readonly tx: Transactor,
    private readonly documents: DocumentRepository,
    private readonly endUsers: EndUserRepository,
    private readonly spool: UploadSpool,
    private readonly inspector: DocumentInspector,
    private readonly storage: DocumentStorage,
    private readonly clock: Clock,
  ) {}

  async add(upload: DocumentUpload): Promise<ComplianceDocument> {
    const { accountId, operationId, file } = upload;
    const id = `doc_${operationId.slice(operationId.indexOf('_') + 1)}`;
    const known = await this.documents.find(accountId, id);
    if (known) return known;
    assertDates(upload, this.clock);
    await this.assertEndUser(upload);
    if (file.sizeBytes === 0) throw ComplianceErrors.document_unreadable({ message: 'The document is empty.' });
    const inspected = await this.inspector.inspect(() => this.spool.read(file), upload);
    if (!inspected.replacement) return this.store(id, upload, inspected, file);
    const other = await this.spool.receive(accountId, Readable.from([inspected.replacement]));
    try {
      return await this.store(id, upload, inspected, other);
    } finally {
      await this.spool.discard(other);
    }
  }

  private async assertEndUser({ accountId, endUserId }: DocumentUpload): Promise<void> {
    if (endUserId === null || (await this.endUsers.find(accountId, endUserId))) return;
    throw unknownEndUser();
  }

  /** The file is loose until the document exists, so that an interrupted upload is deleted later. */
  private async store(
    id: string,
    upload: DocumentUpload,
    { contentType }: InspectedContent,
    file: ReceivedFile,
  ): Promise<ComplianceDocument> {
    const { storageKey, sizeBytes } = file;
    const { accountId, endUserId, docType, issuedAt, expiresAt, notes } = upload;
    const document: ComplianceDocument = {
      id,
      accountId,
      endUserId,
      docType,
      issuedAt,
      expiresAt,
      notes,
      fileName: cleanFileName(upload.fileName, contentType),
      contentType,
      sizeBytes,
      storageKey,
      createdAt: this.clock.now(),
    };
    this.spool.handOver(file);
    await this.storage.put(file);
    const isAdded =
      endUserId === null
        ? await this.documents.addUploaded(document, file.cipher)
        : await this.tx.run(async () => {
            if (!(await this.endUsers.share(accountId, endUserId))) throw unknownEndUser();
            return this.documents.addUploaded(document, file.cipher);
          });
    if (!isAdded) throw ComplianceErrors.unavailable();
    return document;
  }
}

const PROBE_REPEATS = 100;
/** In parts, so that no scanner finds it here. See https://www.eicar.org/download-anti-malware-testfile/. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS', '-TEST-FILE!$H+H*'];

/** Checks what an upload needs beside the database, for the health of the service and the doctor. */
export class CheckUploads {
  constructor(
    private readonly spool: UploadSpool,
    private readonly scanner: VirusScanner,
    private readonly storage: DocumentStorage,
  ) {}

  /** Throws unless a document could be received, scanned and stored. Writes probes to folders, unless `mayWrite` is false. */
  async check(mayWrite = true): Promise<void> {
    await allDone([this.spool.check(mayWrite), this.scanner.check(), this.storage.check(mayWrite)]);
  }

  /** Stores, reads and deletes a file. Throws unless it came back as it was. */
  async storeAndRemove(): Promise<void> {
    const storageKey = `doctor/${newId('doc')}`;
    const content = Buffer.from(storageKey.repeat(PROBE_REPEATS));
    await this.storage.put({ storageKey, sealed: [content] });
    try {
      const stored = await buffer(await this.storage.get(storageKey));
      if (!stored.equals(content)) throw new Error('The storage returned another content than was stored.');
    } finally {
      await this.storage.remove(storageKey);
    }
  }

  /** Returns whether the scanner finds the test file of EICAR, which is harmless. */
  async findsTestVirus(): Promise<boolean> {
    return (await this.scanner.scan(Buffer.from(EICAR.join('')))) !== null;
  }
}
