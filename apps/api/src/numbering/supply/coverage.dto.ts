import {
  ADDRESS_SCOPES,
  type AreaStock,
  type CountryCoverage,
  DOCUMENT_PURPOSES,
  END_USER_KINDS,
  type NumberType,
  type Requirements,
} from '@trunkline/numbering';
import { Cents, Flag, Integer, ListOf, Nested, OneOf, PageQuery, QueryOneOf, Text, Texts } from '../../http';
import { AreaCodeField, CapabilitiesField, NumberTypeField, SoldCountry } from '../lifecycle/number-fields';
import { RestrictionDto, TERMS_MAX } from './offers.dto';

type EndUserKind = (typeof END_USER_KINDS)[number];

export class TypeCoverageDto {
  @NumberTypeField()
  number_type: string;

  @CapabilitiesField()
  capabilities: readonly string[];

  @Flag({ description: 'Documents are needed before such a number works.', example: false })
  requires_activation: boolean;

  @Cents({ description: 'The lowest price per month.', example: 100 })
  from_monthly_price_cents: number;
}

export class CountryCoverageDto {
  @SoldCountry()
  country: string;

  @Text({ description: 'English name.', example: 'United States' })
  name: string;

  @Text({ description: 'Without the plus.', example: '1' })
  calling_code: string;

  @Nested(() => TypeCoverageDto, { description: 'What is sold there.', many: true })
  number_types: TypeCoverageDto[];
}

export class CountriesDto {
  @Nested(() => CountryCoverageDto, { description: 'By name.', many: true, max: 300 })
  items: CountryCoverageDto[];
}

export class ListAreasQuery extends PageQuery {
  @NumberTypeField({ optional: true })
  number_type?: NumberType;

  @Text({
    description: 'The beginning of the area code, or of the name of the city or region.',
    example: 'New',
    optional: true,
    max: 100,
  })
  q?: string;
}

export class AreaDto {
  @AreaCodeField({ description: 'Without the trunk 0; null where the numbers have none.', nullable: true })
  area_code: string | null;

  @Text({ description: 'City.', example: 'New York', nullable: true })
  city: string | null;

  @Text({ description: 'Region.', example: 'New York', nullable: true })
  region: string | null;

  @Flag({ description: 'Whether there is a number to buy.', example: true })
  in_stock: boolean;

  @Cents({ description: 'The lowest price per month.', example: 100 })
  from_monthly_price_cents: number;
}

export class RequirementsQuery {
  @SoldCountry()
  country: string;

  @NumberTypeField()
  number_type: NumberType;

  @QueryOneOf({ description: 'Only what is asked of these.', example: 'business', values: END_USER_KINDS })
  end_user_kind?: EndUserKind;
}

export class RequiredFieldDto {
  @Text({ description: 'What is asked for.', example: 'tax_id' })
  field: string;

  @Text({ description: 'Why.', example: "The end user's tax number in this country.", max: TERMS_MAX })
  reason: string;
}

export class RequiredDocumentDto {
  @OneOf({ description: 'What it proves.', example: 'address', values: DOCUMENT_PURPOSES, name: 'DocumentPurpose' })
  purpose: string;

  @Texts({ description: 'Any of these types.', example: ['utility_bill', 'bank_statement'] })
  accepted_doc_types: readonly string[];

  @Integer({ description: 'How many.', example: 1, min: 1 })
  quantity: number;

  @Integer({ description: 'Days since its issue at most; null: its age does not matter.', example: 90, nullable: true })
  max_age_days: number | null;
}

export class RequirementsDto {
  @SoldCountry()
  country: string;

  @NumberTypeField()
  number_type: string;

  @Flag({ description: 'Whether anything has to be handed in at all.', example: true })
  requires_activation: boolean;

  @ListOf({ description: 'Who may have such a number.', example: ['person', 'business'], values: END_USER_KINDS })
  end_user_kinds: readonly string[];

  @Nested(() => RequiredFieldDto, { description: 'Fields of the end user.', many: true })
  required_fields: readonly RequiredFieldDto[];

  @OneOf({
    description: 'Where the address has to be: nowhere, anywhere, in the country, or in the area of the number.',
    example: 'national',
    values: ADDRESS_SCOPES,
    name: 'AddressScope',
  })
  address: string;

  @Nested(() => RequiredDocumentDto, {
    description:
      "Papers. `business` ones are asked of businesses only; of a business, `identity` is its representative's.",
    many: true,
  })
  documents: RequiredDocumentDto[];

  @Nested(() => RestrictionDto, { description: 'What to know before buying.', many: true })
  restrictions: RestrictionDto[];

  @Integer({ description: 'How long a review takes as a rule.', example: 24 })
  typical_review_hours: number;
}

export function toCountriesDto(countries: readonly CountryCoverage[]): CountriesDto {
  return {
    items: countries.map(({ country, name, callingCode, numberTypes }) => ({
      ...{ country, name, calling_code: callingCode },
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
    required_fields: requirements.requiredFields,
    address: requirements.address,
    documents: requirements.documents.map(({ purpose, acceptedDocTypes, quantity, maxAgeDays }) => ({
      ...{ purpose, accepted_doc_types: acceptedDocTypes, quantity, max_age_days: maxAgeDays },
    })),
    restrictions: requirements.restrictions.map(({ type, message, complianceCode }) => ({
      ...{ type, message, compliance_code: complianceCode },
    })),
    typical_review_hours: requirements.typicalReviewHours,
  };
}
