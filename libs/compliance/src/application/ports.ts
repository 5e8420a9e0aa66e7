import type { BundleStatus } from '../domain/bundle';

/** A compliance bundle as other contexts need to know it. */
export interface BundleSummary {
  readonly id: string;
  readonly status: BundleStatus;
  /** ISO 3166-1 alpha-2 of the jurisdiction. */
  readonly country: string;
  /** Null for every type of the country. */
  readonly numberType: string | null;
  /** Its approval holds until then; null for one without an end. */
  readonly validUntil: Date | null;
}

/** A bundle that an account is said to have. */
export interface BundleRef {
  readonly accountId: string;
  readonly bundleId: string;
}

/** The face of this context: whether a bundle exists and how far its review has come. */
export abstract class BundleDirectory {
  /** Null for a bundle that is not the account's, exactly as for one that never existed. */
  abstract find(accountId: string, bundleId: string): Promise<BundleSummary | null>;
  /** The same for many at once, of any accounts: those that are there, in any order. */
  abstract findMany(bundles: readonly BundleRef[]): Promise<readonly BundleSummary[]>;
  /** The account's bundles of a country whose approval holds, the oldest first; a hundred at most. */
  abstract listApproved(accountId: string, country: string, now: Date): Promise<readonly BundleSummary[]>;
}

/**
 * Seals personal data with a key of the account's own (contract, section 13): whoever erases the key has erased all
 * that it sealed, in backups too.
 */
export abstract class PersonalData {
  /** `owner` is the id of the record: what is moved to another record does not open there. */
  abstract seal(accountId: string, owner: string, plain: Buffer): Promise<string>;
  /** Throws `not_found` once the account's key is erased, and an error for what was not sealed for this record. */
  abstract open(accountId: string, owner: string, sealed: string): Promise<Buffer>;
  /** For good. Nothing of the account can be sealed afterwards either. */
  abstract erase(accountId: string): Promise<void>;
}
