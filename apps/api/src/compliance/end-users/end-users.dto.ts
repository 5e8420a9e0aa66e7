import {
  END_USER_KINDS,
  type EndUserChange,
  type EndUserKind,
  type EndUserView,
  ID_DOC_TYPES,
  type IdDocType,
  type PersonalDetails,
} from '@trunkline/compliance';
import { unixSeconds } from '@trunkline/kernel';
import {
  CalendarDate,
  Country,
  E164,
  Email,
  Id,
  Integer,
  OneOf,
  PageQuery,
  QueryAddressCountries,
  QueryList,
  QueryOrder,
  SchemaOf,
  Text,
  UnixTime,
} from '../../http';

const NAME_MAX = 100;
const NUMBER_MAX = 64;
const LINE_MAX = 200;
const POSTAL_CODE_MAX = 16;
const NOTES_MAX = 2000;
const QUERY_MAX = 200;
const OPTIONAL = { optional: true, nullable: true } as const;

/** The members that are null unless sent. */
abstract class OptionalDetailsDto {
  @Text({ description: 'First name. Required of a person.', example: 'Ada', max: NAME_MAX, ...OPTIONAL })
  first_name?: string | null;

  @Text({ description: 'Last name. Required of a person.', example: 'Lovelace', max: NAME_MAX, ...OPTIONAL })
  last_name?: string | null;

  @CalendarDate({ description: 'Date of birth. Some countries require it.', example: '1985-12-10', ...OPTIONAL })
  date_of_birth?: string | null;

  @Text({ description: 'Registered name. Required of a business.', example: null, max: NAME_MAX, ...OPTIONAL })
  business_name?: string | null;

  @Text({ description: 'Number in the business register.', example: null, max: NUMBER_MAX, ...OPTIONAL })
  business_registration_number?: string | null;

  @Text({ description: 'VAT number.', example: null, max: NUMBER_MAX, ...OPTIONAL })
  vat_number?: string | null;

  @Email({ description: 'Email address.', example: 'ada@example.com', ...OPTIONAL })
  email?: string | null;

  @E164({ description: 'Contact phone number.', example: '+442071838750', ...OPTIONAL })
  phone_e164?: string | null;

  @Text({ description: 'Second line of the address.', example: null, max: LINE_MAX, ...OPTIONAL })
  address_line2?: string | null;

  @Text({ description: 'State or province.', example: null, max: NAME_MAX, ...OPTIONAL })
  state?: string | null;

  @Text({
    description: 'Postal code. Required, except in countries that have none.',
    example: 'SW1Y 4JH',
    min: 0,
    max: POSTAL_CODE_MAX,
    ...OPTIONAL,
  })
  postal_code?: string | null;

  @OneOf({ description: 'Kind of the identity document.', values: ID_DOC_TYPES, name: 'IdDocType', ...OPTIONAL })
  id_doc_type?: IdDocType | null;

  @Text({ description: 'Number of the identity document.', example: 'X4RTBPFW4', max: NUMBER_MAX, ...OPTIONAL })
  id_doc_number?: string | null;

  @Country({ description: 'Country that issued the identity document.', example: 'GB', ...OPTIONAL })
  id_doc_country?: string | null;

  @Text({ description: 'Free text.', example: null, max: NOTES_MAX, lines: true, ...OPTIONAL })
  notes?: string | null;
}

export class CreateEndUserDto extends OptionalDetailsDto {
  @OneOf({ description: 'Kind of the end user. It cannot be changed.', values: END_USER_KINDS, name: 'EndUserKind' })
  kind: EndUserKind;

  @Text({ description: 'First line of the address.', example: '12 St James’s Square', max: LINE_MAX })
  address_line1: string;

  @Text({ description: 'City.', example: 'London', max: NAME_MAX })
  city: string;

  @Country({ description: 'Country of the address.', example: 'GB' })
  country: string;
}

export class ChangeEndUserDto extends OptionalDetailsDto {
  @Text({ description: 'First line of the address.', example: '1 High Street', max: LINE_MAX, optional: true })
  address_line1?: string;

  @Text({ description: 'City.', example: 'London', max: NAME_MAX, optional: true })
  city?: string;

  @Country({ description: 'Country of the address.', example: 'GB', optional: true })
  country?: string;
}

export class ListEndUsersQuery extends PageQuery {
  @QueryList({
    description: 'Only end users of these kinds.',
    example: 'business',
    values: END_USER_KINDS,
    name: 'EndUserKind',
  })
  kind?: EndUserKind[];

  @QueryAddressCountries({ description: 'Only end users in these countries.' })
  country?: string[];

  @Text({
    description:
      'Whole words of the name, email, phone or registration numbers, without regard to case, accents and hyphens. All must match.',
    example: 'lovelace',
    max: QUERY_MAX,
    optional: true,
  })
  q?: string;

  @QueryOrder()
  order?: 'asc' | 'desc';
}

const NULLABLE = { nullable: true } as const;

@SchemaOf({ name: 'EndUser' })
export class EndUserDto {
  @Id({ description: 'ID of the end user.', prefix: 'eu' })
  id: string;

