import { CURRENCY, unixSeconds, unixSecondsOrNull } from '@trunkline/kernel';
import { isPastDue, lists, type NumberFilters, type NumberView } from '@trunkline/numbering';
import {
  Cents,
  E164,
  Flag,
  Id,
  Integer,
  Nested,
  OneOf,
  PageQuery,
  QueryCountries,
  QueryDigits,
  QueryFlag,
  QueryIds,
  QueryList,
  QueryOneOf,
  QueryOrder,
  QueryTime,
  SchemaOf,
  Text,
  UnixTime,
} from '../../http';
import { NumberRegistrationDto, toNumberRegistrationDto } from './number-registration.dto';
import { AreaCodeField, CapabilitiesField, NumberTypeField, SoldCountry } from './number-fields';

type Capability = (typeof lists.CAPABILITIES)[number];
type NumberSort = (typeof lists.NUMBER_SORTS)[number];
type NumberStatus = (typeof lists.NUMBER_STATUSES)[number];

export const LABEL_MAX = 64;
const Q = /^\+?\d{3,15}$/;

@SchemaOf({ name: 'PhoneNumber' })
export class NumberDto {
  @Id({ description: 'ID of the number.', prefix: 'num' })
  id: string;

  @E164({ description: 'The number.', example: '+12125550123' })
  e164: string;

  @SoldCountry()
  country: string;

  @NumberTypeField()
  number_type: string;

  @AreaCodeField({ nullable: true })
  area_code: string | null;

  @Text({ description: 'Name of the region, as the supplier gives it.', example: 'New York', nullable: true })
  region: string | null;

  @Text({ description: 'City.', example: 'New York', nullable: true })
  city: string | null;

  @CapabilitiesField()
  capabilities: readonly string[];

  @Cents({ description: 'Monthly price.', example: 100 })
  monthly_price_cents: number;

  @Cents({ description: 'One-time setup price, charged on purchase.', example: 0 })
  setup_price_cents: number;

  @Text({ description: 'ISO 4217.', example: 'USD' })
  currency: string;

  @OneOf({
    description: '`active`: routable. `pending_documents`: needs a compliance bundle. `suspended`: not routable.',
    values: lists.NUMBER_STATUSES,
    name: 'NumberStatus',
  })
  status: string;

  @Flag({ description: 'Whether the number requires a compliance bundle.' })
  requires_activation: boolean;

  @UnixTime({ description: 'When the number was ordered.' })
  assigned_at: number;

  @UnixTime({
    description:
      'When the next month is charged: on the day of the month on which the number became active, or the last day before.',
  })
  next_billing_at: number;

  @UnixTime({ description: 'When the number was released.', nullable: true })
  released_at: number | null;

  @UnixTime({ description: 'When the number is scheduled to be released.', nullable: true })
  release_scheduled_at: number | null;

  @Id({ description: 'Trunk that the number routes to.', prefix: 'trk', nullable: true })
  trunk_id: string | null;

  @Id({ description: 'Routing profile that the number routes to.', prefix: 'rp', nullable: true })
  routing_profile_id: string | null;

  @Id({ description: 'Attached compliance bundle.', prefix: 'cb', nullable: true })
  compliance_bundle_id: string | null;

  @Nested(() => NumberRegistrationDto, {
    description:
      'Registration of the attached bundle with the supplier, which some suppliers require before the number works. Null ' +
      'where there is none.',
    nullable: true,
  })
  registration: NumberRegistrationDto | null;

  @Integer({ description: 'Failed charges since the last successful one.', example: 0 })
  failed_billing_attempts: number;

  @UnixTime({ description: 'When a monthly charge was last attempted; null before the first attempt.', nullable: true })
  last_billing_attempt_at: number | null;

  @Text({ description: 'Machine-readable reason why the last charge failed.', example: null, nullable: true })
  last_billing_failure_code: string | null;

  @Flag({ description: 'Whether the number is active with an outstanding charge.' })
  is_past_due: boolean;

  @Flag({ description: 'Whether the number is locked against release.' })
  deletion_lock: boolean;

  @Text({ description: 'Your own name for the number.', example: 'Support line', nullable: true })
  label: string | null;
}

