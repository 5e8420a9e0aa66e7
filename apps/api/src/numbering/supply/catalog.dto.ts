import { type CatalogPage, lists, type OfferFilters } from '@trunkline/numbering';
import type { NumberType, Page } from '@trunkline/kernel';
import {
  Cents,
  Currency,
  Decimal,
  type FieldOptions,
  Flag,
  Id,
  Nested,
  OneOf,
  QueryFlag,
  QueryInteger,
  QueryList,
  QueryOneOf,
  Text,
  Texts,
  UnixTime,
} from '../../http';
import { agreed } from './aliases';
import { AreaCodeField, CapabilitiesField, NumberTypeField, SoldCountry } from '../lifecycle/number-fields';
import { RestrictionDto, toSnapshotDto } from './offers.dto';

type Capability = (typeof lists.CAPABILITIES)[number];
type SearchSort = (typeof lists.SEARCH_SORTS)[number];
type SearchSource = (typeof lists.SEARCH_SOURCES)[number];

const LIMIT = 20;
const LIMIT_MAX = 50;
/** A cursor holds the numbers already returned, so that no other supplier returns them again. */
const CURSOR_MAX = 5000;
const DIGITS = /^\d{2,10}$/;

function Digits(options: FieldOptions): PropertyDecorator {
  return Text({ optional: true, min: 2, max: 10, pattern: DIGITS, hint: '2 to 10 digits', ...options });
}

function Place(options: FieldOptions): PropertyDecorator {
  return Text({ optional: true, min: 2, max: 100, ...options });
}

export class SearchCatalogQuery {
  @SoldCountry()
  country: string;

  @NumberTypeField({ optional: true })
  numberType?: NumberType;

  @NumberTypeField({ description: 'Alias of `number_type`.', optional: true })
  type?: NumberType;

  @AreaCodeField({ optional: true })
  areaCode?: string;

  @AreaCodeField({ description: 'Alias of `area_code`.', optional: true })
  area?: string;

  @Place({ description: 'Prefix of the city name, without regard to case, accents and hyphens.', example: 'New' })
  city?: string;

  @Place({
    description: 'Prefix of the region name, without regard to case, accents and hyphens.',
    example: 'New York',
  })
  region?: string;

  @Digits({ description: 'Leading digits of the national number. Live results only.', example: '2125' })
  startsWith?: string;

  @Digits({ description: 'Digits anywhere in the national number. Live results only.', example: '777' })
  contains?: string;

  @Digits({ description: 'Trailing digits of the national number. Live results only.', example: '00' })
  endsWith?: string;

  @QueryList({
    description: 'Required capabilities, comma-separated.',
    example: 'voice,sms',
    values: lists.CAPABILITIES,
    name: 'NumberCapability',
  })
  capabilities?: Capability[];

  @QueryOneOf({
    description: '`live`: specific numbers. `availability`: any number of an area.',
    default: 'all',
    values: lists.SEARCH_SOURCES,
  })
  source?: SearchSource;

  @QueryFlag({ description: 'Whether documents are required to activate the number.' })
  requiresActivation?: boolean;

  @QueryInteger({ description: 'Highest monthly price.', example: 500, min: 0 })
  maxMonthlyPriceCents?: number;

  @QueryOneOf({ description: 'Sort key; ascending.', default: 'relevance', values: lists.SEARCH_SORTS })
  sort?: SearchSort;

  @QueryInteger({ description: 'Results per page.', example: LIMIT, default: LIMIT, min: 1, max: LIMIT_MAX })
  limit: number = LIMIT;

  @Text({
    description: 'The `next_cursor` of the previous page. Valid only with the same sort order and filters.',
    example: 'k1.b3BhcXVl',
    optional: true,
    max: CURSOR_MAX,
  })
  cursor?: string;
}

export class CatalogResultDto {
  @Text({
    description: 'The number, or a placeholder such as +1212XXXXXXX with `from_catalog`.',
    example: '+12125550123',
  })
  e164: string;

  @SoldCountry()
  country: string;

