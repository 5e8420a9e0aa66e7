import type { EndUserKind, NumberType } from '../../domain/supply/offer';

/** The end user of an approved bundle. Personal data: never logged. */
export interface ApprovedEndUser {
  readonly kind: EndUserKind;
  /** Of a business, its authorized representative. */
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** ISO 8601 date. */
  readonly dateOfBirth: string | null;
  readonly businessName: string | null;
  readonly businessRegistrationNumber: string | null;
  readonly vatNumber: string | null;
  readonly email: string | null;
  readonly phoneE164: string | null;
  readonly addressLine1: string;
  readonly addressLine2: string | null;
  readonly city: string;
  readonly state: string | null;
  readonly postalCode: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly idDocNumber: string | null;
  readonly notes: string | null;
}

export interface ApprovedDocument {
  readonly id: string;
  readonly docType: string;
  readonly filename: string;
  /** Decrypts the content, at most 2 MB. Called only when the supplier needs it. */
  open(): Promise<Buffer>;
}

/** An approved bundle never changes, so its id identifies what was handed over. */
export interface ApprovedBundle {
  readonly id: string;
  readonly endUser: ApprovedEndUser;
  readonly documents: readonly ApprovedDocument[];
}

/** A number that waits for documents at its supplier. */
export interface WaitingNumber {
  readonly orderId: string;
  readonly supplierNumberRef: string;
  readonly country: string;
  readonly numberType: NumberType;
}

/**
 * `registered`: the number works. `pending`: the supplier reviews. `rejected`: it refused this bundle. `incomplete`: nothing
 * was submitted for review, because the bundle lacks what `missing` names in the supplier's words.
 */
export type Registration =
  | { readonly status: 'registered' }
  | { readonly status: 'pending' }
  | { readonly status: 'rejected'; readonly reasons: readonly string[] }
  | { readonly status: 'incomplete'; readonly missing: readonly string[] };

/** Hands approved end users and documents on to a supplier. No method may be called inside a transaction. */
export abstract class EndUserRegistrar {
  /** The name of the supplier. */
  abstract readonly name: string;
  /**
   * Hands over what the supplier has not received yet and returns the status of the number. Safe to repeat, which also polls
   * the status: an end user and a document of a bundle are handed over once, for any number of its numbers. A rejection
   * means an unknown outcome, and a repeat continues. One process at a time may register numbers of a bundle.
   */
  abstract register(number: WaitingNumber, bundle: ApprovedBundle): Promise<Registration>;
}

/** The supplier's ids of what was handed over. */
export abstract class SupplierRefs {
  /**
   * Returns the id that is stored under the key, or creates and stores it. When the process dies between the two, a repeat
   * creates another one at the supplier, which has no effect.
   */
  abstract once(supplier: string, key: string, create: () => Promise<string>): Promise<string>;
}