export class ListNumbersQuery extends PageQuery {
  @QueryList({
    description: 'Only these statuses.',
    example: 'active',
    default: lists.NUMBER_STATUSES.filter((status) => status !== 'released'),
    values: lists.NUMBER_STATUSES,
    name: 'NumberStatus',
  })
  status?: NumberStatus[];

  @QueryCountries({ description: 'Only numbers of these countries.' })
  country?: string[];

  @QueryList({
    description: 'Only numbers of these types.',
    example: 'geographic',
    values: lists.NUMBER_TYPES,
    name: 'NumberType',
  })
  number_type?: lists.NumberType[];

  @QueryIds({ description: 'Only numbers that route to one of these trunks.', prefix: 'trk' })
  trunk_id?: string[];

  @QueryIds({ description: 'Only numbers that route to one of these routing profiles.', prefix: 'rp' })
  routing_profile_id?: string[];

  @QueryIds({ description: 'Only numbers with one of these bundles.', prefix: 'cb' })
  compliance_bundle_id?: string[];

  @QueryFlag({ description: 'Filters by whether the number has no route.' })
  unrouted?: boolean;

  @QueryFlag({ description: 'Filters by whether the number is past due.' })
  past_due?: boolean;

  @QueryFlag({ description: 'Filters by whether a release is scheduled.' })
  release_scheduled?: boolean;

  @QueryDigits({
    description: 'Digits anywhere in the number, from its start with `+`.',
    example: '2125',
    min: 3,
    max: 16,
    pattern: Q,
    hint: '3 to 15 digits',
  })
  q?: string;

  @QueryList({
    description: 'Required capabilities, comma-separated.',
    example: 'voice,sms',
    values: lists.CAPABILITIES,
    name: 'NumberCapability',
  })
  capabilities?: Capability[];

  @QueryTime({ description: 'Only numbers ordered at or after this time.' })
  assigned_from?: Date;

  @QueryTime({ description: 'Only numbers ordered before this time.' })
  assigned_to?: Date;

  @QueryOneOf({ description: 'Sort key.', default: 'assigned_at', values: lists.NUMBER_SORTS })
  sort?: NumberSort;

  @QueryOrder()
  order?: 'asc' | 'desc';
}

export function numberFiltersOf(query: ListNumbersQuery): NumberFilters {
  return {
    status: query.status,
    country: query.country,
    numberType: query.number_type,
    trunkId: query.trunk_id,
    routingProfileId: query.routing_profile_id,
    complianceBundleId: query.compliance_bundle_id,
    unrouted: query.unrouted,
    pastDue: query.past_due,
    releaseScheduled: query.release_scheduled,
    q: query.q,
    capabilities: query.capabilities,
    assignedFrom: query.assigned_from,
    assignedTo: query.assigned_to,
  };
}

export function toNumberDto(number: NumberView) {
  return {
    id: number.id,
    e164: number.e164,
    country: number.country,
    number_type: number.numberType,
    area_code: number.areaCode,
    region: number.region,
    city: number.city,
    capabilities: number.capabilities,
    monthly_price_cents: number.monthlyPriceCents,
    setup_price_cents: number.setupPriceCents,
    currency: CURRENCY,
    status: number.status,
    requires_activation: number.requiresActivation,
    assigned_at: unixSeconds(number.assignedAt),
    next_billing_at: unixSeconds(number.nextBillingAt),
    released_at: unixSecondsOrNull(number.releasedAt),
    release_scheduled_at: unixSecondsOrNull(number.releaseScheduledAt),
    trunk_id: number.trunkId,
    routing_profile_id: number.routingProfileId,
    compliance_bundle_id: number.complianceBundleId,
    registration: number.registration && toNumberRegistrationDto(number.registration),
    failed_billing_attempts: number.failedBillingAttempts,
    last_billing_attempt_at: unixSecondsOrNull(number.lastBillingAttemptAt),
    last_billing_failure_code: number.lastBillingFailureCode,
    is_past_due: isPastDue(number),
    deletion_lock: number.deletionLock,
    label: number.label,
  };
}
