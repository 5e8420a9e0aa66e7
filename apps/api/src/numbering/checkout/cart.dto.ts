import type { Principal } from '@trunkline/kernel';
import { unixSeconds } from '@trunkline/kernel';
import { type Cart, CART_QUANTITY_MAX } from '@trunkline/numbering';
import { Flag, Id, Integer, Nested, Text, UnixTime } from '../../http';
import { TOKEN_MAX } from '../orders/number-orders.dto';
import { CartItemSnapshotDto, CartTotalsDto, toSnapshotDto, toTotalsDto } from '../supply/offers.dto';

export class CartItemDto extends CartItemSnapshotDto {
  @Id({ description: 'Identifier.', prefix: 'ci' })
  id: string;

  @Text({ description: 'The token of the search, as it came.', max: TOKEN_MAX, example: 'k1.…' })
  select_token: string;

  @UnixTime({ description: 'When it was put here.' })
  added_at: number;

  @Flag({
    description:
      'True while the supplier keeps the number for this account. False for a row that names no number, and for a number ' +
      'past the limit of the account or the supplier, or whose reservation has ended: checkout asks the supplier again, ' +
      'and fails the item with `number_unavailable` when the number was sold meanwhile.',
    example: true,
  })
  reserved: boolean;
}

export class CartDto {
  @Nested(() => CartItemDto, { description: 'In the order in which they came.', many: true })
  items: CartItemDto[];

  @Nested(() => CartTotalsDto, { description: 'Sums.' })
  totals: CartTotalsDto;

  @UnixTime({ description: 'When the first item came; null when it is empty.', nullable: true })
  created_at: number | null;

  @UnixTime({ description: 'The last write; null when it is empty.', nullable: true })
  updated_at: number | null;

  @UnixTime({ description: 'Four hours after the last write; null when it is empty.', nullable: true })
  expires_at_estimate: number | null;
}

export class AddCartItemDto {
  @Text({ description: 'A row of a catalog search.', max: TOKEN_MAX, example: 'k1.…' })
  select_token: string;

  @Integer({
    description: 'How many of a row with `from_catalog`.',
    example: 1,
    min: 1,
    max: CART_QUANTITY_MAX,
    optional: true,
  })
  quantity?: number;
}

/** One cart per user, and one per API key (contract, section 6). */
export function ownerOf({
  accountId,
  credential,
  credentialId,
  userId,
}: Principal): Pick<Cart, 'accountId' | 'ownerId'> {
  return { accountId, ownerId: credential === 'key' ? credentialId : userId };
}

function toCartItemDto(
  { id, offer, selectToken, addedAt }: Cart['items'][number],
  reserved: ReadonlySet<string>,
): CartItemDto {
  return Object.assign(toSnapshotDto(offer), {
    ...{ id, select_token: selectToken, added_at: unixSeconds(addedAt) },
    reserved: offer.e164 !== null && reserved.has(offer.e164),
  });
}

/** `reserved`: the numbers of the cart that suppliers keep for the account. */
export function toCartDto(
  { items, totals, createdAt, updatedAt, expiresAt }: Cart,
  reserved: ReadonlySet<string>,
): CartDto {
  const unlessEmpty = (at: Date) => (items.length > 0 ? unixSeconds(at) : null);
  return {
    items: items.map((item) => toCartItemDto(item, reserved)),
    totals: toTotalsDto(totals),
    created_at: unlessEmpty(createdAt),
    updated_at: unlessEmpty(updatedAt),
    expires_at_estimate: unlessEmpty(expiresAt),
  };
}
