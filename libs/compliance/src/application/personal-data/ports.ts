/**
 * Seals personal data with a data key per account. Erasing the key erases everything that it sealed, including in backups.
 * See docs/compliance.md#personal-data.
 */
export abstract class PersonalData {
  /** `owner` is the id of the record: a value copied to another record cannot be opened. */
  abstract seal(accountId: string, owner: string, plain: Buffer): Promise<string>;
  /** Throws `not_found` after the account's key is erased, and an error for a value that was sealed for another record. */
  abstract open(accountId: string, owner: string, sealed: string): Promise<Buffer>;
  /** Erases the account's key permanently. Nothing can be sealed for the account afterwards. */
  abstract erase(accountId: string): Promise<void>;
}
