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
