import type { NumberType } from '@trunkline/kernel';
import type { NumberStatus } from '../../domain/lifecycle/phone-number';

export interface DirectoryEntry {
  readonly numberId: string;
  readonly accountId: string;
  readonly e164: string;
  readonly country: string;
  readonly numberType: NumberType;
  readonly status: NumberStatus;
  readonly trunkId: string | null;
  readonly routingProfileId: string | null;
  /** The carrier that brings its calls in, of a number of the stock; null for any. */
  readonly carrierId: string | null;
}

/** A number as its account uses it. */
export interface OwnNumber {
  readonly numberId: string;
  readonly e164: string;
  readonly status: NumberStatus;
  /** Such as `voice`, `sms`. */
  readonly capabilities: readonly string[];
}

/** A number that its account has or had. */
export interface FormerNumber {
  readonly numberId: string;
  readonly e164: string;
  readonly numberType: NumberType;
}

export interface LiveCounts {
  readonly active: number;
  readonly suspended: number;
  readonly pendingDocuments: number;
}

/** The live numbers, for other contexts. */
export abstract class NumberDirectory {
  /** Finds a live number of any account. On the path of a routing decision, so one statement. */
  abstract findByE164(e164: string): Promise<DirectoryEntry | null>;
  /** Finds a live number of the account. */
  abstract findOwn(accountId: string, e164: string): Promise<OwnNumber | null>;
  /** Returns the status of each of the numbers by its id, released ones included. Unknown ids are left out. */
  abstract statusesOf(numberIds: readonly string[]): Promise<ReadonlyMap<string, NumberStatus>>;
  /** Finds of each number the live one of the account, or else the one that it released last. */
  abstract findEver(accountId: string, e164s: readonly string[]): Promise<FormerNumber[]>;
  abstract isOwned(accountId: string, e164: string): Promise<boolean>;
  /** As `isOwned`, by the ID of the number. */
  abstract isOwnedById(accountId: string, numberId: string): Promise<boolean>;
  /** As `isOwned`, and prevents the release of the number until the transaction ends. */
  abstract lockOwned(accountId: string, e164: string): Promise<boolean>;
  /**
   * Returns whether a number of the account is being released or has a date of release. Otherwise prevents the release of a
   * number of the account until the transaction ends.
   */
  abstract isLeaving(accountId: string, e164: string): Promise<boolean>;
  /** Counts the live numbers that route to each trunk, zeros included. */
  abstract countByTrunks(accountId: string, trunkIds: readonly string[]): Promise<Map<string, number>>;
  /** Counts the active numbers that route through each profile, zeros included. */
  abstract countByProfiles(accountId: string, profileIds: readonly string[]): Promise<Map<string, number>>;
  /** Counts the live numbers that have each compliance bundle, zeros included. */
  abstract countByBundles(accountId: string, bundleIds: readonly string[]): Promise<Map<string, number>>;
  /** Counts the live numbers that route through a profile, suspended and waiting ones included. */
  abstract countLiveByProfile(accountId: string, profileId: string): Promise<number>;
  /** Returns the countries of the live numbers. */
  abstract countriesOf(accountId: string): Promise<string[]>;
  /** Counts the active numbers. */
  abstract countActive(accountId: string): Promise<number>;
  /** Counts the live numbers by status. */
  abstract countLive(accountId: string): Promise<LiveCounts>;
  /** Counts the numbers assigned at or after `since`, released ones included. */
  abstract countAssignedSince(accountId: string, since: Date): Promise<number>;
  /** Sums the next months of the numbers, in cents, of those that begin before `end`: unpaid ones, and ones to come. */
  abstract dueBefore(accountId: string, end: Date): Promise<number>;
  /** Returns whether the account has ever ordered a number, whatever the outcome. */
  abstract hasOrdered(accountId: string): Promise<boolean>;
}
