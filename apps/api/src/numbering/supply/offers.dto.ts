import type { Cart, Offer } from '@trunkline/numbering';
import { CURRENCY, RESTRICTION_TYPES } from '@trunkline/kernel';
import { Cents, Currency, Flag, Integer, OneOf, Text } from '../../http';
import { AreaCodeField, CapabilitiesField, NumberTypeField, SoldCountry } from '../lifecycle/number-fields';

/** Terms of suppliers and regulators are returned verbatim and in full. */
export const TERMS_MAX = 20_000;

export class RestrictionDto {
  @OneOf({ description: 'Category.', values: RESTRICTION_TYPES, name: 'RestrictionType' })
  type: string;

  @Text({
    description: 'Human-readable text.',
    example: "The end user's address must be in the area of the number.",
    max: TERMS_MAX,
  })
  message: string;

  @Text({ description: 'Machine-readable code.', example: 'LOCAL-PRESENCE', nullable: true })
  complianceCode: string | null;
}

/** The offer at the time when it was added to the cart, or at checkout. */
export class CartItemSnapshotDto {
  @Text({
    description: 'The number, or a placeholder such as +1212XXXXXXX with `from_catalog`.',
    example: '+12125550123',
  })
  e164: string;

  @SoldCountry()
  country: string;

  @NumberTypeField()
  numberType: string;

  @AreaCodeField({ nullable: true })
  areaCode: string | null;

  @Text({ description: 'Name of the region, as the supplier gives it.', example: 'New York', nullable: true })
  region: string | null;

  @Cents({ description: 'Monthly price.', example: 100 })
  monthlyPriceCents: number;

  @Cents({ description: 'One-time setup price.', example: 0 })
  setupPriceCents: number;

  @Currency()
  currency: string;

  @CapabilitiesField()
  capabilities: readonly string[];

  @Flag({ description: 'True for any number of the area, assigned on purchase. False for a specific number.' })
  fromCatalog: boolean;

  @Flag({ description: 'Whether documents are required to activate the number.' })
  requiresActivation: boolean;
}

export class CartTotalsDto {
  @Integer({ description: 'Number of items.', example: 3 })
  itemCount: number;

  @Cents({ description: 'Sum of the monthly prices.', example: 300 })
  monthlyCents: number;

  @Cents({ description: 'Sum of the setup prices.', example: 0 })
  setupCents: number;

  @Cents({ description: 'Sum that checkout charges.', example: 300 })
  totalDueCents: number;

  @Currency()
  currency: string;
}

/** Returns the number of an offer, or its placeholder. */
export function shownNumberOf({ e164, placeholder }: Offer): string {
  return e164 ?? placeholder;
}

export function toSnapshotDto(offer: Offer) {
  return { ...offer, e164: shownNumberOf(offer), currency: CURRENCY, fromCatalog: offer.e164 === null };
}

export function toTotalsDto(totals: Cart['totals']): CartTotalsDto {
  return { ...totals, currency: CURRENCY };
}