  @OneOf({ description: 'Kind of the end user.', values: END_USER_KINDS, name: 'EndUserKind' })
  kind: string;

  @Text({ description: 'First name.', example: 'Ada', ...NULLABLE })
  first_name: string | null;

  @Text({ description: 'Last name.', example: 'Lovelace', ...NULLABLE })
  last_name: string | null;

  @CalendarDate({ description: 'Date of birth.', example: '1985-12-10', ...NULLABLE })
  date_of_birth: string | null;

  @Text({ description: 'Registered name of a business.', example: null, ...NULLABLE })
  business_name: string | null;

  @Text({ description: 'Number in the business register.', example: null, ...NULLABLE })
  business_registration_number: string | null;

  @Text({ description: 'VAT number.', example: null, ...NULLABLE })
  vat_number: string | null;

  @Email({ description: 'Email address.', example: 'ada@example.com', ...NULLABLE })
  email: string | null;

  @E164({ description: 'Contact phone number.', example: '+442071838750', ...NULLABLE })
  phone_e164: string | null;

  @Text({ description: 'First line of the address.', example: '12 St James’s Square' })
  address_line1: string;

  @Text({ description: 'Second line of the address.', example: null, ...NULLABLE })
  address_line2: string | null;

  @Text({ description: 'City.', example: 'London' })
  city: string;

  @Text({ description: 'State or province.', example: null, ...NULLABLE })
  state: string | null;

  @Text({ description: 'Postal code; empty in countries that have none.', example: 'SW1Y 4JH', min: 0 })
  postal_code: string;

  @Country({ description: 'Country of the address.', example: 'GB' })
  country: string;

  @OneOf({ description: 'Kind of the identity document.', values: ID_DOC_TYPES, name: 'IdDocType', ...NULLABLE })
  id_doc_type: string | null;

  @Text({ description: 'Number of the identity document.', example: 'X4RTBPFW4', ...NULLABLE })
  id_doc_number: string | null;

  @Country({ description: 'Country that issued the identity document.', example: 'GB', ...NULLABLE })
  id_doc_country: string | null;

  @Text({ description: 'Free text.', example: null, max: NOTES_MAX, lines: true, ...NULLABLE })
  notes: string | null;

  @Text({ description: 'The business name, or first and last name.', example: 'Ada Lovelace' })
  display_name: string;

  @Integer({ description: 'Count of documents of the end user.', example: 2 })
  document_count: number;

  @UnixTime({ description: 'When the end user was created.' })
  created_at: number;

  @UnixTime({ description: 'When the end user was last updated.' })
  updated_at: number;
}

export function toEndUserDto({ endUser, documentCount }: EndUserView): EndUserDto {
  const { id, kind, country, details, displayName, createdAt, updatedAt } = endUser;
  return {
    id,
    kind,
    first_name: details.firstName,
    last_name: details.lastName,
    date_of_birth: details.dateOfBirth,
    business_name: details.businessName,
    business_registration_number: details.businessRegistrationNumber,
    vat_number: details.vatNumber,
    email: details.email,
    phone_e164: details.phoneE164,
    address_line1: details.addressLine1,
    address_line2: details.addressLine2,
    city: details.city,
    state: details.state,
    postal_code: details.postalCode,
    country,
    id_doc_type: details.idDocType,
    id_doc_number: details.idDocNumber,
    id_doc_country: details.idDocCountry,
    notes: details.notes,
    display_name: displayName,
    document_count: documentCount,
    created_at: unixSeconds(createdAt),
    updated_at: unixSeconds(updatedAt),
  };
}

/** The members of a body by their names in the domain. */
const NAMES = {
  first_name: 'firstName',
  last_name: 'lastName',
  date_of_birth: 'dateOfBirth',
  business_name: 'businessName',
  business_registration_number: 'businessRegistrationNumber',
  vat_number: 'vatNumber',
  email: 'email',
  phone_e164: 'phoneE164',
  address_line1: 'addressLine1',
  address_line2: 'addressLine2',
  city: 'city',
  state: 'state',
  postal_code: 'postalCode',
  id_doc_type: 'idDocType',
  id_doc_number: 'idDocNumber',
  id_doc_country: 'idDocCountry',
  notes: 'notes',
} as const satisfies Partial<Record<keyof EndUserDto, keyof PersonalDetails>>;

export function detailsOf(body: CreateEndUserDto): PersonalDetails {
  const entries = Object.entries(NAMES).map(([from, to]) => [to, body[from as keyof typeof NAMES] ?? null]);
  return { ...(Object.fromEntries(entries) as PersonalDetails), postalCode: body.postal_code ?? '' };
}

export function endUserChangeOf(body: ChangeEndUserDto): EndUserChange {
  const entries = Object.entries({ ...NAMES, country: 'country' })
    .map(([from, to]) => [to, body[from as keyof ChangeEndUserDto]])
    .filter(([, value]) => value !== undefined);
  const change = Object.fromEntries(entries) as EndUserChange;
  return body.postal_code === null ? { ...change, postalCode: '' } : change;
}
