import { lists, type DeckPrice, type RateDeckView } from '@trunkline/cdr';
import { type Direction, DIRECTIONS, type SortOrder } from '@trunkline/kernel';
import {
  Cents,
  DescribedAs,
  Flag,
  Id,
  Integer,
  Nested,
  OneOf,
  PageQuery,
  QueryOneOf,
  QueryOrder,
  QueryPrefix,
  SchemaOf,
  Text,
  UnixTime,
} from '../../http';

const { DECK_KINDS, DECK_MODES, DECK_NAME_MAX, DECK_STATUSES } = lists;

const NAME = { description: 'Name of the deck.', example: 'Retail 2027', max: DECK_NAME_MAX };
const KIND = {
  description: '`voice`: prices per minute of calls. `sms`: prices per segment of messages.',
  values: DECK_KINDS,
  name: 'RateDeckKind',
};
const MODE = {
  description:
    '`full`: the file has all prices. `delta`: the file changes the deck in force as of the upload; lines without a rate ' +
    'remove a price.',
  values: DECK_MODES,
  name: 'RateDeckMode',
};

export class FileFaultDto {
  @Integer({ description: 'Line of the file; 1 is the header.', example: 17 })
  line: number;

  @Text({ description: 'Name of the column; null for the whole line.', example: 'rate_per_minute', nullable: true })
  column: string | null;

  @Text({ description: 'What is wrong.', example: 'must have at most 8 decimal places' })
  message: string;
}

export class RateDeckDto {
  @Id({ description: 'Rate deck ID.', prefix: 'deck' })
  id: string;

  @Text(NAME)
  name: string;

  @OneOf(KIND)
  kind: RateDeckView['kind'];

  @OneOf(MODE)
  mode: RateDeckView['mode'];

  @Id({ description: 'Deck to which a delta was applied.', prefix: 'deck', nullable: true })
  baseDeckId: string | null;

  @OneOf({
    description: '`draft`, or `active`: it may be assigned to accounts from `effective_from`.',
    values: DECK_STATUSES,
    name: 'RateDeckStatus',
  })
  status: RateDeckView['status'];

  @Flag({ description: 'Whether it is the default deck of its kind.' })
  default: boolean;

  @UnixTime({
    description: 'Since when, or from when, it is the default deck; null if it is not and does not become it.',
    nullable: true,
  })
  defaultFrom: Date | null;

  @Integer({ description: 'Number of prices.', example: 25_000 })
  rows: number;

  @Integer({ description: 'Number of faults in the file. A deck with faults cannot be activated.', example: 0 })
  faultCount: number;

  @Nested(() => FileFaultDto, { description: 'The first 100 faults.', many: true })
  faults: RateDeckView['faults'];

  @UnixTime({ description: 'Time from which the deck may be assigned to accounts; null for a draft.', nullable: true })
  effectiveFrom: Date | null;

  @UnixTime({ description: 'Time of the activation.', nullable: true })
  activatedAt: Date | null;

  @UnixTime({ description: 'Time of the upload.' })
  createdAt: Date;
}

/** The members beside the file of an upload. */
export class UploadRateDeckQuery {
  @Text(NAME)
  name: string;

  @QueryOneOf({ ...KIND, default: 'voice' })
  kind?: RateDeckView['kind'];

  @QueryOneOf({ ...MODE, default: 'full' })
  mode?: RateDeckView['mode'];
}

const FILE = {
  type: 'string',
  format: 'binary',
  description:
    'CSV in UTF-8 (RFC 4180), at most 32 MiB and 200,000 rows, with the header `prefix,description,direction,number_type,' +
    'rate_per_minute,connection_fee,first_s,next_s`, or for messages `prefix,description,direction,price_per_segment`. Amounts ' +
    'are decimals in dollars: rates with at most 8 places, fees in whole cents.',
  examples: ['(binary)'],
} as const;

@SchemaOf({ name: 'RateDeckForm' })
export class RateDeckForm extends UploadRateDeckQuery {
  @DescribedAs(FILE)
  file: string;
}

