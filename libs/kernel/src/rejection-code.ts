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
