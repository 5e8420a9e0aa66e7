import { Body, Controller, Delete, Get, Post } from '@nestjs/common';
import type { Principal } from '@trunkline/kernel';
import { type Cart, Carts, CheckOutCart, CheckoutQueries } from '@trunkline/numbering';
import { Endpoint, OperationId, PathId, Who, Tag } from '../../http';
import { AddCartItemDto, CartDto, ownerOf, toCartDto } from './cart.dto';
import { CheckOutDto, CheckoutOutcomeDto, checkoutRequestOf, toCheckoutOutcomeDto } from './checkouts.dto';

@Tag('Cart and checkout')
@Controller('v1/cart')
export class CartController {
  constructor(
    private readonly carts: Carts,
    private readonly checkOutCart: CheckOutCart,
    private readonly checkouts: CheckoutQueries,
  ) {}

  @Get()
  @Endpoint({
    id: 'cart.get',
    summary: 'Read the cart',
    description: 'One per user and account, and one per API key; it expires four hours after the last write.',
    access: 'numbers:read',
    answer: CartDto,
  })
  async get(@Who() who: Principal): Promise<CartDto> {
    return this.answer(await this.carts.get(ownerOf(who)));
  }

  @Post('items')
  @Endpoint({
    id: 'cart.items.create',
    summary: 'Put a row into the cart',
    description:
      'The offer is kept as it is now, longer than its token lives; checkout asks the supplier again. A number that is ' +
      'named is reserved at its supplier for some minutes, or until it is taken out. All carts of an account together ' +
      'reserve at most 5 numbers before the first top-up and in tier manual_review, 20 in self_serve, 100 in verified and ' +
      '500 in wholesale, and no more than the supplier allows: further items are checked, and kept with `reserved: false`.',
    access: 'numbers:write',
    answer: CartDto,
    fails: ['select_token_expired', 'cart_item_duplicate', 'number_unavailable', 'cart_full'],
    idempotency: 'operation',
  })
  async add(@Who() who: Principal, @OperationId() operationId: string, @Body() body: AddCartItemDto): Promise<CartDto> {
    const { select_token: selectToken, quantity = 1 } = body;
    return this.answer(await this.carts.add(ownerOf(who), { selectToken, quantity, operationId }));
  }

  @Delete('items/:id')
  @Endpoint({
    id: 'cart.items.delete',
    summary: 'Take an item out',
    access: 'numbers:write',
    answer: CartDto,
    fails: ['not_found'],
  })
  async remove(@Who() who: Principal, @PathId() id: string): Promise<CartDto> {
    return this.answer(await this.carts.remove(ownerOf(who), id));
  }

  @Delete()
  @Endpoint({ id: 'cart.clear', summary: 'Empty the cart', access: 'numbers:write', answer: CartDto })
  async clear(@Who() who: Principal): Promise<CartDto> {
    return this.answer(await this.carts.clear(ownerOf(who)));
  }

  @Post('checkout')
  @Endpoint({
    id: 'cart.checkout',
    summary: 'Check the cart out',
    description:
      'Asks every supplier again, sets the total aside, and orders each item; per number that is bought there is one ' +
      'charge. `balance_too_low` buys nothing. Bought items leave the cart, failed ones stay. A checkout buys what was in ' +
      'the cart when it began: the cart may be changed meanwhile, which changes nothing of it, and only another checkout ' +
      'has to wait. 504: the outcome of an order is unknown; repeat with the same Idempotency-Key, it never buys twice.',
    access: 'numbers:write',
    status: 200,
    answer: CheckoutOutcomeDto,
    fails: [
      'manual_review_required',
      'cart_empty',
      'checkout_in_progress',
      'trunk_not_active',
      'routing_profile_not_active',
      'compliance_bundle_not_usable',
      'supplier_timeout',
    ],
    idempotency: 'operation',
    limit: 'orders',
    isOrder: true,
  })
  async checkOut(
    @Who() who: Principal,
    @OperationId() operationId: string,
    @Body() body: CheckOutDto,
  ): Promise<CheckoutOutcomeDto> {
    const { id } = await this.checkOutCart.execute(ownerOf(who), checkoutRequestOf(who, operationId, body));
    return toCheckoutOutcomeDto(await this.checkouts.get(who.accountId, id));
  }

  private async answer(cart: Cart): Promise<CartDto> {
    return toCartDto(cart, await this.carts.reservedNumbers(cart));
  }
}