/** The members beside the file of a carrier's deck, whose prices are those of calls. */
export class UploadCarrierDeckQuery {
  @Text(NAME)
  name: string;

  @QueryOneOf({ ...MODE, default: 'full' })
  mode?: RateDeckView['mode'];
}

@SchemaOf({ name: 'CarrierRateDeckForm' })
export class CarrierDeckForm extends UploadCarrierDeckQuery {
  @DescribedAs(FILE)
  file: string;
}

export class ListCarrierDecksQuery extends PageQuery {
  @QueryOneOf({ description: 'Filters by status.', values: DECK_STATUSES, name: 'RateDeckStatus' })
  status?: RateDeckView['status'];

  @QueryOneOf({ description: 'Sort key.', default: 'created_at', values: ['created_at'] })
  sort?: 'created_at';

  @QueryOrder()
  order?: SortOrder;
}

export class ListRateDecksQuery extends ListCarrierDecksQuery {
  @QueryOneOf({ description: 'Filters by kind.', values: DECK_KINDS, name: 'RateDeckKind' })
  kind?: RateDeckView['kind'];
}

export class DeckPriceDto {
  @Text({ description: 'Prefix of the called number, without +; empty for every number.', example: '4915', min: 0 })
  prefix: string;

  @Text({ description: 'Destination.', example: 'Germany, mobile' })
  description: string;

  @OneOf({ description: 'Call direction.', values: DIRECTIONS, name: 'CallDirection' })
  direction: Direction;

  @Text({ description: 'Inbound: type of the called number; null for every type.', example: null, nullable: true })
  numberType: string | null;

  @Integer({
    description: 'Price per minute of a call, in millionths of a cent; null for messages.',
    example: 3_500_000,
    nullable: true,
  })
  ratePerMinuteMicrocents: number | null;

  @Cents({ description: 'Fee per answered call, in cents; null for messages.', example: 0, nullable: true })
  connectionFeeCents: number | null;

  @Integer({ description: 'Minimum charged time, in seconds; null for messages.', example: 60, nullable: true })
  firstS: number | null;

  @Integer({ description: 'Increment beyond `first_s`, in seconds; null for messages.', example: 1, nullable: true })
  nextS: number | null;

  @Integer({
    description: 'Price per segment of a message, in millionths of a cent; null for calls.',
    example: null,
    nullable: true,
  })
  pricePerSegmentMicrocents: number | null;
}

export class ListDeckPricesQuery extends PageQuery {
  @QueryOneOf({ description: 'Call direction.', default: 'outbound', values: DIRECTIONS, name: 'CallDirection' })
  direction?: Direction;

  @QueryPrefix({ description: 'Only prices whose prefix begins with these digits.', example: '49' })
  prefix?: string;

  @QueryOrder({ default: 'asc', description: 'Order by prefix.' })
  order?: SortOrder;
}

export class ActivateCarrierDeckBody {
  @UnixTime({
    description: 'When the activation takes effect; at once if it is left out or null.',
    optional: true,
    nullable: true,
  })
  effectiveFrom?: Date | null;
}

export class ActivateRateDeckBody extends ActivateCarrierDeckBody {
  @Flag({ description: 'Whether it replaces the default deck of its kind.', optional: true, default: false })
  default?: boolean;
}

export class PreviewQuery {
  @Id({
    description: 'Deck to compare with, instead of the default deck of the same kind.',
    prefix: 'deck',
    optional: true,
  })
  against?: string;
}

export class PriceMoveDto {
  @OneOf({ description: 'Call direction.', values: DIRECTIONS, name: 'CallDirection' })
  direction: Direction;

  @Text({ description: 'Prefix of the called number, without +; empty for every number.', example: '4915', min: 0 })
  prefix: string;

  @Text({ description: 'Inbound: type of the called number; null for every type.', example: null, nullable: true })
  numberType: string | null;

  @Text({ description: 'Destination.', example: 'Germany, mobile' })
  description: string;

  @Integer({
    description: 'Price per minute or segment in the other deck, in millionths of a cent.',
    example: 3_500_000,
    nullable: true,
  })
  rateBeforeMicrocents: number | null;

