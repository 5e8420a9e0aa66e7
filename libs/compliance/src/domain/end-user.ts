import { type EndUserDetails, type EndUserKind, invalidFields, newId, spellingsOf } from '@trunkline/kernel';
import { isFuture } from './document';

export const ID_DOC_TYPES = [
  'passport',
  'drivers_license',
  'national_id',
  'business_registration',
  'tax_certificate',
] as const;
const SEPARATORS = /[\s,;]+/gu;
export type IdDocType = (typeof ID_DOC_TYPES)[number];

/** The personal data of an end user. Sealed at rest. */
export interface PersonalDetails extends EndUserDetails {
  readonly idDocType: IdDocType | null;
  readonly idDocCountry: string | null;
}

export const END_USER_DEFAULTS = {
  firstName: null,
  lastName: null,
  dateOfBirth: null,
  businessName: null,
  businessRegistrationNumber: null,
  vatNumber: null,
  email: null,
  phoneE164: null,
  addressLine2: null,
  state: null,
  postalCode: null,
  idDocType: null,
  idDocNumber: null,
  idDocCountry: null,
  notes: null,
};

export type EndUserChange = Partial<PersonalDetails> & { readonly country?: string };

/** Members that a reviewer does not check, so they may change while a bundle is approved. */
const UNREVIEWED: readonly (keyof EndUserChange)[] = ['email', 'phoneE164', 'notes'];

const NAME_RULE = 'is required for this kind of end user';
const BUSINESS_RULE = 'is only for end users of kind business';

/** A person or business that uses numbers. See docs/compliance.md#end-users. */
export class EndUser {
  private constructor(
    readonly id: string,
    readonly accountId: string,
    readonly kind: EndUserKind,
    public country: string,
    public details: PersonalDetails,
    readonly createdAt: Date,
    public updatedAt: Date,
  ) {}

  /** Throws `invalid_input` for details that the kind forbids or lacks. */
  static create(
    { accountId, kind, country, details }: Pick<EndUser, 'accountId' | 'kind' | 'country' | 'details'>,
    now: Date,
  ): EndUser {
    assertFits(kind, country, details, now);
    return new EndUser(newId('eu'), accountId, kind, country, details, now, now);
  }

  /** Restores a stored end user. */
  static restore(state: Omit<EndUser, 'displayName' | 'change'>): EndUser {
    const { id, accountId, kind, country, details, createdAt, updatedAt } = state;
    return new EndUser(id, accountId, kind, country, details, createdAt, updatedAt);
  }

  get displayName(): string {
    const { businessName, firstName, lastName } = this.details;
    return businessName ?? [firstName, lastName].filter((part) => part !== null).join(' ');
  }

  /** Returns whether the change affects what a reviewer checks. One without members changes nothing. Throws `invalid_input`. */
  change({ country = this.country, ...change }: EndUserChange, now: Date): boolean {
    if (country === this.country && Object.keys(change).length === 0) return false;
    const before: EndUserChange = { ...this.details, country: this.country };
    const details = { ...this.details, ...change };
    assertFits(this.kind, country, details, now);
    this.details = details;
    this.country = country;
    this.updatedAt = now;
    const after: EndUserChange = { ...details, country };
    return (Object.keys(after) as (keyof EndUserChange)[]).some(
      (name) => before[name] !== after[name] && !UNREVIEWED.includes(name),
    );
  }
}

/**
 * Countries (ISO 3166-1 alpha-2) whose addresses have no postal code, or whose codes are hardly used. See "Postal addressing
 * systems in member countries" of the Universal Postal Union, as of November 2026.
 */
const WITHOUT_POSTAL_CODES = new Set([
  ...['AE', 'AG', 'AO', 'AQ', 'AW', 'BF', 'BI', 'BJ', 'BO', 'BQ', 'BS', 'BV', 'BW', 'BZ', 'CD', 'CF', 'CG', 'CI', 'CK'],
  ...['CM', 'CW', 'DJ', 'DM', 'ER', 'FJ', 'GA', 'GD', 'GH', 'GM', 'GQ', 'GY', 'HK', 'JM', 'KI', 'KM', 'KN', 'KP', 'LY'],
  ...['ML', 'MO', 'MR', 'MW', 'NR', 'NU', 'PA', 'QA', 'RW', 'SB', 'SC', 'SL', 'SO', 'SR', 'SS', 'ST', 'SX', 'SY', 'TD'],
  ...['TF', 'TG', 'TK', 'TL', 'TO', 'TV', 'UG', 'VU', 'YE', 'ZW'],
]);

function hasPostalCodes(country: string): boolean {
  return !WITHOUT_POSTAL_CODES.has(country);
}

function assertFits(kind: EndUserKind, country: string, details: PersonalDetails, now: Date): void {
  const { dateOfBirth, businessName, postalCode } = details;
  const faults = {
    ...(kind === 'person' ? faultsOfPerson(details) : businessName === null && { business_name: NAME_RULE }),
    ...(dateOfBirth !== null && isFuture(dateOfBirth, now) && { date_of_birth: 'must not be in the future' }),
    ...(postalCode === '' && hasPostalCodes(country) && { postal_code: 'is required in this country' }),
  };
  if (Object.keys(faults).length > 0) throw invalidFields(faults);
}

function faultsOfPerson(details: PersonalDetails): Record<string, string> {
  const { firstName, lastName, businessName, businessRegistrationNumber } = details;
  return {
    ...(firstName === null && { first_name: NAME_RULE }),
    ...(lastName === null && { last_name: NAME_RULE }),
    ...(businessName !== null && { business_name: BUSINESS_RULE }),
    ...(businessRegistrationNumber !== null && { business_registration_number: BUSINESS_RULE }),
  };
}

/** Returns the words by which an end user is found: of its names, its email, phone and document numbers. */
export function searchWordsOf({ details }: Pick<EndUser, 'details'>): string[] {
  const { firstName, lastName, businessName, email, phoneE164, businessRegistrationNumber, vatNumber } = details;
  const texts = [firstName, lastName, businessName, email, phoneE164, businessRegistrationNumber, vatNumber];
  return [
    ...new Set(texts.flatMap((text) => (text === null ? [] : [...wholeWordsOf(text), ...searchesFor(text).flat()]))),
  ];
}

/**
 * Returns the lists of words to search for: an end user is found if it has all words of one list. Each list is a spelling of
 * the text, without regard to case, accents and hyphens; the last has the words as they are written, such as an email address.
 */
export function searchesFor(text: string): string[][] {
  const parts = spellingsOf(text.replaceAll(SEPARATORS, ' ')).map((spelling) => spelling.split(' ').filter(Boolean));
  return [...parts, wholeWordsOf(text)].filter((words) => words.length > 0);
}

/** Splits a text into words at blanks only, without regard to case and accents. */
function wholeWordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.split(SEPARATORS).filter(Boolean);
}
