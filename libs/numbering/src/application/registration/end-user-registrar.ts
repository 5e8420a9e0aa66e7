import type { EndUserDetails, EndUserKind, NumberType } from '@trunkline/kernel';
import type { Readable } from 'node:stream';
import type { BundleRef } from '../ports';

/** The end user of an approved bundle. Personal data: never logged. */
export interface ApprovedEndUser extends EndUserDetails {
  readonly kind: EndUserKind;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

export interface ApprovedDocument {
  readonly id: string;
  readonly docType: string;
  /** Says the type, as `passport.pdf` does, and nothing personal. */
  readonly filename: string;
  /** Streams the decrypted content, at most 2 MB. Each call is in the account's access log. */
  open(): Promise<Readable>;
}

/** An approved bundle never changes, so its id identifies what was handed over. */
export interface ApprovedBundle {
  readonly id: string;
  readonly endUser: ApprovedEndUser;
  readonly documents: readonly ApprovedDocument[];
}

/** Opens approved bundles, from compliance. */
export abstract class ApprovedBundles {
  /** Decrypts the end user for a supplier, which is in the account's access log. Returns null unless the bundle is approved. */
  abstract open(bundle: BundleRef, supplier: string): Promise<ApprovedBundle | null>;
}

/** A number that waits for documents at its supplier. */
export interface UnregisteredNumber {
  readonly orderId: string;
  readonly bundleId: string;
  readonly supplierNumberRef: string;
  readonly country: string;
  readonly numberType: NumberType;
}

/**
 * `registered`: the number works. `pending`: the supplier reviews. `rejected`: it refused this bundle. `incomplete`: nothing
 * was submitted for review, because the bundle lacks what `missing` names in the supplier's words.
 */
export type RegistrationResult =
  | { readonly status: 'registered' }
  | { readonly status: 'pending' }
  | { readonly status: 'rejected'; readonly reasons: readonly string[] }
  | { readonly status: 'incomplete'; readonly missing: readonly string[] };

/** `pending`: the supplier reviews the number again, or its answer does not distinguish that from a registered one. */
export type RegistrationCheck = Exclude<RegistrationResult, { readonly status: 'incomplete' }>;

/** Hands approved end users and documents on to a supplier. No method may be called inside a transaction. */
export abstract class EndUserRegistrar {
  /** The name of the supplier. */
  abstract readonly name: string;
  /**
   * Hands over what the supplier has not received yet and returns the status of the number. Safe to repeat and to call
   * concurrently: an end user and a document of a bundle are handed over once, for any number of its numbers. A repeat polls
   * the status, and opens the bundle only to hand something over. A rejection means an unknown outcome, and a repeat
   * continues; `RecordBusyError` says that another process hands the same over, and `RecordRefusedError` that a repeat fails
   * as well until the supplier accepts what it refused.
   */
  abstract register(number: UnregisteredNumber, open: () => Promise<ApprovedBundle>): Promise<RegistrationResult>;
  /**
   * Returns whether the supplier still accepts the bundle for a number that it has registered: `rejected` when it has revoked
   * that since. Reads only. Rejects when the answer cannot be read.
   */
  abstract check(number: UnregisteredNumber): Promise<RegistrationCheck>;
  /**
   * Deletes what the supplier received of the end user and documents of a bundle. Safe to repeat. Rejects while the supplier
   * refuses, for example because it still has a number of the end user, or does not respond.
   */
  abstract erase(bundleId: string): Promise<void>;
}
