import type { Transform } from 'node:stream';

/** Seals personal data with the data key of one account. See docs/compliance.md#personal-data. */
export interface AccountCipher {
  /** `owner` is the id of the record: a value copied to another record cannot be opened. */
  seal(owner: string, plain: Buffer | string): string;
  /** Throws for a value that was sealed for another record. */
  open(owner: string, sealed: string): Buffer;
  /** Returns a keyed digest of a word, by which equal words of the account are found. */
  blindIndex(word: string): string;
  /** Encrypts a file of any length. */
  encryption(owner: string): Transform;
  /** Encrypts a file that is in memory, as `encryption` does, into `space`. Returns the part of `space` that it takes. */
  encrypt(owner: string, content: Buffer, space: Buffer): Buffer;
  /** Decrypts a file and fails before it passes on a changed, reordered or missing part. */
  decryption(owner: string): Transform;
}

/**
 * The data keys of accounts. Erasing a key erases everything that it sealed, including in backups.
 * See docs/compliance.md#personal-data.
 */
export abstract class PersonalData {
  /** Creates the account's key at first use. Throws `not_found` after the key is erased. */
  abstract cipherOf(accountId: string): Promise<AccountCipher>;
  /** Erases the account's key permanently. Nothing can be sealed for the account afterwards. */
  abstract erase(accountId: string): Promise<void>;
}

/** The responses that are kept for repeats of requests. */
export abstract class StoredResponses {
  /**
   * Deletes those with data of the records: repeats return 409 `conflict` and have no effect. Joins the transaction that
   * erases the records.
   */
  abstract erase(accountId: string, ids: readonly string[]): Promise<void>;
}

/** The records of accounts whose data key was erased. Nothing in them can be opened. */
export abstract class ErasedRecords {
  /** Detaches documents from their bundles, deletes them and registers their files to delete. Returns how many. */
  abstract deleteDocuments(limit: number): Promise<number>;
  /** Deletes the sealed details of end users. The rows remain, because bundles refer to them. Returns how many. */
  abstract eraseEndUsers(limit: number): Promise<number>;
}
