import type { NumberType, SortOrder } from '@trunkline/kernel';
import {
  MARKUP_PCT_MAX,
  type NewPriceRule,
  PRICE_TERM_CENTS_MAX,
  PRICE_TERMS_DEFAULTS,
  type PriceRuleView,
} from '@trunkline/numbering';
import { NUMBER_SUPPLIERS } from '@trunkline/platform';
import {
  Cents,
  Decimal,
  Id,
  Nested,
  OneOf,
  PageQuery,
  PartialType,
  QueryFlag,
  QueryOrder,
  Texts,
  UnixTime,
  WithDefaults,
} from '../../http';
import { NumberTypeField, SoldCountry } from '../../numbering/lifecycle/number-fields';

const SUPPLIER = { description: 'Supplier of the numbers.', values: NUMBER_SUPPLIERS, name: 'NumberSupplierName' };
const MARKUP_PLACES = 4;

const amount = (description: string) => ({ description, example: 0, min: 0, max: PRICE_TERM_CENTS_MAX });

class NumberPriceSettings {
  @Id({ description: 'Only numbers of this account; null for all accounts.', prefix: 'acc', nullable: true })
  accountId: string | null;

  @OneOf({ ...SUPPLIER, description: 'Only numbers of this supplier; null for all suppliers.', nullable: true })
  supplier: string | null;

  @SoldCountry({ description: 'Only numbers of this country; null for all countries.', nullable: true })
  country: string | null;

  @NumberTypeField({ description: 'Only numbers of this type; null for all types.', nullable: true })
  numberType: NumberType | null;

  @Decimal({
    description:
      'Percentage that is added to the cost of the month and of the setup, which are rounded up to whole cents.',
    example: 25.5,
    min: 0,
    max: MARKUP_PCT_MAX,
    places: MARKUP_PLACES,
  })
  markupPct: number;

  @Cents(amount('Amount that is added to the marked-up monthly cost.'))
  addMonthlyCents: number;

  @Cents(amount('Amount that is added to the marked-up setup cost.'))
  addSetupCents: number;

  @Cents(amount('Lowest monthly price.'))
  minMonthlyCents: number;

  @Cents(amount('Lowest setup price.'))
  minSetupCents: number;

  @UnixTime({
    description: 'Time from which the rule holds, not in the past. Without it, the rule holds from the next search.',
  })
  effectiveFrom: Date;
}

export class CreateNumberPriceBody extends WithDefaults(NumberPriceSettings, {
  accountId: null,
  supplier: null,
  country: null,
  numberType: null,
  markupPct: 0,
  ...PRICE_TERMS_DEFAULTS,
  effectiveFrom: undefined,
}) {}

/** A rule that is only previewed. */
export class PreviewNumberPriceBody extends PartialType(CreateNumberPriceBody) {}

export class NumberPriceDto extends NumberPriceSettings {
  @Id({ description: 'ID of the rule.', prefix: 'npr' })
  id: string;

  @UnixTime({ description: 'When a later rule for the same numbers replaces it; null when none does.', nullable: true })
  replacedAt: Date | null;

  @UnixTime({ description: 'Creation time.' })
  createdAt: Date;
}

export class ListNumberPricesQuery extends PageQuery {
  @Id({ description: 'Only rules of this account.', prefix: 'acc', optional: true })
  accountId?: string;

  @OneOf({ ...SUPPLIER, description: 'Only rules of this supplier.', optional: true })
  supplier?: string;

  @SoldCountry({ description: 'Only rules of this country.', optional: true })
  country?: string;

  @NumberTypeField({ description: 'Only rules of this type.', optional: true })
  numberType?: NumberType;

  @QueryFlag({ description: 'Filters by whether a later rule for the same numbers replaces the rule.' })
  replaced?: boolean;

  @QueryOrder({ description: 'Sort order, by creation time.' })
  order?: SortOrder;
}

export class PricePreviewDto {
  @OneOf(SUPPLIER)
  supplier: string;

  @SoldCountry()
  country: string;

  @NumberTypeField()
  numberType: string;

  @Cents({ description: 'Lowest monthly cost of these numbers.', example: 100 })
  costCents: number;

  @Cents({ description: 'Monthly price at this cost without the rule.', example: 100 })
  priceCents: number;

  @Cents({ description: 'Monthly price at this cost with the rule.', example: 126 })
  newPriceCents: number;
}

export class RulePreviewDto {
  @Nested(() => PricePreviewDto, {
    description: 'The cheapest numbers of each supplier, country and type that the rule would price.',
    many: true,
    max: 5000,
  })
  prices: readonly PricePreviewDto[];

  @Texts({ description: 'Suppliers that did not respond, whose numbers are missing.', example: [] })
  unavailable: readonly string[];
}

const ALL = { accountId: null, supplier: null, country: null, numberType: null };

/** `String` gives the decimal that the client sent, and the domain computes with it exactly. */
export function priceRuleOf({ markupPct = 0, effectiveFrom, ...settings }: CreateNumberPriceBody): NewPriceRule {
  return {
    ...PRICE_TERMS_DEFAULTS,
    ...ALL,
    ...settings,
    markupPct: String(markupPct),
    effectiveFrom: effectiveFrom ?? null,
  };
}

export function toNumberPriceDto(rule: PriceRuleView): NumberPriceDto {
  return { ...rule, markupPct: Number(rule.markupPct) };
}
