import type { Readable } from 'node:stream';
import type { DocType, Page, PageRequest } from '@trunkline/kernel';
import type { ComplianceDocument, ContentType } from '../../domain/document';
import type { AccountCipher } from '../personal-data';

/** A document matches one value of each list; undefined members match everything. */
export interface DocumentFilters {
  readonly endUserId?: readonly string[];
  readonly docType?: readonly DocType[];
  /** ISO 8601 day. */
  readonly expiringBefore?: string;
  /** ISO 8601 day. */
  readonly expiringFrom?: string;
  /** Only documents in no bundle. */
  readonly unattached?: boolean;
}

/** Seals file names and notes. */
export abstract class DocumentRepository {
  abstract add(document: ComplianceDocument): Promise<void>;
  /**
   * Adds the document of an uploaded file, sealed with `cipher`, and removes the file from the loose ones: both or, when
   * the deletion of the file has begun or the data key of the account was erased, neither. Returns whether it did.
   */
  abstract addUploaded(document: ComplianceDocument, cipher: AccountCipher): Promise<boolean>;
  abstract save(document: ComplianceDocument): Promise<void>;
  abstract remove(document: ComplianceDocument): Promise<void>;
  /** Locks the document until the transaction ends. Throws `not_found`. */
  abstract lock(accountId: string, id: string): Promise<ComplianceDocument>;
  /** Throws `not_found`. */
  abstract get(accountId: string, id: string): Promise<ComplianceDocument>;
  abstract find(accountId: string, id: string): Promise<ComplianceDocument | null>;
  /** Returns the account of a document. Throws `not_found`. */
  abstract accountOf(id: string): Promise<string>;
  /** Returns those of the account's documents that exist, in the order of their ids. */
  abstract findMany(accountId: string, ids: readonly string[]): Promise<readonly ComplianceDocument[]>;
  /** As `findMany`, and prevents changes and removal of the documents until the transaction ends. */
  abstract shareMany(accountId: string, ids: readonly string[]): Promise<readonly ComplianceDocument[]>;
  abstract ofEndUser(accountId: string, endUserId: string): Promise<readonly ComplianceDocument[]>;
  abstract list(
    accountId: string,
    filters: DocumentFilters,
    page: PageRequest<'created_at'>,
  ): Promise<Page<ComplianceDocument>>;
  /** Detaches the documents of an end user from their bundles and deletes them. Returns the keys of their files. */
  abstract removeOfEndUser(accountId: string, endUserId: string): Promise<readonly string[]>;
  /** Counts the bundles that have the document, and those of them that are submitted or approved. */
  abstract bundlesOf(id: string): Promise<{ readonly all: number; readonly locked: number }>;
  /**
   * Claims unannounced documents whose last day is between two days, inclusive, the first to expire first. A document
   * becomes unannounced again when its last day changes. Joins the transaction; skips documents that others have locked.
   */
  abstract claimExpiring(
    days: { readonly from: string; readonly to: string },
    limit: number,
    at: Date,
  ): Promise<readonly ExpiringDocument[]>;
}

/** A document whose validity ends soon. */
export interface ExpiringDocument extends Pick<ComplianceDocument, 'id' | 'accountId' | 'endUserId' | 'docType'> {
  readonly expiresAt: string;
}

/** The encrypted bytes of a file: pieces in memory, in order, or a local file. Until the spool discards the file. */
export type SealedBytes = readonly Buffer[] | { readonly path: string };

/** An encrypted file on this machine that is not stored yet. */
export interface ReceivedFile {
  readonly storageKey: string;
  readonly sizeBytes: number;
  /** SHA-256 of the content, in hex; null unless it was requested. */
  readonly digest: string | null;
  readonly sealed: SealedBytes;
  /** The cipher that encrypted the file. */
  readonly cipher: AccountCipher;
}

/** What the storage needs of a file. */
export type StoredFile = Pick<ReceivedFile, 'storageKey' | 'sealed'>;

export interface Receiving {
  /** Default: false. */
  readonly digest?: boolean;
  /** Nothing else reads the chunks of the content, so that their memory may be freed. Default: false. */
  readonly ownsChunks?: boolean;
}

/** Keeps uploads while they are received and inspected: a few in memory, the others encrypted on the local disk. */
export abstract class UploadSpool {
  /**
   * Registers the file as loose while its content arrives. Rejects with `document_too_large` past 2 MB, and leaves no file
   * behind when it rejects. A registration that cannot be removed is left to `SweepLooseFiles`.
   */
  abstract receive(accountId: string, content: Readable, how?: Receiving): Promise<ReceivedFile>;
  /** Returns the decrypted content. */
  abstract read(file: ReceivedFile): Promise<Buffer>;
  /**
   * Keeps the registration of a file that is about to be stored, until it becomes a document or is swept. To be called before
   * `DocumentStorage.put`.
   */
  abstract handOver(file: ReceivedFile): void;
  /** Deletes what is left of the file on this machine, and its registration, unless it was handed over. */
  abstract discard(file: ReceivedFile): Promise<void>;
  /** Throws unless this machine can receive an upload on its disk. Writes a probe, unless `mayWrite` is false. */
  abstract check(mayWrite?: boolean): Promise<void>;
}

/** Stores encrypted files durably. */
export abstract class DocumentStorage {
  /** Resolves when the file would survive a power failure. */
  abstract put(file: StoredFile): Promise<void>;
  abstract get(storageKey: string): Promise<Readable>;
  /** Idempotent. */
  abstract remove(storageKey: string): Promise<void>;
  /** Throws unless a document can be stored. Writes a probe to a folder, unless `mayWrite` is false. */
  abstract check(mayWrite?: boolean): Promise<void>;
}

/**
 * Files that may be in the storage without a document: an upload or deletion is under way, or was interrupted.
 * `DocumentRepository.addUploaded` removes the file of a document from the list.
 */
export abstract class LooseFiles {
  /**
   * Registers the file of an upload. Does not wait for the disk: if the database server crashes before the document exists,
   * the file may stay in the storage, unregistered.
   */
  abstract add(accountId: string, storageKey: string): Promise<void>;
  /** Registers files to delete. */
  abstract addRemoved(accountId: string, storageKeys: readonly string[]): Promise<void>;
  /** Lists files since before `at`, sorted and after a file, and keeps them from becoming documents. */
  abstract beginRemoval(at: Date, after: string, limit: number): Promise<readonly string[]>;
  /** Called after the files are deleted, or if they were never stored. */
  abstract forget(storageKeys: readonly string[]): Promise<void>;
}

export interface InspectedContent {
  readonly contentType: ContentType;
  /** What to store instead: without metadata, if that was requested for an image, and without what follows the end. */
  readonly replacement: Buffer | null;
}

/** Examines the content of a document. */
export abstract class DocumentInspector {
  /**
   * Throws `unsupported_media_type`, `document_unreadable`, `document_infected`, or `unavailable` without a scanner or when
   * many documents of the account wait.
   */
  abstract inspect(
    /** Called when it is this document's turn, so that waiting documents take no memory. */
    read: () => Promise<Buffer>,
    request: {
      readonly accountId: string;
      readonly declaredType: string | null;
      readonly stripsMetadata: boolean;
    },
  ): Promise<InspectedContent>;
}

export abstract class VirusScanner {
  /** Returns the name of the virus, or null. Throws `unavailable` when the scanner does not answer. */
  abstract scan(content: Buffer): Promise<string | null>;
  /** Throws unless the scanner answers. */
  abstract check(): Promise<void>;
}
