import { NUMBER_TYPES, type NumberType, type SortOrder } from '@trunkline/kernel';
import {
  lists,
  STOCK_CENTS_MAX,
  STOCK_DEFAULTS,
  STOCK_FAULTS_MAX,
  STOCK_PLACE_MAX,
  type StockItem,
  type StockView,
} from '@trunkline/numbering';
import {
  Cents,
  E164,
  Flag,
  Id,
  Integer,
  Nested,
  OneOf,
  PageQuery,
  PartialType,
  QueryCountries,
  QueryDigits,
  QueryIds,
  QueryList,
  QueryOrder,
  Text,
  UnixTime,
  WithDefaults,
} from '../../http';
import {
  AreaCodeField,
  CapabilitiesField,
  NumberTypeField,
  SoldCountry,
} from '../../numbering/lifecycle/number-fields';

export const STOCK_ITEMS_MAX = 1000;
const Q = /^\+?\d{3,15}$/;
const E164_MAX = 16;

/** What an operator sets of a number of the stock, besides its country. */
class StockSettings {
  @NumberTypeField()
  numberType: NumberType;

  @AreaCodeField({
    description: 'National destination code without the trunk 0, with which the number begins after its calling code.',
    example: '30',
    nullable: true,
  })
  areaCode: string | null;

  @Text({
    description: 'Region. A number without one shows its country.',
    example: 'Berlin',
    max: STOCK_PLACE_MAX,
    nullable: true,
  })
  region: string | null;

  @Text({ description: 'City.', example: 'Berlin', max: STOCK_PLACE_MAX, nullable: true })
  city: string | null;

  @CapabilitiesField({ min: 1, max: lists.CAPABILITIES.length })
  capabilities: StockView['capabilities'];

  @Cents({
    description: 'Cost of a month, in cents, from which the price is computed.',
    example: 80,
    min: 0,
    max: STOCK_CENTS_MAX,
  })
  monthlyCents: number;

  @Cents({
    description: 'Cost of the setup, in cents, from which the price is computed.',
    example: 0,
    min: 0,
    max: STOCK_CENTS_MAX,
  })
  setupCents: number;

  @Flag({ description: 'Whether the number needs an approved compliance bundle before it works.' })
  requiresActivation: boolean;

  @Id({
    description:
      'The carrier that brings calls to the number in; calls from other carriers are rejected. Null for any carrier. A ' +
      'carrier that is disabled or deleted no longer counts.',
    prefix: 'car',
    nullable: true,
  })
  carrierId: string | null;
}

class StockItemSettings extends StockSettings {
  @SoldCountry({ example: 'DE' })
  country: string;

  @Text({ description: 'The number, unless a range is sent.', example: '+493012345678', max: E164_MAX, nullable: true })
  e164: string | null;

  @Text({ description: 'First number of a range.', example: '+493012345000', max: E164_MAX, nullable: true })
  from: string | null;

  @Text({
    description: 'Last number of a range of at most 10,000.',
    example: '+493012345999',
    max: E164_MAX,
    nullable: true,
  })
  to: string | null;
}

class StockItemBody extends WithDefaults(StockItemSettings, { ...STOCK_DEFAULTS, e164: null, from: null, to: null }) {}

export class AddStockBody {
  @Nested(() => StockItemBody, {
    description: 'The numbers and ranges. Required in JSON.',
    many: true,
    optional: true,
    min: 1,
    max: STOCK_ITEMS_MAX,
  })
  items?: StockItemBody[];
}

class StockFaultDto {
  @Integer({ description: 'Line of the file, whose first is the header; or position in `items`, from 1.', example: 2 })
  line: number;

  @Text({ description: 'Column of the file, or member of the item.', example: 'e164' })
  column: string;

  @Text({ description: 'What is wrong.', example: '+493012345678 is in stock already.' })
  message: string;
}

export class AddedStockDto {
  @Integer({ description: 'How many numbers were added.', example: 999 })
  added: number;

  @Integer({ description: 'Number of all faults.', example: 1 })
  faultCount: number;

  @Nested(() => StockFaultDto, {
    description: `What was not added, and why: the first ${STOCK_FAULTS_MAX.toLocaleString('en')}.`,
    many: true,
    max: STOCK_FAULTS_MAX,
  })
  faults: readonly StockFaultDto[];
}

export class ChangeStockBody extends PartialType(StockSettings) {
  @OneOf({
    description:
      '`withdrawn` takes a number off sale, `free` puts it on sale. Not allowed for a number that is reserved or sold.',
    optional: true,
    values: lists.SETTABLE_STOCK_STATES,
    name: 'SettableStockState',
  })
  state?: (typeof lists.SETTABLE_STOCK_STATES)[number];
}

export class StockNumberDto extends StockSettings {
  @E164({ description: 'The number.', example: '+493012345678' })
  e164: string;

  @SoldCountry({ example: 'DE' })
  country: string;

  @OneOf({
    description:
      '`free`: for sale. `reserved`: in a cart, or being bought. `sold`: an account has it. `ageing`: released, and for sale ' +
      'again at `available_at`. `withdrawn`: not for sale.',
    values: lists.STOCK_STATES,
    name: 'StockState',
  })
  state: string;

  @Id({ description: 'The account that has reserved or bought it.', prefix: 'acc', nullable: true })
  accountId: string | null;

  @UnixTime({
    description: 'When the reservation or the ageing ends. A job makes the number free within a minute after it.',
    nullable: true,
  })
  availableAt: Date | null;

  @UnixTime({ description: 'When the number was added.' })
  createdAt: Date;

  @UnixTime({ description: 'When the number last changed.' })
  updatedAt: Date;
}

export class ListStockQuery extends PageQuery {
  @QueryList({ description: 'Only these states.', example: 'free', values: lists.STOCK_STATES, name: 'StockState' })
  state?: (typeof lists.STOCK_STATES)[number][];

  @QueryCountries({ description: 'Only numbers of these countries.' })
  country?: string[];

  @QueryList({
    description: 'Only numbers of these types.',
    example: 'geographic',
    values: NUMBER_TYPES,
    name: 'NumberType',
  })
  numberType?: NumberType[];

  @QueryIds({ description: 'Only numbers that one of these carriers brings in.', prefix: 'car' })
  carrierId?: string[];

  @QueryDigits({
    description: 'Digits anywhere in the number, from its start with `+`.',
    example: '3012',
    min: 3,
    max: 16,
    pattern: Q,
    hint: '3 to 15 digits',
  })
  q?: string;

  @QueryOrder()
  order?: SortOrder;
}

/** Returns the items as `AddStock` reads them, with their positions. */
export function stockItemsOf({ items = [] }: AddStockBody): StockItem[] {
  return items.map(({ e164 = null, from = null, to = null, carrierId = null, ...settings }, index) => {
    return { line: index + 1, e164, from, to, carrierId, terms: termsOf(settings) };
  });
}

type ItemTerms = Omit<StockItemBody, 'e164' | 'from' | 'to' | 'carrierId'>;

function termsOf({ areaCode, region, city, requiresActivation, ...terms }: ItemTerms): StockItem['terms'] {
  const { areaCode: noCode, region: noRegion, city: noCity, requiresActivation: none } = STOCK_DEFAULTS;
  return {
    ...terms,
    areaCode: areaCode ?? noCode,
    region: region ?? noRegion,
    city: city ?? noCity,
    requiresActivation: requiresActivation ?? none,
  };
}
