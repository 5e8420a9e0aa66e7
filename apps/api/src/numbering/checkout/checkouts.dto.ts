import { type Principal, unixSeconds } from '@trunkline/kernel';
import { actorOf, CHECKOUT_OUTCOMES, type CheckoutRequest, type CheckoutView } from '@trunkline/numbering';
import { Cents, Id, Integer, Nested, OneOf, PageQuery, QueryList, QueryTime, Text, UnixTime } from '../../http';
import { NumberOrderDto, OrderTermsDto, termsOf, toNumberOrderDto, TOKEN_MAX } from '../orders/number-orders.dto';
import { NumberDto, toNumberDto } from '../lifecycle/numbers.dto';
import { CartItemSnapshotDto, CartTotalsDto, toSnapshotDto, toTotalsDto } from '../supply/offers.dto';

type CheckoutOutcome = (typeof CHECKOUT_OUTCOMES)[number];

export class CheckOutDto extends OrderTermsDto {
  @Integer({ description: 'Buy nothing if the total is above this by now.', example: 1000, min: 0, optional: true })
  max_total_cents?: number;
}

export class CheckoutItemOutcomeDto {
  @Id({ description: 'The item of the cart.', prefix: 'ci' })
  cart_item_id: string;

  @Text({ description: 'The token of the search, as it came.', max: TOKEN_MAX, example: 'k1.…' })
  select_token: string;

  @Nested(() => CartItemSnapshotDto, { description: 'What was sold, at the price of the checkout.' })
  snapshot: CartItemSnapshotDto;

  @Nested(() => NumberOrderDto, { description: 'The order, if one was placed.', nullable: true })
  order: NumberOrderDto | null;

  @Nested(() => NumberDto, { description: 'The number, if it was bought.', nullable: true })
  number: NumberDto | null;

  @OneOf({
    description: 'pending_documents: bought and charged, waits for a compliance bundle.',
    example: 'provisioned',
    values: ['provisioned', 'pending_documents', 'failed'],
    name: 'CheckoutItemStatus',
  })
  status: string;

  @Text({ description: 'Why it failed.', example: null, nullable: true })
  error_code: string | null;

  @Text({ description: 'The same for people.', example: null, nullable: true, max: 1000 })
  error_message: string | null;
}

export class CheckoutOutcomeDto {
  @Id({ description: 'Identifier.', prefix: 'chk' })
  checkout_id: string;

  @OneOf({
    description: 'How it went. balance_too_low: nothing was bought or charged.',
    example: 'all_provisioned',
    values: CHECKOUT_OUTCOMES,
    name: 'CheckoutStatus',
  })
  status: string;

  @Nested(() => CartTotalsDto, { description: 'Of all items, at the prices of the checkout.' })
  totals: CartTotalsDto;

  @Cents({ description: 'Sum of the charges, one per number that was bought.', example: 300 })
  charged_cents: number;

  @Nested(() => CheckoutItemOutcomeDto, { description: 'In the order of the cart.', many: true })
  items: CheckoutItemOutcomeDto[];

  @UnixTime({ description: 'When it began.' })
  created_at: number;
}

export class ListCheckoutsQuery extends PageQuery {
  @QueryList({ description: 'Only these.', example: 'partial', values: CHECKOUT_OUTCOMES })
  status?: CheckoutOutcome[];

  @QueryTime({ description: 'Begun at or after this time.' })
  from?: number;

  @QueryTime({ description: 'Begun before this time.' })
  to?: number;
}

export function checkoutRequestOf(who: Principal, operationId: string, body: CheckOutDto): CheckoutRequest {
  const maxTotalCents = body.max_total_cents ?? null;
  return { operationId, placedBy: actorOf(who), terms: termsOf(body), maxTotalCents };
}

function toItemOutcomeDto(item: CheckoutView['items'][number]): CheckoutItemOutcomeDto {
  return {
    cart_item_id: item.cartItemId,
    select_token: item.selectToken,
    snapshot: toSnapshotDto(item.offer),
    order: item.order && toNumberOrderDto(item.order),
    number: item.number && toNumberDto(item.number),
    status: item.status,
    error_code: item.errorCode,
    error_message: item.errorMessage,
  };
}

export function toCheckoutOutcomeDto(checkout: CheckoutView): CheckoutOutcomeDto {
  return {
    checkout_id: checkout.id,
    status: checkout.status,
    totals: toTotalsDto(checkout.totals),
    charged_cents: checkout.chargedCents,
    items: checkout.items.map(toItemOutcomeDto),
    created_at: unixSeconds(checkout.createdAt),
  };
}
