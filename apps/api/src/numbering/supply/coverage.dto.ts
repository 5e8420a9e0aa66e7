import { type AreaStock, type CountryCoverage, lists, type Requirements } from '@trunkline/numbering';
import { Cents, Flag, Integer, ListOf, Nested, OneOf, PageQuery, QueryOneOf, Text, Texts } from '../../http';
import { AreaCodeField, CapabilitiesField, NumberTypeField, SoldCountry } from '../lifecycle/number-fields';
import { RestrictionDto, TERMS_MAX } from './offers.dto';

type EndUserKind = (typeof lists.END_USER_KINDS)[number];

const KINDS_TEXT = 'Kinds of end users of which it is required.';

export class TypeCoverageDto {
  @NumberTypeField()
  number_type: string;

  @CapabilitiesField()
  capabilities: readonly string[];

  @Flag({ description: 'Whether documents are required to activate the number.' })
  requires_activation: boolean;

  @Cents({ description: 'Lowest monthly price. Null when no supplier reports one.', example: 100, nullable: true })
  from_monthly_price_cents: number | null;
}

export class CountryCoverageDto {
  @SoldCountry()
  country: string;

  @Text({ description: 'English name.', example: 'United States' })
  name: string;

  @Text({ description: 'Calling code without `+`.', example: '1' })
  calling_code: string;

  @Nested(() => TypeCoverageDto, { description: 'Number types on sale.', many: true })
  number_types: TypeCoverageDto[];
}

export class CountriesDto {
  @Nested(() => CountryCoverageDto, { description: 'Countries by name.', many: true, max: 300 })
  items: CountryCoverageDto[];
}

export class ListAreasQuery extends PageQuery {
  @NumberTypeField({ optional: true })
  number_type?: lists.NumberType;

  @Text({
    description:
      'Prefix of the area code, or of the name of the city or region, without regard to case, accents and hyphens.',
    example: 'New',
    optional: true,
    max: 100,
  })
  q?: string;
}

export class AreaDto {
  @AreaCodeField({
    description: 'National destination code without the trunk 0; null for numbers without one.',
    nullable: true,
  })
  area_code: string | null;

  @Text({ description: 'City.', example: 'New York', nullable: true })
  city: string | null;

  @Text({ description: 'Region.', example: 'New York', nullable: true })
  region: string | null;

  @Flag({ description: 'Whether numbers are available.' })
  in_stock: boolean;

  @Cents({ description: 'Lowest monthly price. Null when no supplier reports one.', example: 100, nullable: true })
  from_monthly_price_cents: number | null;
}

export class RequirementsQuery {
  @SoldCountry()
  country: string;

  @NumberTypeField()
  number_type: lists.NumberType;

  @QueryOneOf({
    description: 'Only requirements for this kind of end user.',
    values: lists.END_USER_KINDS,
    name: 'EndUserKind',
  })
  end_user_kind?: EndUserKind;
}

export class RequiredFieldDto {
  @Text({ description: 'Member of the end user.', example: 'vat_number' })
  field: string;

  @Text({
    description: 'Why the field is required.',
    example: "The end user's tax number in this country.",
    max: TERMS_MAX,
  })
  reason: string;

  @ListOf({
    description: KINDS_TEXT,
    example: ['person', 'business'],
    values: lists.END_USER_KINDS,
    name: 'EndUserKind',
  })
  end_user_kinds: readonly string[];
}

export class RequiredDocumentDto {
  @OneOf({ description: 'What the document proves.', values: lists.DOCUMENT_PURPOSES, name: 'DocumentPurpose' })
  purpose: string;

  @Texts({ description: 'Accepted document types.', example: ['utility_bill', 'bank_statement'] })
  accepted_doc_types: readonly string[];

  @Integer({ description: 'Number of documents.', example: 1, min: 1 })
  quantity: number;

  @Integer({ description: 'Maximum age in days; null for any age.', example: 90, nullable: true })
  max_age_days: number | null;

  @Text({
    description: 'What the document is, where its purpose does not say it; otherwise null.',
    example: 'Signed letter of intent.',
    nullable: true,
    max: TERMS_MAX,
  })
  description: string | null;

  @ListOf({
    description: KINDS_TEXT,
    example: ['person', 'business'],
    values: lists.END_USER_KINDS,
    name: 'EndUserKind',
  })
  end_user_kinds: readonly string[];
}

export class RequirementsDto {
  @SoldCountry()
  country: string;

  @NumberTypeField()
  number_type: string;

  @Flag({
    description:
      'Whether the numbers work only with an approved compliance bundle. If false, the other members describe a bundle that ' +
      'you may attach.',
  })
  requires_activation: boolean;

  @ListOf({
    description: 'Kinds of end users that may use the number.',
    example: ['person', 'business'],
    values: lists.END_USER_KINDS,
    name: 'EndUserKind',
  })
  end_user_kinds: readonly string[];

  @Nested(() => RequiredFieldDto, { description: 'Required fields of the end user.', many: true })
  required_fields: readonly RequiredFieldDto[];

  @OneOf({
    description: 'Where the address must be: none required, anywhere, in the country, or in the area of the number.',
    values: lists.ADDRESS_SCOPES,
    name: 'AddressScope',
  })
  address: string;

  @Nested(() => RequiredDocumentDto, {
    description:
      'Required documents. Those with purpose `business` apply to businesses only. For a business, `identity` means its ' +
      'representative.',
    many: true,
  })
  documents: RequiredDocumentDto[];

  @Nested(() => RestrictionDto, { description: 'Restrictions that apply to the number.', many: true })
  restrictions: RestrictionDto[];

  @Integer({ description: 'Typical duration of a review, in hours.', example: 24 })
  typical_review_hours: number;
}

export function toCountriesDto(countries: readonly CountryCoverage[]): CountriesDto {
  return {
    items: countries.map(({ country, name, callingCode, numberTypes }) => ({
      country,
      name,
      calling_code: callingCode,
      number_types: numberTypes.map((type) => ({
        number_type: type.numberType,
        capabilities: type.capabilities,
        requires_activation: type.requiresActivation,
        from_monthly_price_cents: type.fromMonthlyPriceCents,
      })),
    })),
  };
}

export function toAreaDto({ areaCode, city, region, inStock, fromMonthlyPriceCents }: AreaStock): AreaDto {
  const from_monthly_price_cents = fromMonthlyPriceCents;
  return { area_code: areaCode || null, city, region, in_stock: inStock, from_monthly_price_cents };
}

export function toRequirementsDto(requirements: Requirements): RequirementsDto {
  return {
    country: requirements.country,
    number_type: requirements.numberType,
    requires_activation: requirements.requiresActivation,
    end_user_kinds: requirements.endUserKinds,
    required_fields: requirements.requiredFields.map(({ field, reason, endUserKinds }) => ({
      field,
      reason,
      end_user_kinds: endUserKinds ?? requirements.endUserKinds,
    })),
    address: requirements.address,
    documents: requirements.documents.map((document) => ({
      purpose: document.purpose,
      accepted_doc_types: document.acceptedDocTypes,
      quantity: document.quantity,
      max_age_days: document.maxAgeDays,
      description: document.description ?? null,
      end_user_kinds:
        document.endUserKinds ?? (document.purpose === 'business' ? ['business'] : requirements.endUserKinds),
    })),
    restrictions: requirements.restrictions.map(({ type, message, complianceCode }) => ({
      type,
      message,
      compliance_code: complianceCode,
    })),
    typical_review_hours: requirements.typicalReviewHours,
  };
}
