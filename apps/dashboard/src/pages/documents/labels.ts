import type { AddressScope, DocType, DocumentPurpose, EndUserKind, NumberType } from '@trunkline/client';
import { NUMBER_TYPES as TYPES } from '@trunkline/client/lists';
import { format, words } from '../../format';
import { worded } from '../../format/lists';
import { isCountry } from '../../ui/tables/filter-texts';

export const KINDS: Readonly<Record<EndUserKind, string>> = { person: 'Person', business: 'Business' };

export const DOC_TYPES: Readonly<Record<DocType, string>> = {
  passport: 'Passport',
  national_id: 'National identity card',
  drivers_license: 'Driving licence',
  utility_bill: 'Utility bill',
  bank_statement: 'Bank statement',
  tax_certificate: 'Tax certificate',
  business_registration: 'Business registration',
  vat_certificate: 'VAT certificate',
  other: 'Other document',
};

export const PURPOSES: Readonly<Record<DocumentPurpose, string>> = {
  identity: 'Proof of identity',
  address: 'Proof of address',
  business: 'Proof of the business',
  other: 'Other document',
};

export const NUMBER_TYPES = worded(TYPES);

const FIELDS: Readonly<Record<string, string>> = {
  business_registration_number: 'Registration number',
  vat_number: 'VAT number',
  phone_e164: 'Phone number',
  address_line1: 'Address',
  id_doc_type: 'Identity document',
  id_doc_number: 'Number of the identity document',
  id_doc_country: 'Issuing country of the identity document',
};

/** Name of a field of an end user. */
export const fieldName = (field: string): string => FIELDS[field] ?? words(field);

/** The numbers that a bundle or a requirement is for. */
export const numbersOf = (country: string, type: NumberType | null): string =>
  `${format.country(country)}, ${type === null ? 'all types' : NUMBER_TYPES[type].toLowerCase()}`;

export function addressText(scope: AddressScope, country: string): string | null {
  const texts: Readonly<Record<AddressScope, string | null>> = {
    none: null,
    worldwide: 'An address in any country',
    national: `An address in ${format.country(country)}`,
    local: 'An address in the area of the number',
  };
  return texts[scope];
}

/** Returns what is wrong with the code of a country in an address, or null. */
export const countryFault = (text: string): string | null =>
  isCountry(text) ? null : 'is not a country code, such as DE';
