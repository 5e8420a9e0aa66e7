import { CURRENCY, invalidFields, type Principal, unixSeconds } from '@trunkline/kernel';
import {
  actorOf,
  type NumberType,
  ORDER_STATUSES,
  type OrderRequest,
  type OrderView,
  type PlacedOrder,
  type OfferSelection,
} from '@trunkline/numbering';
import {
  Cents,
  E164,
  Id,
  Integer,
  Nested,
  OneOf,
  PageQuery,
  QueryCountries,
  QueryList,
  QueryTime,
  SchemaOf,
  Text,
  UnixTime,
} from '../../http';
import { agreed } from '../supply/aliases';
import { AreaCodeField, NumberTypeField, SoldCountry } from '../lifecycle/number-fields';
import { NumberDto, secondsOf, toNumberDto } from '../lifecycle/numbers.dto';

type OrderStatus = OrderView['status'];

export const REFERENCE_MAX = 100;
export const TOKEN_MAX = 4096;

export class NumberOrderDto {
  @Id({ description: 'Identifier.', prefix: 'ord' })
  id: string;

  @OneOf({
    description:
      'pending: the outcome is not known yet, read it again; provisioned: the number works; pending_documents: bought, ' +
      'waits for a compliance bundle; failed: nothing was bought or charged; cancelled: given back.',
    example: 'provisioned',
    values: ORDER_STATUSES,
    name: 'OrderStatus',
  })
  status: string;

  @E164({
    description: 'The number that was asked for; null: any in the area.',
    example: '+12125550123',
    nullable: true,
  })
  request_e164: string | null;

  @SoldCountry()
  country: string;

  @NumberTypeField()
  number_type: string;

  @AreaCodeField({ nullable: true })
  area_code: string | null;

  @Cents({ description: 'Per month.', example: 100 })
  monthly_price_cents: number;

  @Cents({ description: 'Once.', example: 0 })
  setup_price_cents: number;

  @Text({ description: 'ISO 4217.', example: 'USD' })
  currency: string;

  @Text({ description: 'Why it failed.', example: null, nullable: true })
  error_code: string | null;

  @Text({ description: 'The same for people.', example: null, nullable: true, max: 1000 })
  error_message: string | null;

  @Id({ description: 'The number that was bought.', prefix: 'num', nullable: true })
  assigned_number_id: string | null;

  @E164({ description: 'The same, as `/numbers/{e164}` takes it.', example: '+12125550123', nullable: true })
  assigned_e164: string | null;

  @Text({ description: 'Your own reference.', example: 'PO 4711', nullable: true, max: REFERENCE_MAX })
  customer_reference: string | null;

  @UnixTime({ description: 'When it was placed.' })
  created_at: number;

  @UnixTime({ description: 'When it was provisioned, failed or cancelled.', nullable: true })
  completed_at: number | null;
}

/** What an order may say beside the number that it wants. */
export class OrderTermsDto {
  @Id({ description: 'An active trunk that the number routes to. Not with a profile.', prefix: 'trk', optional: true })
  trunk_id?: string;

  @Id({ description: 'An active routing profile instead.', prefix: 'rp', optional: true })
  routing_profile_id?: string;

  @Id({ description: 'A bundle that fits, submitted or approved.', prefix: 'cb', optional: true })
  compliance_bundle_id?: string;

  @Text({ description: 'Your own reference.', example: 'PO 4711', optional: true, max: REFERENCE_MAX })
  customer_reference?: string;
}

/** Either a search result, or a country with a type under one of its two names. */
@SchemaOf({
  keywords: {
    oneOf: [
      { title: 'Search result', required: ['select_token'] },
      {
        title: 'Any number of a country and type',
        required: ['country'],
        anyOf: [{ required: ['type'] }, { required: ['number_type'] }],
      },
    ],
  },
})
export class OrderNumberDto extends OrderTermsDto {
  @Text({
    description: 'A row of a catalog search. Or say `country` and `type`.',
    example: 'k1.b3BhcXVl',
    optional: true,
    max: TOKEN_MAX,
  })
  select_token?: string;

