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
    description:
      'Each user has one cart per account, and each API key has its own. A cart expires four hours after its last change.',
    access: 'numbers:read',
    answer: CartDto,
  })
  async get(@Who() who: Principal): Promise<CartDto> {
    return this.answer(await this.carts.get(ownerOf(who)));
  }

  @Post('items')
  @Endpoint({
    id: 'cart.items.create',
    summary: 'Add an item to the cart',
    description:
      'Stores the current offer beyond the expiry of its token; checkout checks it again. A specific number is reserved at ' +
      'its supplier for a few minutes, or until the item is removed. All carts of an account can reserve 5 numbers before ' +
      'the first top-up and in tier `manual_review`, 20 in `self_serve`, 100 in `verified` and 500 in `wholesale`, within ' +
      'the limit of the supplier. Further items are checked and added with `reserved: false`.',
    access: 'numbers:write',
    answer: CartDto,
    fails: ['select_token_expired', 'cart_item_duplicate', 'number_unavailable', 'cart_full'],
    idempotency: 'operation',
  })
  async add(
    @Who() who: Principal,
    @OperationId() operationId: string,
    @Body() { selectToken, quantity = 1 }: AddCartItemDto,
  ): Promise<CartDto> {
    return this.answer(await this.carts.add(ownerOf(who), { selectToken, quantity, operationId }));
  }

  @Delete('items/:id')
  @Endpoint({
    id: 'cart.items.delete',
    summary: 'Remove an item from the cart',
    description: 'Removes the item, whose number is available to others again, and returns the cart.',
    access: 'numbers:write',
    answer: CartDto,
  })
  async remove(@Who() who: Principal, @PathId() id: string): Promise<CartDto> {
    return this.answer(await this.carts.remove(ownerOf(who), id));
  }

  @Delete()
  @Endpoint({
    id: 'cart.clear',
    summary: 'Empty the cart',
    description: 'Removes all items, whose numbers are available to others again, and returns the empty cart.',
    access: 'numbers:write',
    answer: CartDto,
  })
  async clear(@Who() who: Principal): Promise<CartDto> {
    return this.answer(await this.carts.clear(ownerOf(who)));
  }

  @Post('checkout')
  @Endpoint({
    id: 'cart.checkout',
    summary: 'Check out the cart',
    description:
      'Checks every offer again, places a hold for the total, and orders each item. Each number that is bought is one ' +
      'charge. `balance_too_low` means that nothing was bought. Items that were bought leave the cart; failed items stay. ' +
      'The bundle is attached to the numbers that it matches. Items that need no documents are bought without it; others ' +
      'fail with `compliance_bundle_mismatch`, as do all items of a bundle that matches none. ' +
      'Changes to the cart during a checkout do not affect it; a second checkout is rejected. 504 means that the outcome ' +
      'of an order is unknown: repeat the request with the same `Idempotency-Key`. It never buys twice.',
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
    const { id } = await this.checkOutCart.checkOut(ownerOf(who), checkoutRequestOf(who, operationId, body));
    return toCheckoutOutcomeDto(await this.checkouts.get(who.accountId, id));
  }

  private async answer(cart: Cart): Promise<CartDto> {
    const reserved = await this.carts.reservedNumbers(cart);
    return toCartDto(cart, { reserved, bundles: await this.carts.compatibleBundles(cart) });
  }
}