  @NumberTypeField()
  numberType: string;

  @Text({ description: 'Name of the region, as the supplier gives it.', example: 'New York' })
  region: string;

  @Text({ description: 'City.', example: 'New York', nullable: true })
  city: string | null;

  @AreaCodeField({ nullable: true })
  areaCode: string | null;

  @CapabilitiesField()
  capabilities: readonly string[];

  @Decimal({ description: 'Monthly price in USD.', example: 1 })
  monthlyPrice: number;

  @Cents({ description: 'Monthly price.', example: 100 })
  monthlyPriceCents: number;

  @Decimal({ description: 'One-time setup price in USD.', example: 0 })
  setupPrice: number;

  @Cents({ description: 'One-time setup price.', example: 0 })
  setupPriceCents: number;

  @Currency()
  currency: string;

  @Flag({ description: 'Whether documents are required to activate the number.' })
  requiresActivation: boolean;

  @Nested(() => RestrictionDto, { description: 'Restrictions that apply to the number.', many: true })
  restrictions: readonly RestrictionDto[];

  @Text({
    description: 'Orders this result. Valid for 30 minutes, and for this account only.',
    example: 'k1.…',
    max: 4096,
  })
  selectToken: string;

  @Texts({
    description: 'IDs of the approved compliance bundles that match this number.',
    example: ['cb_0mwpwspypf0fe757dea2bd772'],
  })
  compatibleBundleIds: readonly string[];

  @Flag({ description: 'True for any number of the area, assigned on purchase. False for a specific number.' })
  fromCatalog: boolean;
}

export class WarningDto {
  @OneOf({
    description: 'Machine-readable warning.',
    values: lists.CATALOG_WARNINGS,
    name: 'CatalogWarning',
  })
  code: string;

  @Text({ description: 'Human-readable warning.', example: 'A supplier is unavailable; its numbers are missing.' })
  message: string;
}

export class CatalogSearchDto {
  @Id({ description: 'ID of the search, the same for all its pages.', prefix: 'srch' })
  searchId: string;

  @UnixTime({ description: 'When the select tokens of this page expire. Cart items keep theirs.' })
  expiresAt: Date;

  @Nested(() => CatalogResultDto, { description: 'The results of this page.', many: true })
  items: CatalogResultDto[];

  @Text({
    description: 'Send it as `cursor` to get the next page. Null on the last page.',
    example: null,
    nullable: true,
    max: CURSOR_MAX,
  })
  nextCursor: string | null;

  @Nested(() => WarningDto, { description: 'Reasons why results may be missing.', many: true })
  warnings: readonly WarningDto[];
}

const orNull = <T>(value: T | undefined): T | null => value ?? null;

export function filtersOf(query: SearchCatalogQuery): OfferFilters {
  return {
    country: query.country,
    numberType: orNull(agreed({ number_type: query.numberType, type: query.type })),
    areaCode: orNull(agreed({ area_code: query.areaCode, area: query.area })),
    city: orNull(query.city),
    region: orNull(query.region),
    startsWith: orNull(query.startsWith),
    contains: orNull(query.contains),
    endsWith: orNull(query.endsWith),
    capabilities: query.capabilities ?? [],
    source: query.source ?? 'all',
    requiresActivation: orNull(query.requiresActivation),
    maxMonthlyPriceCents: orNull(query.maxMonthlyPriceCents),
  };
}

export function toCatalogResultDto({ offer, ...row }: CatalogPage['items'][number]): CatalogResultDto {
  const { monthlyPriceCents, setupPriceCents } = offer;
  return {
    ...toSnapshotDto(offer),
    ...row,
    city: offer.city,
    region: offer.region,
    monthlyPrice: monthlyPriceCents / 100,
    setupPrice: setupPriceCents / 100,
    restrictions: offer.restrictions,
  };
}

export function toCatalogSearchDto({ searchId, expiresAt, warnings }: CatalogPage, page: Page<CatalogResultDto>) {
  return { searchId, expiresAt, ...page, warnings };
}
