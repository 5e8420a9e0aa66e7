import type { NumberType, Page, PageRequest } from '@trunkline/kernel';
import type { BundleStatus, ComplianceBundle } from '../../domain/bundle';

export interface BundleSummary {
  readonly id: string;
  readonly status: BundleStatus;
  /** ISO 3166-1 alpha-2 of the jurisdiction. */
  readonly country: string;
  /** Null: all number types of the country. */
  readonly numberType: string | null;
  /** Number types of the country that the kind or the address of the end user rules out. */
  readonly excludedNumberTypes: readonly string[];
  /** When the approval expires; null: never. */
  readonly validUntil: Date | null;
}

/** What an approved bundle consists of. */
export interface BundleContents {
  readonly endUserId: string;
  readonly documentIds: readonly string[];
}

export interface BundleRef {
  readonly accountId: string;
  readonly bundleId: string;
}

/** Looks up bundles for other contexts. */
export abstract class BundleDirectory {
  /**
   * Returns null for an unknown bundle and for a bundle of another account. Within a transaction, the bundle neither
   * changes nor is deleted until its end.
   */
  abstract find(accountId: string, bundleId: string): Promise<BundleSummary | null>;
  /** Returns those bundles that exist, of any accounts, in no order. */
  abstract findMany(bundles: readonly BundleRef[]): Promise<readonly BundleSummary[]>;
  /** Returns null unless the bundle is of the account and its approval is valid. */
  abstract findApproved(bundle: BundleRef, now: Date): Promise<BundleContents | null>;
  /** Returns at most 100 of the account's bundles for a country whose approval has not expired, the oldest first. */
  abstract listApproved(accountId: string, country: string, now: Date): Promise<readonly BundleSummary[]>;
}

/** A bundle matches one value of each member; undefined members match everything. */
export interface BundleFilters {
  readonly status?: readonly BundleStatus[];
  readonly country?: readonly string[];
  readonly numberType?: readonly NumberType[];
  readonly endUserId?: readonly string[];
}

export abstract class BundleRepository {
  abstract add(bundle: ComplianceBundle): Promise<void>;
  abstract save(bundle: ComplianceBundle): Promise<void>;
  abstract remove(bundle: ComplianceBundle): Promise<void>;
  /** Locks the bundle until the transaction ends. Throws `not_found`. */
  abstract lock(accountId: string, id: string): Promise<ComplianceBundle>;
  /** As `lock`, for a bundle of any account. */
  abstract lockById(id: string): Promise<ComplianceBundle>;
  /** Throws `not_found`. */
  abstract get(accountId: string, id: string): Promise<ComplianceBundle>;
  /** As `get`, for a bundle of any account. */
  abstract getById(id: string): Promise<ComplianceBundle>;
  abstract find(accountId: string, id: string): Promise<ComplianceBundle | null>;
  abstract list(
    accountId: string,
    filters: BundleFilters,
    page: PageRequest<'created_at'>,
  ): Promise<Page<ComplianceBundle>>;
  /** Lists the bundles of all accounts that have been submitted and have one of these statuses. */
  abstract queue(statuses: readonly BundleStatus[], page: PageRequest<'submitted_at'>): Promise<Page<ComplianceBundle>>;
  /**
   * Ends at `at` the approvals of bundles that have an end user or a document of it, and turns the submitted ones into
   * drafts. Called in the transaction that erases the end user.
   */
  abstract lapse(accountId: string, endUserId: string, at: Date): Promise<void>;
}

/** The live numbers of bundles, from numbering. */
export abstract class BundleNumbers {
  /** Counts the live numbers that have each bundle, zeros included. */
  abstract countByBundles(accountId: string, bundleIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}
