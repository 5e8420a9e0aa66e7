import type { Readable, Transform } from 'node:stream';
import type { Page, PageRequest } from '@trunkline/kernel';
import type { Export, ExportErrorCode, ExportFile, ExportKind, ExportView, Filters } from '../domain/export';
import type { RecordValues } from '../domain/record-file';

export interface ExportRef {
  readonly accountId: string;
  readonly id: string;
}

/** An attempt to write the file of an export, which ends it only while no later one has begun. */
export interface ExportAttempt extends ExportRef {
  readonly attempts: number;
}

/** What the exports of an account take up. */
export interface ExportUse {
  /** Exports that are pending or running. */
  readonly open: number;
  /** Files that have not expired, and their bytes. */
  readonly files: number;
  readonly bytes: number;
  /** When the first of these files expires; null without files. */
  readonly freedAt: Date | null;
}

export abstract class ExportRepository {
  /** Returns what the exports of an account take up at the time. No other transaction adds or begins one until this one ends. */
  abstract lockedUse(accountId: string, now: Date): Promise<ExportUse>;
  abstract add(added: Export): Promise<void>;
  abstract find(ref: ExportRef): Promise<Export | null>;
  abstract list(
    accountId: string,
    kinds: readonly ExportKind[],
    page: PageRequest<'created_at'>,
  ): Promise<Page<ExportView>>;
  /**
   * Begins an attempt, and counts the one before as a failure if its worker died. Returns null if the export has ended, or while an
   * attempt of any export of the account is alive: accounts take turns, however many exports one of them creates.
   */
  abstract begin(ref: ExportRef, now: Date): Promise<Export | null>;
  /** Runs the work of an attempt, which counts as alive until the work ends or its process dies. */
  abstract whileAlive<T>(attempt: ExportAttempt, work: () => Promise<T>): Promise<T>;
  /** Ends an attempt without a result, so that another one can begin at once. */
  abstract leave(attempt: ExportAttempt): Promise<void>;
  /** Ends an attempt that failed, and counts it. Another one begins after the pause. False if another one has begun already. */
  abstract retry(attempt: ExportAttempt, pauseSeconds: number): Promise<boolean>;
  /** Completes the export. Joins the transaction. False, with nothing changed, if another attempt has begun. */
  abstract complete(attempt: ExportAttempt, file: ExportFile, at: Date, expiresAt: Date): Promise<boolean>;
  /** As `complete`, for an export that has no file. */
  abstract fail(attempt: ExportAttempt, errorCode: ExportErrorCode, at: Date): Promise<boolean>;
  /** Returns open exports without an attempt that is alive. */
  abstract listWaiting(limit: number): Promise<readonly ExportRef[]>;
  /** Claims ended exports whose callback is due, for a minute. */
  abstract claimCallbacks(now: Date, limit: number): Promise<readonly Export[]>;
  abstract saveCallback(ref: ExportRef, firstAt: Date, nextAt: Date | null): Promise<void>;
  /** Returns completed exports whose file expired before the time. */
  abstract listExpired(before: Date, limit: number): Promise<readonly ExportAttempt[]>;
  abstract expire(ref: ExportRef): Promise<void>;
  abstract listOf(accountId: string): Promise<readonly ExportAttempt[]>;
  abstract delete(ref: ExportRef): Promise<void>;
  /** Returns failed and expired exports that were created before the time. */
  abstract listEnded(before: Date, limit: number): Promise<readonly ExportAttempt[]>;
}

export interface RecordQuery {
  readonly accountId: string;
  readonly filters: Filters;
  /** Only records that were created before this time, of kinds whose records have one. */
  readonly until: Date;
  /** The same time by the clock of ids, which a test clock does not move. */
  readonly idsUntil: Date;
  /** Which fields of the records to return, in this order. */
  readonly fields: readonly string[];
}

