import { CURRENCY, invalidFields, type NumberType, type Principal } from '@trunkline/kernel';
import {
  actorOf,
  lists,
  type OfferSelection,
  type OrderRequest,
  type OrderView,
  type PlacedOrder,
} from '@trunkline/numbering';
import {
  Cents,
  Currency,
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
} from '../http';
import { agreed } from './supply/aliases';
import { AreaCodeField, NumberTypeField, SoldCountry } from './lifecycle/number-fields';
import { NumberDto, toNumberDto } from './lifecycle/numbers.dto';

type OrderStatus = OrderView['status'];

const REFERENCE_MAX = 100;
export const TOKEN_MAX = 4096;

export class NumberOrderDto {
  @Id({ description: 'ID of the order.', prefix: 'ord' })
  id: string;

  @OneOf({
    description:
      '`pending`: the outcome is not known yet. `provisioned`: the number is active. `pending_documents`: the number was ' +
      'bought and needs a compliance bundle. `failed`: nothing was bought or charged. `cancelled`: charges were refunded.',
    values: lists.ORDER_STATUSES,
    name: 'OrderStatus',
  })
  status: string;

  @E164({
    description: 'The requested number; null for any number of an area.',
    example: '+12125550123',
    nullable: true,
  })
  requestE164: string | null;

  @SoldCountry()
  country: string;

  @NumberTypeField()
  numberType: string;

  @AreaCodeField({ nullable: true })
  areaCode: string | null;

  @Cents({ description: 'Monthly price.', example: 100 })
  monthlyPriceCents: number;

  @Cents({ description: 'One-time setup price.', example: 0 })
  setupPriceCents: number;

  @Currency()
  currency: string;

  @Text({ description: 'Machine-readable reason for the failure.', example: null, nullable: true })
  errorCode: string | null;

  @Text({ description: 'Human-readable reason for the failure.', example: null, nullable: true, max: 1000 })
  errorMessage: string | null;

  @Id({ description: 'ID of the number that was bought.', prefix: 'num', nullable: true })
  assignedNumberId: string | null;

  @E164({ description: 'The number that was bought.', example: '+12125550123', nullable: true })
  assignedE164: string | null;

  @Text({ description: 'Your own reference.', example: 'PO 4711', nullable: true, max: REFERENCE_MAX })
  customerReference: string | null;

  @UnixTime({ description: 'When the order was placed.' })
  createdAt: Date;

  @UnixTime({ description: 'When the order was provisioned, failed or cancelled.', nullable: true })
  completedAt: Date | null;
}

/** Options of an order, apart from the number. */
export class OrderTermsDto {
  @Id({
    description: 'Active trunk to route the number to. Excludes `routing_profile_id`.',
    prefix: 'trk',
    optional: true,
  })
  trunkId?: string;

  @Id({ description: 'Active routing profile to route the number to.', prefix: 'rp', optional: true })
  routingProfileId?: string;

  @Id({ description: 'Matching bundle, submitted or approved.', prefix: 'cb', optional: true })
  complianceBundleId?: string;

  @Text({ description: 'Your own reference.', example: 'PO 4711', optional: true, max: REFERENCE_MAX })
  customerReference?: string;
}

/** Selects a search result, or any number of a country and type. Type and area each have two names. */
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
    description: 'Select token of a search result. Required without `country` and `type`.',
    example: 'k1.b3BhcXVl',
    optional: true,
    max: TOKEN_MAX,
  })
  selectToken?: string;

  @SoldCountry({ optional: true })
  country?: string;

  @NumberTypeField({ optional: true })
  type?: NumberType;

  @NumberTypeField({ description: 'Alias of `type`.', optional: true })
  numberType?: NumberType;

  @AreaCodeField({ optional: true })
  area?: string;

  @AreaCodeField({ description: 'Alias of `area`.', optional: true })
  areaCode?: string;

  @Integer({ description: 'Rejects the order if the monthly price is higher.', example: 500, min: 0, optional: true })
  maxMonthlyPriceCents?: number;
}

export class PlacedOrderDto {
  @Nested(() => NumberOrderDto, { description: 'The order.' })
  order: NumberOrderDto;

  @Nested(() => NumberDto, { description: 'The number; null until it is bought.', nullable: true })
  number: NumberDto | null;
}

export class ListOrdersQuery extends PageQuery {
  @QueryList({
    description: 'Only orders with these statuses.',
    example: 'provisioned',
    values: lists.ORDER_STATUSES,
    name: 'OrderStatus',
  })
  status?: OrderStatus[];

  @QueryCountries({ description: 'Only orders for these countries.' })
  country?: string[];

  @QueryTime({ description: 'Only orders placed at or after this time.' })
  from?: Date;

  @QueryTime({ description: 'Only orders placed before this time.' })
  to?: Date;
}

/** Returns the selection. Throws 422 for a token with other criteria, and for criteria without country and type. */
function selectionOf(body: OrderNumberDto): OfferSelection {
  const numberType = agreed({ type: body.type, number_type: body.numberType });
  const areaCode = agreed({ area: body.area, area_code: body.areaCode });
  const { selectToken, country } = body;
  if (selectToken !== undefined) {
    const { type, numberType: number_type, area, areaCode: area_code } = body;
    const besides = Object.entries({ country, type, number_type, area, area_code }).filter(([, value]) => value);
    if (besides.length === 0) return { selectToken };
    throw invalidFields(Object.fromEntries(besides.map(([name]) => [name, 'must not be sent with select_token'])));
  }
  if (country === undefined || numberType === undefined) {
    const message = 'is required without select_token';
    throw invalidFields({ ...(!country && { country: message }), ...(!numberType && { type: message }) });
  }
  return { country, numberType, areaCode: areaCode ?? null };
}

export function termsOf(body: OrderTermsDto) {
  return {
    trunkId: body.trunkId ?? null,
    routingProfileId: body.routingProfileId ?? null,
    complianceBundleId: body.complianceBundleId ?? null,
    customerReference: body.customerReference ?? null,
  };
}

export function orderRequestOf(who: Principal, operationId: string, body: OrderNumberDto): OrderRequest {
  const { complianceBundleId, customerReference, ...route } = termsOf(body);
  return {
    operationId,
    accountId: who.accountId,
    actor: actorOf(who),
    selection: selectionOf(body),
    route,
    complianceBundleId,
    customerReference,
    maxMonthlyPriceCents: body.maxMonthlyPriceCents ?? null,
  };
}

export function toNumberOrderDto(order: OrderView): NumberOrderDto {
  return { ...order, currency: CURRENCY };
}

export function toPlacedOrderDto({ order, number }: PlacedOrder): PlacedOrderDto {
  return { order: toNumberOrderDto(order), number: number && toNumberDto(number) };
}