  @Integer({
    description: 'Price per minute or segment in this deck, in millionths of a cent.',
    example: 3_700_000,
    nullable: true,
  })
  rateAfterMicrocents: number | null;

  @Cents({ description: 'Fee per answered call in the other deck, in cents.', example: 0, nullable: true })
  feeBeforeCents: number | null;

  @Cents({ description: 'Fee per answered call in this deck, in cents.', example: 0, nullable: true })
  feeAfterCents: number | null;
}

export class PriceMovesDto {
  @Integer({ description: 'Number of prices.', example: 1 })
  count: number;

  @Nested(() => PriceMoveDto, {
    description: 'The 50 largest moves, by the price of a call of one minute or of a segment.',
    many: true,
  })
  prices: readonly PriceMoveDto[];
}

class PreviewedCostDto {
  @Integer({ description: 'Answered calls with a price. Emergency calls are not counted.', example: 1_200 })
  calls: number;

  @Cents({ description: 'What the calls were charged.', example: 5_120 })
  chargedCents: number;

  @Cents({ description: 'What they would have cost with the other deck as the default deck.', example: 5_120 })
  beforeCents: number;

  @Cents({ description: 'What they would have cost with this deck as the default deck.', example: 5_300 })
  afterCents: number;

  @Integer({
    description: 'Calls that have no price with the other deck: they are rejected, which is free.',
    example: 0,
  })
  unpricedBefore: number;

  @Integer({ description: 'Calls that have no price with this deck: they are rejected, which is free.', example: 0 })
  unpricedAfter: number;
}

export class AccountCostDto extends PreviewedCostDto {
  @Id({ description: 'Account ID.', prefix: 'acc' })
  accountId: string;
}

export class PreviewedCallsDto extends PreviewedCostDto {
  @UnixTime({ description: 'Start of the time: 30 days ago.' })
  from: Date;

  @UnixTime({ description: 'End of the time.' })
  to: Date;

  @Nested(() => AccountCostDto, { description: 'The 500 accounts with the largest differences.', many: true })
  accounts: readonly AccountCostDto[];
}

export class DeckPreviewDto {
  @Id({ description: 'Rate deck ID.', prefix: 'deck' })
  deckId: string;

  @Id({ description: 'The deck that it is compared with.', prefix: 'deck' })
  againstDeckId: string;

  @Nested(() => PriceMovesDto, { description: 'Prices that only this deck has.' })
  added: PriceMovesDto;

  @Nested(() => PriceMovesDto, { description: 'Prices that only the other deck has.' })
  removed: PriceMovesDto;

  @Nested(() => PriceMovesDto, { description: 'Prices that are higher in this deck.' })
  raised: PriceMovesDto;

  @Nested(() => PriceMovesDto, { description: 'Prices that are lower in this deck.' })
  lowered: PriceMovesDto;

  @Integer({ description: 'Number of prices that are the same.', example: 24_980 })
  unchanged: number;

  @Nested(() => PreviewedCallsDto, {
    description:
      'What the calls of the last 30 days would have cost, with the decks and discounts that accounts have now; null for ' +
      'decks of messages.',
    nullable: true,
  })
  calls: PreviewedCallsDto | null;
}

export function toRateDeckDto({ isDefault, ...deck }: RateDeckView): RateDeckDto {
  return { ...deck, default: isDefault };
}

const CALL_TERMS = { ratePerMinuteMicrocents: null, connectionFeeCents: null, firstS: null, nextS: null };

/** Returns how a price of a deck of the kind is shown. */
export function deckPriceDto(kind: RateDeckView['kind']): (price: DeckPrice) => DeckPriceDto {
  return ({ firstSeconds, nextSeconds, ...price }) =>
    kind === 'sms'
      ? { ...price, ...CALL_TERMS, pricePerSegmentMicrocents: price.ratePerMinuteMicrocents }
      : { ...price, firstS: firstSeconds, nextS: nextSeconds, pricePerSegmentMicrocents: null };
}
