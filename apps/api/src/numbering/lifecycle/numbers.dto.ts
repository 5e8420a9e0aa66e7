import { CURRENCY, NUMBER_TYPES, type NumberType, REJECTION_CODES, type SortOrder } from '@trunkline/kernel';
import { isPastDue, LABEL_MAX, lists, NOTES_MAX, type NumberView } from '@trunkline/numbering';
import {
  Cents,
  Currency,
  E164,
  Flag,
  Id,
  Integer,
  type ListFormat,
  ListOf,
  Nested,
  OneOf,
  PageQuery,
  QueryCountries,
  QueryDigits,
  QueryFlag,
  QueryFormat,
  QueryIds,
  QueryList,
  QueryOneOf,
  QueryOrder,
  QueryTime,
  SchemaOf,
  Text,
  UnixTime,
} from '../../http';
import { AreaCodeField, CapabilitiesField, NumberTypeField, QueryTags, SoldCountry, TagsField } from './number-fields';

type Capability = (typeof lists.CAPABILITIES)[number];
type NumberSort = (typeof lists.NUMBER_SORTS)[number];
type NumberStatus = (typeof lists.NUMBER_STATUSES)[number];

export const SMS_WEBHOOK_URL_MAX = 2000;
/** Digits, or text with another character. */
const Q = /^\+?\d{3,15}$|[^+\d]/;
const Q_MAX = 100;

class NumberRegistrationDto {
  @OneOf({
    description:
      '`open`: sent to the supplier, or under review there. `registered`: the supplier accepted. `rejected`: it did not; copy ' +
      'the bundle, correct the copy and attach it. `failed`: the request failed for technical reasons, and support will ' +
      'retry it. `withdrawn`: the number no longer waits for this bundle. `revoked`: the supplier accepted, and no longer does: the ' +
      'number is suspended until it accepts another bundle.',
    values: lists.REGISTRATION_STATUSES,
    name: 'RegistrationStatus',
  })
  status: string;

  @ListOf({
    description: "The supplier's reasons for a rejection or revocation.",
    values: REJECTION_CODES,
    name: 'RejectionCode',
  })
  rejectionCodes: readonly string[];

  @UnixTime({ description: 'When the status last changed.' })
  updatedAt: number;
}

@SchemaOf({ name: 'PhoneNumber' })
export class NumberDto {
  @Id({ description: 'ID of the number.', prefix: 'num' })
  id: string;

  @E164({ description: 'The number.', example: '+12125550123' })
  e164: string;

  @SoldCountry()
  country: string;

  @NumberTypeField()
  numberType: string;

  @AreaCodeField({ nullable: true })
  areaCode: string | null;

  @Text({ description: 'Name of the region, as the supplier gives it.', example: 'New York', nullable: true })
  region: string | null;

  @Text({ description: 'City.', example: 'New York', nullable: true })
  city: string | null;

  @CapabilitiesField()
  capabilities: readonly string[];

  @Cents({ description: 'Monthly price.', example: 100 })
  monthlyPriceCents: number;

  @Cents({ description: 'One-time setup price, charged on purchase.', example: 0 })
  setupPriceCents: number;

  @Cents({
    description:
      'Announced monthly price of months that start at or after `price_changes_at`; null when none is announced.',
    example: null,
    nullable: true,
  })
  nextMonthlyPriceCents: number | null;

  @UnixTime({ description: 'When the monthly price changes; null when no change is announced.', nullable: true })
  priceChangesAt: Date | null;

  @Currency()
  currency: string;

  @OneOf({
    description: '`active`: routable. `pending_documents`: needs a compliance bundle. `suspended`: not routable.',
    values: lists.NUMBER_STATUSES,
    name: 'NumberStatus',
  })
  status: string;

  @Flag({ description: 'Whether the number requires a compliance bundle.' })
  requiresActivation: boolean;

  @UnixTime({ description: 'When the number was ordered.' })
  assignedAt: Date;

  @UnixTime({
    description:
      'When the next month is charged: on the day of the month on which the number became active, or the last day before.',
  })
  nextBillingAt: Date;

  @UnixTime({ description: 'When the number was released.', nullable: true })
  releasedAt: Date | null;

  @UnixTime({ description: 'When the number is scheduled to be released.', nullable: true })
  releaseScheduledAt: Date | null;

  @Id({ description: 'Trunk that the number routes to.', prefix: 'trk', nullable: true })
  trunkId: string | null;

  @Id({ description: 'Routing profile that the number routes to.', prefix: 'rp', nullable: true })
  routingProfileId: string | null;

  @Id({ description: 'Attached compliance bundle.', prefix: 'cb', nullable: true })
  complianceBundleId: string | null;

  @Nested(() => NumberRegistrationDto, {
    description:
      'Registration of the attached bundle with the supplier, which some suppliers require before the number works. Null ' +
      'where there is none.',
    nullable: true,
  })
  registration: NumberRegistrationDto | null;

