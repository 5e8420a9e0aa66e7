import type {
  ComplianceEndUserCreateRequest,
  ComplianceEndUserUpdateRequest,
  EndUser,
  EndUserKind,
  IdDocType,
} from '@trunkline/client';
import { DOC_TYPES } from '../labels';

const TEXTS = [
  'first_name',
  'last_name',
  'date_of_birth',
  'business_name',
  'business_registration_number',
  'vat_number',
  'email',
  'phone_e164',
  'address_line1',
  'address_line2',
  'city',
  'state',
  'postal_code',
  'country',
  'id_doc_type',
  'id_doc_number',
  'id_doc_country',
  'notes',
] as const;

type TextName = (typeof TEXTS)[number];

export interface EndUserValues extends Record<string, unknown>, Record<TextName, string> {
  kind: EndUserKind;
}

const ID_TYPES: readonly IdDocType[] = [
  'passport',
  'drivers_license',
  'national_id',
  'business_registration',
  'tax_certificate',
];
export const ID_TYPE_OPTIONS = [
  { value: '', label: 'None' },
  ...ID_TYPES.map((value) => ({ value, label: DOC_TYPES[value] })),
];

const asTexts = (valueOf: (name: TextName) => string): Record<TextName, string> =>
  Object.fromEntries(TEXTS.map((name) => [name, valueOf(name)])) as Record<TextName, string>;

export const endUserValuesOf = (endUser: EndUser): EndUserValues => ({
  ...asTexts((name) => endUser[name] ?? ''),
  kind: endUser.kind,
});

export const newEndUser = (country = ''): EndUserValues => ({
  ...asTexts((name) => (name === 'country' ? country : '')),
  kind: 'business',
});

const REQUIRED: Readonly<Record<EndUserKind, readonly TextName[]>> = {
  person: ['first_name', 'last_name'],
  business: ['business_name'],
};
/** Some countries have no postal codes; the API knows which. */
const ADDRESS: readonly TextName[] = ['address_line1', 'city', 'country'];

/** The faults that the browser can find; the API checks the rest. */
export function endUserFaults(values: EndUserValues): Record<string, string> {
  const missing = [...REQUIRED[values.kind], ...ADDRESS].filter((name) => values[name].trim() === '');
  return Object.fromEntries(missing.map((name) => [name, 'Enter a value.']));
}

/** Empty fields are sent as null. The API checks the values, and names the field of each that it rejects. */
export function endUserChangeOf(values: EndUserValues): ComplianceEndUserUpdateRequest {
  const entries = TEXTS.map((name) => [name, textOf(name, values[name])] as const);
  return Object.fromEntries(entries);
}

function textOf(name: TextName, value: string): string | null {
  const text = name === 'phone_e164' ? value.replace(/[^\d+]/g, '') : value.trim();
  return text === '' && !ADDRESS.includes(name) ? null : text;
}

export const endUserRequestOf = (values: EndUserValues): ComplianceEndUserCreateRequest =>
  ({ ...endUserChangeOf(values), kind: values.kind }) as ComplianceEndUserCreateRequest;
