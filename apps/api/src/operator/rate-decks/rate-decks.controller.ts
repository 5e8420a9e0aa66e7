import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { PreviewDeck, RateDeckQueries, RateDecks, type RateFile, RateFileReader } from '@trunkline/cdr';
import { Clock, type Page } from '@trunkline/kernel';
import {
  type Download,
  Endpoint,
  ListQuery,
  mapPage,
  pageOfQuery,
  PathId,
  ReadsCsv,
  Tag,
  UploadedLines,
} from '../../http';
import { Operator } from '../operator.param';
import { deckAsCsv, listPrices } from './deck-prices';
import {
  ActivateRateDeckBody,
  DeckPreviewDto,
  DeckPriceDto,
  ListDeckPricesQuery,
  ListRateDecksQuery,
  PreviewQuery,
  RateDeckDto,
  RateDeckForm,
  toRateDeckDto,
  UploadRateDeckQuery,
} from './rate-decks.dto';

/** The decks of carriers have paths of their own. */
const CARRIER = null;

@Tag('Call prices')
@Controller('operator/rate-decks')
export class RateDecksController {
  constructor(
    private readonly decks: RateDecks,
    private readonly queries: RateDeckQueries,
    private readonly previews: PreviewDeck,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Endpoint({
    id: 'rateDecks.list',
    summary: 'List rate decks',
    description: 'Returns the decks of prices that customers pay. Newest first by default.',
    access: 'operator',
    page: RateDeckDto,
  })
  list(@ListQuery() query: ListRateDecksQuery): Promise<Page<RateDeckDto>> {
    const filter = { kind: query.kind ?? null, status: query.status ?? null, carrierId: CARRIER };
    const page = pageOfQuery(query, query.sort ?? 'created_at');
    return mapPage(this.queries.list(filter, page, this.clock.now()), toRateDeckDto);
  }

  @Post()
  @ReadsCsv(RateFileReader)
  @Endpoint({
    id: 'rateDecks.create',
    summary: 'Upload a rate deck',
    description:
      'Stores the prices of a CSV file as a draft, which prices no call or message until it is activated. `faults` names the lines that ' +
      'cannot be read; a deck with faults cannot be activated. Amounts are exact decimals in dollars. Send the file as ' +
      '`multipart/form-data`, or as `text/csv` with the other members in the query. Audited as `rate_deck.upload`.',
    access: 'operator',
    answer: RateDeckDto,
    csvForm: RateDeckForm,
  })
  async upload(
    @Operator() operator: string,
    @Query() { name, kind, mode }: UploadRateDeckQuery,
    @UploadedLines() file: RateFile,
  ): Promise<RateDeckDto> {
    const deck = { name, kind: kind ?? 'voice', mode: mode ?? 'full', carrierId: CARRIER } as const;
    return this.get(await this.decks.upload(operator, deck, file));
  }

  @Get(':id')
  @Endpoint({
    id: 'rateDecks.get',
    summary: 'Read a rate deck',
    description: 'Returns the deck without its prices.',
    access: 'operator',
    answer: RateDeckDto,
  })
  async get(@PathId() id: string): Promise<RateDeckDto> {
    return toRateDeckDto(await this.queries.view(id, CARRIER, this.clock.now()));
  }

  @Get(':id/rates')
  @Endpoint({
    id: 'rateDecks.rates.list',
    summary: 'List the prices of a rate deck',
    description: 'Returns the prices of one direction by prefix.',
    access: 'operator',
    page: DeckPriceDto,
  })
  async prices(@PathId() id: string, @ListQuery() query: ListDeckPricesQuery): Promise<Page<DeckPriceDto>> {
    return listPrices(this.queries, await this.get(id), query);
  }

  @Get(':id/export')
  @Endpoint({
    id: 'rateDecks.export',
    summary: 'Download a rate deck',
    description: 'Returns all prices as CSV, which can be uploaded again.',
    access: 'operator',
    file: 'text/csv',
  })
  async export(@PathId() id: string): Promise<Download> {
    return deckAsCsv(this.queries, await this.get(id));
  }

  @Get(':id/preview')
  @Endpoint({
    id: 'rateDecks.preview',
    summary: 'Preview a rate deck',
    description:
      'Compares the deck with another, by default the default deck of its kind: prices that are added, removed, raised and ' +
      'lowered, and what the calls of the last 30 days would have cost with either as the default deck. Changes nothing. ' +
      'Returns 409 if there is no default deck and `against` is missing.',
    access: 'operator',
    answer: DeckPreviewDto,
    fails: ['invalid_state'],
    isReport: true,
  })
  preview(@PathId() id: string, @Query() { against }: PreviewQuery): Promise<DeckPreviewDto> {
    return this.previews.preview(id, against ?? null);
  }

  @Post(':id/activate')
  @Endpoint({
    id: 'rateDecks.activate',
    summary: 'Activate a rate deck',
    description:
      'From `effective_from` the deck may be assigned to accounts; with `default` it also becomes the default deck of its kind. An ' +
      'active deck can become the default deck later. Calls that were decided and messages that were sent before keep their price. Returns 409 for a deck ' +
      'with faults, and if nothing would change. Audited as `rate_deck.activate`.',
    access: 'operator',
    status: 200,
    answer: RateDeckDto,
    fails: ['invalid_state'],
  })
  async activate(
    @Operator() operator: string,
    @PathId() id: string,
    @Body() { effectiveFrom, default: isDefault }: ActivateRateDeckBody,
  ): Promise<RateDeckDto> {
    await this.get(id);
    await this.decks.activate(operator, id, { effectiveFrom: effectiveFrom ?? null, isDefault: isDefault ?? false });
    return this.get(id);
  }

  @Delete(':id/activation')
  @Endpoint({
    id: 'rateDecks.withdraw',
    summary: 'Withdraw an activation',
    description:
      'Withdraws an activation that has not taken effect. Returns 409 if none lies ahead; a default deck that has taken effect ' +
      'is rolled back instead. Audited as `rate_deck.withdraw`.',
    access: 'operator',
    answer: RateDeckDto,
    fails: ['invalid_state'],
  })
  async withdraw(@Operator() operator: string, @PathId() id: string): Promise<RateDeckDto> {
    await this.get(id);
    await this.decks.withdraw(operator, id);
    return this.get(id);
  }

  @Post(':id/roll-back')
  @Endpoint({
    id: 'rateDecks.rollBack',
    summary: 'Roll back the default deck',
    description:
      'The default deck before this one is the default deck again, at once. The deck remains active, for accounts that have ' +
      'it. Returns 409 unless the deck is the default deck and another one was before. Audited as `rate_deck.roll_back`.',
    access: 'operator',
    status: 200,
    answer: RateDeckDto,
    fails: ['invalid_state'],
  })
  async rollBack(@Operator() operator: string, @PathId() id: string): Promise<RateDeckDto> {
    await this.get(id);
    await this.decks.rollBack(operator, id);
    return this.get(id);
  }
}