  @Integer({ description: 'Failed charges since the last successful one.', example: 0 })
  failedBillingAttempts: number;

  @UnixTime({ description: 'When a monthly charge was last attempted; null before the first attempt.', nullable: true })
  lastBillingAttemptAt: Date | null;

  @Text({ description: 'Machine-readable reason why the last charge failed.', example: null, nullable: true })
  lastBillingFailureCode: string | null;

  @Flag({ description: 'Whether the number is active with an outstanding charge.' })
  isPastDue: boolean;

  @Flag({ description: 'Whether the number is locked against release.' })
  deletionLock: boolean;

  @Text({ description: 'Your own name for the number.', example: 'Support line', nullable: true })
  label: string | null;

  @TagsField({ description: 'Your tags of the number.' })
  tags: readonly string[];

  @Text({
    description: 'Your notes about the number.',
    example: 'Printed on the vans.',
    nullable: true,
    lines: true,
    max: NOTES_MAX,
  })
  notes: string | null;

  @Flag({ description: 'Whether requests of other carriers for the number are refused.' })
  portOutLock: boolean;

  @Flag({ description: 'Whether the number has a port-out PIN, without which no other carrier can port it.' })
  portOutPinSet: boolean;

  @UnixTime({
    description: 'When the number leaves for another carrier; null unless that is accepted.',
    nullable: true,
  })
  portOutAt: Date | null;

  @Text({
    description: 'Receives the `sms.received` events of this number, beside the webhook endpoints of the account.',
    example: 'https://hooks.example.com/messages',
    nullable: true,
    max: SMS_WEBHOOK_URL_MAX,
  })
  smsWebhookUrl: string | null;
}

const PLACE_MAX = 100;

function PlacePrefix(place: 'region' | 'city', { example }: { readonly example: string }): PropertyDecorator {
  const description = `Beginning of the name of the ${place}, without regard to case, accents and hyphens.`;
  return Text({ description, example, optional: true, max: PLACE_MAX });
}

export class ListNumbersQuery extends PageQuery {
  @QueryIds({ description: 'Only these numbers, by their IDs.', prefix: 'num' })
  id?: string[];

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
    values: NUMBER_TYPES,
    name: 'NumberType',
  })
  numberType?: NumberType[];

  @QueryIds({ description: 'Only numbers that route to one of these trunks.', prefix: 'trk' })
  trunkId?: string[];

  @QueryIds({ description: 'Only numbers that route to one of these routing profiles.', prefix: 'rp' })
  routingProfileId?: string[];

  @QueryIds({ description: 'Only numbers with one of these bundles.', prefix: 'cb' })
  complianceBundleId?: string[];

  @QueryFlag({ description: 'Filters by whether the number has no route.' })
  unrouted?: boolean;

  @QueryFlag({ description: 'Filters by whether the number is past due.' })
  pastDue?: boolean;

  @QueryFlag({ description: 'Filters by whether a release is scheduled.' })
  releaseScheduled?: boolean;

  @QueryFlag({ description: 'Filters by whether a change of the monthly price is announced.' })
  priceChanging?: boolean;

  @QueryDigits({
    description:
      'Digits anywhere in the number, from its start with `+`. Any other text is a part of the label, a tag or the notes, ' +
      'without regard to case, accents and hyphens.',
    example: '2125',
    min: 3,
    max: Q_MAX,
    pattern: Q,
    hint: `3 to 15 digits, or 3 to ${Q_MAX} characters of a label, tag or note`,
  })
  q?: string;

  @Text({
    description: 'Part of the label, without regard to case, accents and hyphens.',
    example: 'support',
    optional: true,
    max: LABEL_MAX,
  })
  label?: string;

  @QueryTags({ description: 'Required tags, comma-separated.', example: 'sales,berlin' })
  tag?: string[];

  @PlacePrefix('region', { example: 'Bav' })
  region?: string;

  @PlacePrefix('city', { example: 'Köln' })
  city?: string;

  @QueryList({
    description: 'Required capabilities, comma-separated.',
    example: 'voice,sms',
    values: lists.CAPABILITIES,
    name: 'NumberCapability',
  })
  capabilities?: Capability[];

  @QueryTime({ description: 'Only numbers ordered at or after this time.' })
  assignedFrom?: Date;

  @QueryTime({ description: 'Only numbers ordered before this time.' })
  assignedTo?: Date;

  @QueryOneOf({ description: 'Sort key.', default: 'assigned_at', values: lists.NUMBER_SORTS })
  sort?: NumberSort;

  @QueryOrder()
  order?: SortOrder;

  @QueryFormat()
  format?: ListFormat;
}

export function toNumberDto(number: NumberView) {
  return { ...number, currency: CURRENCY, isPastDue: isPastDue(number) };
}
