import { Readable } from 'node:stream';
import { type RateDeckQueries, rateRecord } from '@trunkline/cdr';
import type { Page } from '@trunkline/kernel';
import { Download, mapPage, pageOfQuery } from '../../http';
import { deckPriceDto, type DeckPriceDto, type ListDeckPricesQuery, type RateDeckDto } from './rate-decks.dto';

/** Returns a page of the prices of a deck, by prefix. */
export function listPrices(
  queries: RateDeckQueries,
  { id: deckId, kind }: RateDeckDto,
  query: ListDeckPricesQuery,
): Promise<Page<DeckPriceDto>> {
  const { direction = 'outbound', prefix, order = 'asc' } = query;
  const filter = { deckId, direction, prefix: prefix?.replace('+', '') ?? null };
  return mapPage(queries.prices(filter, pageOfQuery(query, 'prefix', order)), deckPriceDto(kind));
}

/** Returns all prices of a deck as a file that is read in slices. */
export function deckAsCsv(queries: RateDeckQueries, deck: RateDeckDto): Download {
  const content = Readable.from(csvOf(queries, deck));
  return new Download('text/csv; charset=utf-8', { fileName: `${deck.id}.csv`, content });
}

async function* csvOf(queries: RateDeckQueries, { id, kind }: RateDeckDto): AsyncGenerator<string> {
  yield rateRecord(kind);
  for await (const prices of queries.allPrices(id)) yield prices.map((price) => rateRecord(kind, price)).join('');
}
