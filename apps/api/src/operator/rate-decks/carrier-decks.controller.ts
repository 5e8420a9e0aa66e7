import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { RateDeckQueries, RateDecks, type RateFile, RateFileReader } from '@trunkline/cdr';
import { Clock, type Page } from '@trunkline/kernel';
import { CarrierQueries } from '@trunkline/voice-routing';
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
  ActivateCarrierDeckBody,
  CarrierDeckForm,
  DeckPriceDto,
  ListCarrierDecksQuery,
  ListDeckPricesQuery,
  RateDeckDto,
  toRateDeckDto,
  UploadCarrierDeckQuery,
} from './rate-decks.dto';

const DECK = 'deck_id';

@Tag('Carriers')
@Controller('operator/carriers/:id/rate-decks')
export class CarrierDecksController {
  constructor(
    private readonly decks: RateDecks,
    private readonly queries: RateDeckQueries,
    private readonly carriers: CarrierQueries,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Endpoint({
    id: 'carriers.rateDecks.list',
    summary: 'List the rate decks of a carrier',
    description: 'Returns the decks of what the carrier charges. Newest first by default.',
    access: 'operator',
    page: RateDeckDto,
  })
  async list(@PathId() id: string, @ListQuery() query: ListCarrierDecksQuery): Promise<Page<RateDeckDto>> {
    await this.carriers.get(id);
    const page = pageOfQuery(query, query.sort ?? 'created_at');
    const filter = { kind: null, status: query.status ?? null, carrierId: id };
    return mapPage(this.queries.list(filter, page, this.clock.now()), toRateDeckDto);
  }

  @Post()
  @ReadsCsv(RateFileReader)
  @Endpoint({
    id: 'carriers.rateDecks.create',
    summary: 'Upload a rate deck of a carrier',
    description:
      'Stores what the carrier charges as a draft, like `POST /operator/rate-decks`. Outbound prices are those of calls over ' +
      'the carrier, inbound prices those of calls from its `source_networks`. Customers never see them. Audited as ' +
      '`rate_deck.upload`.',
    access: 'operator',
    answer: RateDeckDto,
    csvForm: CarrierDeckForm,
  })
  async upload(
    @PathId() id: string,
    @Operator() operator: string,
    @Query() { name, mode }: UploadCarrierDeckQuery,
    @UploadedLines() file: RateFile,
  ): Promise<RateDeckDto> {
    await this.carriers.get(id);
    const deck = { name, kind: 'voice', mode: mode ?? 'full', carrierId: id } as const;
    return this.get(id, await this.decks.upload(operator, deck, file));
  }

  @Get(`:${DECK}`)
  @Endpoint({
    id: 'carriers.rateDecks.get',
    summary: 'Read a rate deck of a carrier',
    description: 'Returns the deck without its prices.',
    access: 'operator',
    answer: RateDeckDto,
  })
  async get(@PathId() id: string, @PathId(DECK) deckId: string): Promise<RateDeckDto> {
    return toRateDeckDto(await this.queries.view(deckId, id, this.clock.now()));
  }

  @Get(`:${DECK}/rates`)
  @Endpoint({
    id: 'carriers.rates.list',
    summary: 'List the prices of a rate deck of a carrier',
    description: 'Returns the prices of one direction by prefix.',
    access: 'operator',
    page: DeckPriceDto,
  })
  async prices(
    @PathId() id: string,
    @PathId(DECK) deckId: string,
    @ListQuery() query: ListDeckPricesQuery,
  ): Promise<Page<DeckPriceDto>> {
    return listPrices(this.queries, await this.get(id, deckId), query);
  }

  @Get(`:${DECK}/export`)
  @Endpoint({
    id: 'carriers.rateDecks.export',
    summary: 'Download a rate deck of a carrier',
    description: 'Returns all prices as CSV, which can be uploaded again.',
    access: 'operator',
    file: 'text/csv',
  })
  async export(@PathId() id: string, @PathId(DECK) deckId: string): Promise<Download> {
    return deckAsCsv(this.queries, await this.get(id, deckId));
  }

  @Post(`:${DECK}/activate`)
  @Endpoint({
    id: 'carriers.rateDecks.activate',
    summary: 'Activate a rate deck of a carrier',
    description:
      'From `effective_from` it is the deck of the carrier. Calls that were decided before keep their cost. Returns 409 for a ' +
      'deck with faults, and if nothing would change. Audited as `rate_deck.activate`.',
    access: 'operator',
    status: 200,
    answer: RateDeckDto,
    fails: ['invalid_state'],
  })
  async activate(
    @PathId() id: string,
    @PathId(DECK) deckId: string,
    @Operator() operator: string,
    @Body() { effectiveFrom }: ActivateCarrierDeckBody,
  ): Promise<RateDeckDto> {
    await this.get(id, deckId);
    await this.decks.activate(operator, deckId, { effectiveFrom: effectiveFrom ?? null, isDefault: true });
    return this.get(id, deckId);
  }

  @Delete(`:${DECK}/activation`)
  @Endpoint({
    id: 'carriers.rateDecks.withdraw',
    summary: 'Withdraw the activation of a rate deck of a carrier',
    description: 'Returns 409 unless the activation lies ahead. Audited as `rate_deck.withdraw`.',
    access: 'operator',
    answer: RateDeckDto,
    fails: ['invalid_state'],
  })
  async withdraw(
    @PathId() id: string,
    @PathId(DECK) deckId: string,
    @Operator() operator: string,
  ): Promise<RateDeckDto> {
    await this.get(id, deckId);
    await this.decks.withdraw(operator, deckId);
    return this.get(id, deckId);
  }

  @Post(`:${DECK}/roll-back`)
  @Endpoint({
    id: 'carriers.rateDecks.rollBack',
    summary: 'Roll back the rate deck of a carrier',
    description:
      'The deck of the carrier before this one is its deck again, at once. Returns 409 unless the deck is in force and ' +
      'another one was before. Audited as `rate_deck.roll_back`.',
    access: 'operator',
    status: 200,
    answer: RateDeckDto,
    fails: ['invalid_state'],
  })
  async rollBack(
    @PathId() id: string,
    @PathId(DECK) deckId: string,
    @Operator() operator: string,
  ): Promise<RateDeckDto> {
    await this.get(id, deckId);
    await this.decks.rollBack(operator, deckId);
    return this.get(id, deckId);
  }
}