  @SoldCountry({ optional: true })
  country?: string;

  @NumberTypeField({ optional: true })
  type?: NumberType;

  @NumberTypeField({ description: 'Another name for `type`.', optional: true })
  number_type?: NumberType;

  @AreaCodeField({ optional: true })
  area?: string;

  @AreaCodeField({ description: 'Another name for `area`.', optional: true })
  area_code?: string;

  @Integer({ description: 'Refuse to pay more than this a month.', example: 500, min: 0, optional: true })
  max_monthly_price_cents?: number;
}

export class PlacedOrderDto {
  @Nested(() => NumberOrderDto, { description: 'The order.' })
  order: NumberOrderDto;

  @Nested(() => NumberDto, { description: 'The number, once it is bought.', nullable: true })
  number: NumberDto | null;
}

export class ListOrdersQuery extends PageQuery {
  @QueryList({ description: 'Only these.', example: 'provisioned', values: ORDER_STATUSES })
  status?: OrderStatus[];

  @QueryCountries({ description: 'Only these.' })
  country?: string[];

  @QueryTime({ description: 'Placed at or after this time.' })
  from?: number;

  @QueryTime({ description: 'Placed before this time.' })
  to?: number;
}

/** Either the token of a row, or a country with a type. */
function selectionOf(body: OrderNumberDto): OfferSelection {
  const numberType = agreed({ type: body.type, number_type: body.number_type });
  const areaCode = agreed({ area: body.area, area_code: body.area_code });
  const { select_token: selectToken, country } = body;
  if (selectToken !== undefined) {
    const { type, number_type, area, area_code } = body;
    const besides = Object.entries({ country, type, number_type, area, area_code }).filter(([, value]) => value);
    if (besides.length === 0) return { selectToken };
    throw invalidFields(Object.fromEntries(besides.map(([name]) => [name, 'is not sent with select_token'])));
  }
  if (country === undefined || numberType === undefined) {
    const message = 'is required without select_token';
    throw invalidFields({ ...(!country && { country: message }), ...(!numberType && { type: message }) });
  }
  return { country, numberType, areaCode: areaCode ?? null };
}

export function termsOf(body: OrderTermsDto) {
  return {
    trunkId: body.trunk_id ?? null,
    routingProfileId: body.routing_profile_id ?? null,
    complianceBundleId: body.compliance_bundle_id ?? null,
    customerReference: body.customer_reference ?? null,
  };
}

export function orderRequestOf(who: Principal, operationId: string, body: OrderNumberDto): OrderRequest {
  const { complianceBundleId, customerReference, ...route } = termsOf(body);
  return {
    ...{ accountId: who.accountId, actor: actorOf(who), operationId, selection: selectionOf(body), route },
    ...{ complianceBundleId, customerReference, maxMonthlyPriceCents: body.max_monthly_price_cents ?? null },
  };
}

export function toNumberOrderDto(order: OrderView): NumberOrderDto {
  return {
    id: order.id,
    status: order.status,
    request_e164: order.requestE164,
    country: order.country,
    number_type: order.numberType,
    area_code: order.areaCode,
    monthly_price_cents: order.monthlyPriceCents,
    setup_price_cents: order.setupPriceCents,
    currency: CURRENCY,
    error_code: order.errorCode,
    error_message: order.errorMessage,
    assigned_number_id: order.assignedNumberId,
    assigned_e164: order.assignedE164,
    customer_reference: order.customerReference,
    created_at: unixSeconds(order.createdAt),
    completed_at: secondsOf(order.completedAt),
  };
}

export function toPlacedOrderDto({ order, number }: PlacedOrder): PlacedOrderDto {
  return { order: toNumberOrderDto(order), number: number && toNumberDto(number) };
}
