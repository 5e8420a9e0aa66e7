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
