import {
  ADDRESS_SCOPES,
  DOCUMENT_PURPOSES,
  END_USER_KINDS,
  type EndUserKind,
  type NumberType,
} from '@trunkline/kernel';
import { type AreaStock, type Requirements } from '@trunkline/numbering';
import { Cents, Flag, Integer, ListOf, Nested, OneOf, PageQuery, QueryOneOf, Text, Texts } from '../../http';
import { AreaCodeField, CapabilitiesField, NumberTypeField, SoldCountry } from '../lifecycle/number-fields';
import { RestrictionDto, TERMS_MAX } from './offers.dto';

const KINDS_TEXT = 'Kinds of end users of which it is required.';

export class TypeCoverageDto {
  @NumberTypeField()
  numberType: string;

  @CapabilitiesField()
  capabilities: readonly string[];

  @Flag({ description: 'Whether documents are required to activate the number.' })
  requiresActivation: boolean;

  @Cents({ description: 'Lowest monthly price. Null when no supplier reports one.', example: 100, nullable: true })
  fromMonthlyPriceCents: number | null;
}

export class CountryCoverageDto {
  @SoldCountry()
  country: string;

  @Text({ description: 'English name.', example: 'United States' })
  name: string;

  @Text({ description: 'Calling code without `+`.', example: '1' })
  callingCode: string;

  @Nested(() => TypeCoverageDto, { description: 'Number types on sale.', many: true })
  numberTypes: readonly TypeCoverageDto[];
}

export class CountriesDto {
  @Nested(() => CountryCoverageDto, { description: 'Countries by name.', many: true, max: 300 })
  items: readonly CountryCoverageDto[];
}

export class ListAreasQuery extends PageQuery {
  @NumberTypeField({ optional: true })
  numberType?: NumberType;

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
  areaCode: string | null;

  @Text({ description: 'City.', example: 'New York', nullable: true })
  city: string | null;

  @Text({ description: 'Region.', example: 'New York', nullable: true })
  region: string | null;

  @Flag({ description: 'Whether numbers are available.' })
  inStock: boolean;

  @Cents({ description: 'Lowest monthly price. Null when no supplier reports one.', example: 100, nullable: true })
  fromMonthlyPriceCents: number | null;
}

export class RequirementsQuery {
  @SoldCountry()
  country: string;

  @NumberTypeField()
  numberType: NumberType;

  @QueryOneOf({
    description: 'Only requirements for this kind of end user.',
    values: END_USER_KINDS,
    name: 'EndUserKind',
  })
  endUserKind?: EndUserKind;
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
    values: END_USER_KINDS,
    name: 'EndUserKind',
  })
  endUserKinds: readonly string[];
}

export class RequiredDocumentDto {
  @OneOf({ description: 'What the document proves.', values: DOCUMENT_PURPOSES, name: 'DocumentPurpose' })
  purpose: string;

  @Texts({ description: 'Accepted document types.', example: ['utility_bill', 'bank_statement'] })
  acceptedDocTypes: readonly string[];

  @Integer({ description: 'Number of documents.', example: 1, min: 1 })
  quantity: number;

  @Integer({ description: 'Maximum age in days; null for any age.', example: 90, nullable: true })
  maxAgeDays: number | null;

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
    values: END_USER_KINDS,
    name: 'EndUserKind',
  })
  endUserKinds: readonly string[];
}

export class RequirementsDto {
  @SoldCountry()
  country: string;

  @NumberTypeField()
  numberType: string;

  @Flag({
    description:
      'Whether the numbers work only with an approved compliance bundle. If false, the other members describe a bundle that ' +
      'you may attach.',
  })
  requiresActivation: boolean;

  @ListOf({
    description: 'Kinds of end users that may use the number.',
    example: ['person', 'business'],
    values: END_USER_KINDS,
    name: 'EndUserKind',
  })
  endUserKinds: readonly string[];

  @Nested(() => RequiredFieldDto, { description: 'Required fields of the end user.', many: true })
  requiredFields: readonly RequiredFieldDto[];

  @OneOf({
    description: 'Where the address must be: none required, anywhere, in the country, or in the area of the number.',
    values: ADDRESS_SCOPES,
    name: 'AddressScope',
  })
  address: string;

  @Nested(() => RequiredDocumentDto, {
    description:
      'Required documents. Those with purpose `business` apply to businesses only. For a business, `identity` means its ' +
      'representative.',
    many: true,
  })
  documents: readonly RequiredDocumentDto[];

  @Nested(() => RestrictionDto, { description: 'Restrictions that apply to the number.', many: true })
  restrictions: readonly RestrictionDto[];

  @Integer({ description: 'Typical duration of a review, in hours.', example: 24 })
  typicalReviewHours: number;
}

export function toAreaDto({ areaCode, ...area }: AreaStock): AreaDto {
  return { ...area, areaCode: areaCode || null };
}

export function toRequirementsDto({ requiredFields, documents, ...requirements }: Requirements): RequirementsDto {
  const { endUserKinds: all } = requirements;
  const business: readonly EndUserKind[] = ['business'];
  return {
    ...requirements,
    requiredFields: requiredFields.map((field) => ({ ...field, endUserKinds: field.endUserKinds ?? all })),
    documents: documents.map((document) => ({
      ...document,
      description: document.description ?? null,
      endUserKinds: document.endUserKinds ?? (document.purpose === 'business' ? business : all),
    })),
  };
}
