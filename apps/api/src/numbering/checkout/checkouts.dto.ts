import type { Principal } from '@trunkline/kernel';
import { actorOf, type CheckoutRequest, type CheckoutView, lists } from '@trunkline/numbering';
import { Cents, Id, Integer, Nested, OneOf, PageQuery, QueryList, QueryTime, Text, UnixTime } from '../../http';
import { NumberOrderDto, OrderTermsDto, termsOf, toNumberOrderDto, TOKEN_MAX } from '../number-orders.dto';
import { NumberDto, toNumberDto } from '../lifecycle/numbers.dto';
import { CartItemSnapshotDto, CartTotalsDto, toSnapshotDto, toTotalsDto } from '../supply/offers.dto';

type CheckoutOutcome = (typeof lists.CHECKOUT_OUTCOMES)[number];

export class CheckOutDto extends OrderTermsDto {
  @Integer({ description: 'Buys nothing if the total is higher at checkout.', example: 1000, min: 0, optional: true })
  maxTotalCents?: number;
}

export class CheckoutItemOutcomeDto {
  @Id({ description: 'ID of the cart item.', prefix: 'ci' })
  cartItemId: string;

  @Text({ description: 'Select token of the search result.', max: TOKEN_MAX, example: 'k1.…' })
  selectToken: string;

  @Nested(() => CartItemSnapshotDto, { description: 'The offer, at its price at checkout.' })
  snapshot: CartItemSnapshotDto;

  @Nested(() => NumberOrderDto, { description: 'The order; null if none was placed.', nullable: true })
  order: NumberOrderDto | null;

  @Nested(() => NumberDto, { description: 'The number; null if it was not bought.', nullable: true })
  number: NumberDto | null;

  @OneOf({
    description: '`pending_documents`: the number was bought and charged, and needs a compliance bundle.',
    values: ['provisioned', 'pending_documents', 'failed'],
    name: 'CheckoutItemStatus',
  })
  status: string;

  @Text({ description: 'Machine-readable reason for the failure.', example: null, nullable: true })
  errorCode: string | null;

  @Text({ description: 'Human-readable reason for the failure.', example: null, nullable: true, max: 1000 })
  errorMessage: string | null;
}

export class CheckoutOutcomeDto {
  @Id({ description: 'ID of the checkout.', prefix: 'chk' })
  checkoutId: string;

  @OneOf({
    description: 'Outcome. `balance_too_low`: nothing was bought or charged.',
    values: lists.CHECKOUT_OUTCOMES,
    name: 'CheckoutStatus',
  })
  status: string;

  @Nested(() => CartTotalsDto, { description: 'Totals of all items, at their prices at checkout.' })
  totals: CartTotalsDto;

  @Cents({ description: 'Sum of the charges for the numbers that were bought.', example: 300 })
  chargedCents: number;

  @Nested(() => CheckoutItemOutcomeDto, { description: 'Items, in the order of the cart.', many: true })
  items: CheckoutItemOutcomeDto[];

  @UnixTime({ description: 'When the checkout started.' })
  createdAt: Date;
}

export class ListCheckoutsQuery extends PageQuery {
  @QueryList({
    description: 'Only checkouts with these statuses.',
    example: 'partial',
    values: lists.CHECKOUT_OUTCOMES,
    name: 'CheckoutStatus',
  })
  status?: CheckoutOutcome[];

  @QueryTime({ description: 'Only checkouts started at or after this time.' })
  from?: Date;

  @QueryTime({ description: 'Only checkouts started before this time.' })
  to?: Date;
}

export function checkoutRequestOf(who: Principal, operationId: string, body: CheckOutDto): CheckoutRequest {
  const maxTotalCents = body.maxTotalCents ?? null;
  return { operationId, placedBy: actorOf(who), terms: termsOf(body), maxTotalCents };
}

function toItemOutcomeDto({ offer, order, number, ...item }: CheckoutView['items'][number]): CheckoutItemOutcomeDto {
  return {
    ...item,
    snapshot: toSnapshotDto(offer),
    order: order && toNumberOrderDto(order),
    number: number && toNumberDto(number),
  };
}

export function toCheckoutOutcomeDto({ id, totals, items, ...checkout }: CheckoutView): CheckoutOutcomeDto {
  return { ...checkout, checkoutId: id, totals: toTotalsDto(totals), items: items.map(toItemOutcomeDto) };
}
