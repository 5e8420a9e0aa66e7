import type { NumberType } from '@trunkline/kernel';
import { lists, type Repricing, type RepricingRequest } from '@trunkline/numbering';
import { NUMBER_SUPPLIERS } from '@trunkline/platform';
import { Cents, Id, Integer, Nested, OneOf, UnixTime } from '../../http';
import { NumberTypeField, SoldCountry } from '../../numbering/lifecycle/number-fields';

const SUPPLIER = { values: NUMBER_SUPPLIERS, name: 'NumberSupplierName' };
const GROUPS_MAX = 100;

export class RepricedNumbersDto {
  @Id({ description: 'Only numbers of this account.', prefix: 'acc', optional: true, nullable: true })
  accountId?: string | null;

  @OneOf({ ...SUPPLIER, description: 'Only numbers of this supplier.', optional: true, nullable: true })
  supplier?: string | null;

  @SoldCountry({ description: 'Only numbers of this country.', optional: true, nullable: true })
  country?: string | null;

  @NumberTypeField({ description: 'Only numbers of this type.', optional: true, nullable: true })
  numberType?: NumberType | null;
}

export class PreviewRepricingBody {
  @Nested(() => RepricedNumbersDto, { description: 'Which sold numbers; an empty object for all.' })
  filter: RepricedNumbersDto;

  @UnixTime({ description: 'Time from which months are charged at the new price; at least 30 days ahead.' })
  effectiveAt: Date;
}

export class StartRepricingBody extends PreviewRepricingBody {
  @Integer({ description: '`count` of the preview. Nothing is changed if it differs.', example: 120, min: 0 })
  expectedCount: number;
}

export class RepricedGroupDto {
  @Id({ description: 'Account with rules of its own; null for all others.', prefix: 'acc', nullable: true })
  accountId: string | null;

  @OneOf({ ...SUPPLIER, description: 'Supplier of the numbers.' })
  supplier: string;

  @SoldCountry()
  country: string;

  @NumberTypeField()
  numberType: string;

  @Cents({ description: 'Monthly cost of a number.', example: 100 })
  costCents: number;

  @Cents({ description: 'Monthly price now.', example: 100 })
  priceCents: number;

  @Cents({ description: 'Monthly price by the rules.', example: 125 })
  newPriceCents: number;

  @Integer({ description: 'Numbers with these amounts.', example: 120 })
  count: number;
}

export class RepricingPreviewDto {
  @Integer({ description: 'Numbers whose price would change.', example: 120 })
  count: number;

  @Integer({ description: 'Numbers whose price would stay.', example: 3 })
  unchangedCount: number;

  @Cents({ description: 'Change of the sum of their monthly prices; negative for a decrease.', example: 3000 })
  differenceCents: number;

  @Nested(() => RepricedGroupDto, {
    description: 'The largest changes, grouped by equal amounts.',
    many: true,
    max: GROUPS_MAX,
  })
  groups: readonly RepricedGroupDto[];
}

export class RepricingDto {
  @Id({ description: 'ID of the change of prices.', prefix: 'nrp' })
  id: string;

  @Nested(() => RepricedNumbersDto, { description: 'Which sold numbers.' })
  filter: RepricedNumbersDto;

  @UnixTime({ description: 'Time from which months are charged at the new price.' })
  effectiveAt: Date;

  @OneOf({
    description:
      '`running`: the worker announces the new prices. `completed`: all are announced. `withdrawing`, `withdrawn`: those that ' +
      'have not taken effect are withdrawn.',
    values: lists.REPRICING_STATUSES,
    name: 'RepricingStatus',
  })
  status: string;

  @Integer({ description: 'Numbers whose price change was announced.', example: 120 })
  changedCount: number;

  @Integer({ description: 'Numbers whose price change was withdrawn.', example: 0 })
  withdrawnCount: number;

  @UnixTime({ description: 'Creation time.' })
  createdAt: Date;

  @UnixTime({ description: 'When all numbers were processed.', nullable: true })
  completedAt: Date | null;
}

export function repricingOf({ filter, effectiveAt }: PreviewRepricingBody): RepricingRequest {
  const { accountId = null, supplier = null, country = null, numberType = null } = filter;
  return { filter: { accountId, supplier, country, numberType }, effectiveAt };
}

export function toRepricingDto({ accountId, supplier, country, numberType, ...repricing }: Repricing): RepricingDto {
  return { ...repricing, filter: { accountId, supplier, country, numberType } };
}
