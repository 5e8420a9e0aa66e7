import type { Principal } from '@trunkline/kernel';
import { type Cart, CART_QUANTITY_MAX } from '@trunkline/numbering';
import { Flag, Id, Integer, Nested, Text, Texts, UnixTime } from '../../http';
import { TOKEN_MAX } from '../number-orders.dto';
import { CartItemSnapshotDto, CartTotalsDto, toSnapshotDto, toTotalsDto } from '../supply/offers.dto';

export class CartItemDto extends CartItemSnapshotDto {
  @Id({ description: 'ID of the cart item.', prefix: 'ci' })
  id: string;

  @Text({ description: 'Select token of the search result.', max: TOKEN_MAX, example: 'k1.…' })
  selectToken: string;

  @UnixTime({ description: 'When the item was added.' })
  addedAt: Date;

  @Flag({
    description:
      'True while the supplier reserves the number for this account. False with `from_catalog`, beyond the reservation ' +
      'limit of the account or the supplier, and after the reservation has expired: checkout then checks the number again, ' +
      'and the item fails with `number_unavailable` if it was sold.',
  })
  reserved: boolean;

  @Texts({
    description: 'IDs of the approved compliance bundles that match this number; empty without `requires_activation`.',
    example: [],
  })
  compatibleBundleIds: readonly string[];
}

export class CartDto {
  @Nested(() => CartItemDto, { description: 'Items, oldest first.', many: true })
  items: CartItemDto[];

  @Nested(() => CartTotalsDto, { description: 'Totals of all items.' })
  totals: CartTotalsDto;

  @UnixTime({ description: 'When the first item was added; null for an empty cart.', nullable: true })
  createdAt: Date | null;

  @UnixTime({ description: 'When the cart was last changed; null for an empty cart.', nullable: true })
  updatedAt: Date | null;

  @UnixTime({ description: 'Four hours after the last change; null for an empty cart.', nullable: true })
  expiresAtEstimate: Date | null;
}

export class AddCartItemDto {
  @Text({ description: 'Select token of a search result.', max: TOKEN_MAX, example: 'k1.…' })
  selectToken: string;

  @Integer({
    description: 'Quantity; more than 1 only with `from_catalog`.',
    example: 1,
    default: 1,
    min: 1,
    max: CART_QUANTITY_MAX,
    optional: true,
  })
  quantity?: number;
}

/** Returns the owner of the cart: the API key, or the user for other credentials. */
export function ownerOf({
  accountId,
  credential,
  credentialId,
  userId,
}: Principal): Pick<Cart, 'accountId' | 'ownerId'> {
  return { accountId, ownerId: credential === 'key' ? credentialId : userId };
}

interface CartState {
  /** The numbers of the cart that suppliers reserve for the account. */
  readonly reserved: ReadonlySet<string>;
  /** IDs of the approved bundles that match an item, by its ID. */
  readonly bundles: ReadonlyMap<string, readonly string[]>;
}

function toCartItemDto(
  { id, offer, selectToken, addedAt }: Cart['items'][number],
  { reserved, bundles }: CartState,
): CartItemDto {
  return {
    ...toSnapshotDto(offer),
    id,
    selectToken,
    addedAt,
    reserved: offer.e164 !== null && reserved.has(offer.e164),
    compatibleBundleIds: bundles.get(id) ?? [],
  };
}

export function toCartDto({ items, totals, createdAt, updatedAt, expiresAt }: Cart, state: CartState): CartDto {
  const unlessEmpty = (at: Date) => (items.length > 0 ? at : null);
  return {
    items: items.map((item) => toCartItemDto(item, state)),
    totals: toTotalsDto(totals),
    createdAt: unlessEmpty(createdAt),
    updatedAt: unlessEmpty(updatedAt),
    expiresAtEstimate: unlessEmpty(expiresAt),
  };
}
