import {
  END_USER_DEFAULTS,
  type EndUserChange,
  type EndUserView,
  ID_DOC_TYPES,
  type IdDocType,
  type PersonalDetails,
} from '@trunkline/compliance';
import { END_USER_KINDS, type EndUserKind, type SortOrder } from '@trunkline/kernel';
import {
  CalendarDate,
  Country,
  E164,
  Email,
  Id,
  Integer,
  OneOf,
  PageQuery,
  PartialType,
  QueryAddressCountries,
  QueryList,
  QueryOrder,
  SchemaOf,
  Text,
  UnixTime,
  WithDefaults,
} from '../http';

const NAME_MAX = 100;
const NUMBER_MAX = 64;
const LINE_MAX = 200;
const POSTAL_CODE_MAX = 16;
const NOTES_MAX = 2000;
const QUERY_MAX = 200;

/** What a customer sets of an end user. */
class EndUserDetails {
  @Text({ description: 'First name. Required of a person.', example: 'Ada', max: NAME_MAX, nullable: true })
  firstName: string | null;

  @Text({ description: 'Last name. Required of a person.', example: 'Lovelace', max: NAME_MAX, nullable: true })
  lastName: string | null;

  @CalendarDate({ description: 'Date of birth. Some countries require it.', example: '1985-12-10', nullable: true })
  dateOfBirth: string | null;

  @Text({ description: 'Registered name. Required of a business.', example: null, max: NAME_MAX, nullable: true })
  businessName: string | null;

  @Text({ description: 'Number in the business register.', example: null, max: NUMBER_MAX, nullable: true })
  businessRegistrationNumber: string | null;

  @Text({ description: 'VAT number.', example: null, max: NUMBER_MAX, nullable: true })
  vatNumber: string | null;

  @Email({ description: 'Email address.', example: 'ada@example.com', nullable: true })
  email: string | null;

  @E164({ description: 'Contact phone number.', example: '+442071838750', nullable: true })
  phoneE164: string | null;

  @Text({ description: 'Second line of the address.', example: null, max: LINE_MAX, nullable: true })
  addressLine2: string | null;

  @Text({ description: 'State or province.', example: null, max: NAME_MAX, nullable: true })
  state: string | null;

  @Text({
    description: 'Postal code. Required, except in countries that have none.',
    example: 'SW1Y 4JH',
    min: 0,
    max: POSTAL_CODE_MAX,
    nullable: true,
  })
  postalCode: string | null;

  @OneOf({ description: 'Kind of the identity document.', values: ID_DOC_TYPES, name: 'IdDocType', nullable: true })
  idDocType: IdDocType | null;

  @Text({ description: 'Number of the identity document.', example: 'X4RTBPFW4', max: NUMBER_MAX, nullable: true })
  idDocNumber: string | null;

  @Country({ description: 'Country that issued the identity document.', example: 'GB', nullable: true })
  idDocCountry: string | null;

  @Text({ description: 'Free text.', example: null, max: NOTES_MAX, lines: true, nullable: true })
  notes: string | null;

  @Text({ description: 'First line of the address.', example: '12 St James’s Square', max: LINE_MAX })
  addressLine1: string;

  @Text({ description: 'City.', example: 'London', max: NAME_MAX })
  city: string;

  @Country({ description: 'Country of the address.', example: 'GB' })
  country: string;
}

export class CreateEndUserDto extends WithDefaults(EndUserDetails, END_USER_DEFAULTS) {
  @OneOf({ description: 'Kind of the end user. It cannot be changed.', values: END_USER_KINDS, name: 'EndUserKind' })
  kind: EndUserKind;
}

export class ChangeEndUserDto extends PartialType(EndUserDetails) {}

export class ListEndUsersQuery extends PageQuery {
  @QueryList({
    description: 'Only end users of these kinds.',
    example: 'business',
    values: END_USER_KINDS,
    name: 'EndUserKind',
  })
  kind?: EndUserKind[];

  @QueryAddressCountries({ description: 'Only end users in these countries.' })
  country?: readonly string[];

  @Text({
    description:
      'Whole words of the name, email, phone or registration numbers, without regard to case, accents and hyphens. All must match.',
    example: 'lovelace',
    max: QUERY_MAX,
    optional: true,
  })
  q?: string;

  @QueryOrder()
  order?: SortOrder;
}

@SchemaOf({ name: 'EndUser' })
export class EndUserDto extends EndUserDetails {
  @Id({ description: 'ID of the end user.', prefix: 'eu' })
  id: string;

  @OneOf({ description: 'Kind of the end user.', values: END_USER_KINDS, name: 'EndUserKind' })
  kind: string;

  @Text({ description: 'Postal code; empty in countries that have none.', example: 'SW1Y 4JH', min: 0 })
  override postalCode: string;

  @Text({ description: 'The business name, or first and last name.', example: 'Ada Lovelace' })
  displayName: string;

  @Integer({ description: 'Count of documents of the end user.', example: 2 })
  documentCount: number;

  @UnixTime({ description: 'When the end user was created.' })
  createdAt: Date;

  @UnixTime({ description: 'When the end user was last updated.' })
  updatedAt: Date;
}

export function toEndUserDto({ endUser, documentCount }: EndUserView): EndUserDto {
  const { details, displayName } = endUser;
  return Object.assign({}, endUser, details, { displayName, documentCount });
}

export function detailsOf(details: Omit<CreateEndUserDto, 'kind' | 'country'>): PersonalDetails {
  return { ...END_USER_DEFAULTS, ...details, postalCode: details.postalCode ?? '' };
}

export function endUserChangeOf({ postalCode, ...change }: ChangeEndUserDto): EndUserChange {
  return { ...change, ...(postalCode !== undefined && { postalCode: postalCode ?? '' }) };
}
