import type { BundleStatus } from '../../domain/bundles/bundle';

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

export interface BundleRef {
  readonly accountId: string;
  readonly bundleId: string;
}

/** Looks up bundles for other contexts. */
export abstract class BundleDirectory {
  /** Returns null for an unknown bundle and for a bundle of another account. */
  abstract find(accountId: string, bundleId: string): Promise<BundleSummary | null>;
  /** Returns those bundles that exist, of any accounts, in no order. */
  abstract findMany(bundles: readonly BundleRef[]): Promise<readonly BundleSummary[]>;
  /** Returns at most 100 of the account's bundles for a country whose approval has not expired, the oldest first. */
  abstract listApproved(accountId: string, country: string, now: Date): Promise<readonly BundleSummary[]>;
}