/** The records of a kind, which another context keeps. */
export interface RecordSource {
  /** The names of all fields, as in the API. */
  readonly fields: readonly string[];
  /** Throws `invalid_input`, by the names of the filters, for those that `read` does not accept as the account is now. Reads no records. */
  check(query: Omit<RecordQuery, 'fields'>): Promise<void> | void;
  /**
   * Reads the records that match the filters, in batches of bounded size. Joins the transaction, whose snapshot it reads. Throws
   * `invalid_input` for filters that a report of the kind does not accept.
   */
  read(query: RecordQuery): AsyncIterable<readonly RecordValues[]>;
}

export abstract class ExportSources {
  abstract of(kind: ExportKind): RecordSource;
}

/** The replica was lost or is too far behind. The caller has to read the primary, from the beginning. */
export class SnapshotLost extends Error {
  override readonly name = 'SnapshotLost';
}

/** Snapshots of the database, which contain all that was committed before. */
export abstract class Snapshots {
  /** Runs the reads of `work` in a snapshot of the primary. Repeats `work` from its beginning where a transaction would. */
  abstract ofPrimary<T>(work: () => Promise<T>): Promise<T>;
  /** As `ofPrimary`, of the replica if there is one. Throws `SnapshotLost`. */
  abstract ofReplica<T>(work: () => Promise<T>): Promise<T>;
}

/** Appends text to a file. Resolves when the file can take more text. */
export type AppendText = (text: string) => Promise<void>;

/** Stores compressed files, encrypted with the key of their account. */
export abstract class ExportFiles {
  /** Stores the text that `work` appends. Leaves no file behind if that fails. Throws `not_found` after the key of the account is erased. */
  abstract write(
    accountId: string,
    storageKey: string,
    work: (append: AppendText) => Promise<void>,
  ): Promise<Omit<ExportFile, 'rowCount'>>;
  /** Throws `not_found` after the key of the account is erased. */
  abstract read(accountId: string, storageKey: string): Promise<Readable>;
  /** Safe to repeat. */
  abstract remove(storageKey: string): Promise<void>;
  /** Deletes the unfinished files that killed processes have left on this machine. Safe to run beside other processes. */
  abstract sweep(): Promise<void>;
}

/** Where documents are stored, by another context. */
export abstract class FileStorage {
  /** Takes the local file and stores it durably. */
  abstract put(file: { readonly storageKey: string; readonly sealed: { readonly path: string } }): Promise<void>;
  abstract get(storageKey: string): Promise<Readable>;
  /** Safe to repeat. */
  abstract remove(storageKey: string): Promise<void>;
}

/** Encrypts and decrypts files of any length. */
export interface FileCipher {
  /** `owner` names the file: the content of another file cannot be decrypted. */
  encryption(owner: string): Transform;
  decryption(owner: string): Transform;
}

/** The data keys of accounts, which another context keeps. */
export abstract class FileCiphers {
  /** Throws `not_found` after the key is erased. */
  abstract cipherOf(accountId: string): Promise<FileCipher>;
}

/** Notifies a worker that exports wait. */
export abstract class ExportHints {
  /** Never rejects: a schedule repeats a lost hint. */
  abstract add(refs: readonly ExportRef[]): Promise<void>;
}

/** Creates and seals the secrets by which callbacks are signed. */
export abstract class CallbackSecrets {
  abstract create(): string;
  abstract seal(exportId: string, secret: string): string;
  abstract open(exportId: string, sealed: string): string;
}

/** The rules for URLs of customers, by the context of webhooks. */
export abstract class CallbackUrls {
  /** Resolves the host: call it outside transactions. Throws `url_not_allowed` that names the field. */
  abstract assertUrlAllowed(url: string, field: string): Promise<void>;
}

export interface Callback {
  readonly url: string;
  readonly payload: {
    readonly id: string;
    readonly type: string;
    readonly createdAt: Date;
    readonly data: object;
    readonly isTest: false;
  };
  readonly secret: string;
  /** The attempts before this one. */
  readonly cycle: { readonly attempts: number; readonly startedAt: Date | null };
}

/** Sends requests to customers, by the context of webhooks. */
export abstract class CallbackSender {
  /** Sends one signed request. Never rejects. Returns when to repeat it; null if it succeeded, or is given up. */
  abstract send(callback: Callback): Promise<{ readonly at: Date; readonly nextAttemptAt: Date | null }>;
}
