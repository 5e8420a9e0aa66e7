export const END_USER_KINDS = ['person', 'business'] as const;
export type EndUserKind = (typeof END_USER_KINDS)[number];

/** Where the address of an end user must be. `local`: in the area of the number. */
export const ADDRESS_SCOPES = ['none', 'worldwide', 'national', 'local'] as const;
export type AddressScope = (typeof ADDRESS_SCOPES)[number];

/** What a document proves. */
export const DOCUMENT_PURPOSES = ['identity', 'address', 'business', 'other'] as const;
export type DocumentPurpose = (typeof DOCUMENT_PURPOSES)[number];

/** What restricts the use of a number. */
export const RESTRICTION_TYPES = ['legal', 'service', 'purchase', 'document'] as const;
export type RestrictionType = (typeof RESTRICTION_TYPES)[number];

/** What a document of an end user is. */
export const DOC_TYPES = [
  'passport',
  'drivers_license',
  'national_id',
  'utility_bill',
  'bank_statement',
  'tax_certificate',
  'business_registration',
  'vat_certificate',
  'other',
] as const;
export type DocType = (typeof DOC_TYPES)[number];

/** Why a compliance bundle was rejected, by a reviewer or by the supplier of a number. */
export const REJECTION_CODES = [
  'doc_expired',
  'doc_illegible',
  'doc_incomplete',
  'doc_wrong_type',
  'doc_missing',
  'name_mismatch',
  'address_mismatch',
  'address_not_local',
  'registration_expired',
  'other',
] as const;
export type RejectionCode = (typeof REJECTION_CODES)[number];

/** Characters of a reviewer's notes. */
export const REVIEW_NOTES_MAX = 2000;

/** Personal data of an end user, as reviewers and suppliers need them. Never logged. */
export interface EndUserDetails {
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
  /** Empty only in a country without postal codes. */
  readonly postalCode: string;
  readonly idDocNumber: string | null;
  readonly notes: string | null;
}
