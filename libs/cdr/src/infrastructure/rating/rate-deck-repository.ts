import type { Page, PageRequest } from '@trunkline/kernel';
import { columnNames, columnsOf, type Database, membersOf, selectGiven, Where } from '@trunkline/platform';
import type {
  AccountPrices,
  AccountPricesRepository,
  DeckActivation,
  DeckActivations,
  DeckPriceFilter,
  RateDeckFilter,
  RateDeckQueries,
  RateDeckRepository,
  RateDeckView,
} from '../../application/rating/deck-ports';
import type { DeckPrice } from '../../domain/rating/price-index';
import type { DeckScope, RateDeck } from '../../domain/rating/rate-deck';
import type { FileLine, PriceKey } from '../../domain/rating/rate-file';
import { DeckActivationSchema, RateDeckSchema, RateSchema } from '../schema';
import { ANY, deckSlices, PRICE } from './deck-slices';

/** Rows of a statement that take a few milliseconds of the event loop. */
const BATCH = 1_000;

const ADD_PRICES = `INSERT INTO cdr.rates (${columnNames(RateSchema)}) ${selectGiven(RateSchema)}`;

const OTHERS = `r.direction, r.number_type, r.prefix, r.description, r.rate_per_minute_microcents, r.first_seconds,
  r.next_seconds, r.connection_fee_cents`;

/** $1 the deck to copy from, $2 the new one, $3 the keys to leave out, of which the rows are those that the first deck lacks. */
const COPY_PRICES = `WITH gone AS MATERIALIZED (
    SELECT line, direction, coalesce("numberType", '${ANY}') AS number_type, prefix
    FROM jsonb_to_recordset($3::jsonb) AS given (line integer, direction text, "numberType" text, prefix text)),
  copied AS (INSERT INTO cdr.rates (deck_id, ${OTHERS.replaceAll('r.', '')})
    SELECT $2, ${OTHERS} FROM cdr.rates r WHERE r.deck_id = $1
      AND NOT EXISTS (SELECT FROM gone g
        WHERE g.direction = r.direction AND g.prefix = r.prefix AND g.number_type = r.number_type)
    ON CONFLICT DO NOTHING)
  SELECT g.line FROM gone g WHERE NOT EXISTS (SELECT FROM cdr.rates r
    WHERE r.deck_id = $1 AND r.direction = g.direction AND r.prefix = g.prefix AND r.number_type = g.number_type)
  ORDER BY g.line`;

const LATEST = `kind = $1 AND carrier_id IS NOT DISTINCT FROM $2 AND ended_at IS NULL AND effective_from <= $3
  ORDER BY effective_from DESC, created_at DESC, id DESC LIMIT 2`;

const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('cdr.deck_activations ' || $1, 0))`;

/** `now` is a placeholder. */
const deckView = (
  now: string,
) => `SELECT ${columnsOf(RateDeckSchema, membersOf(RateDeckSchema, ['legacyFrom', 'draftSince']), 'd')},
    current.id IS NOT NULL AS "isDefault", coalesce(current.effective_from, next.effective_from) AS "defaultFrom"
  FROM cdr.rate_decks d
  LEFT JOIN LATERAL (SELECT a.id, a.deck_id, a.effective_from FROM cdr.deck_activations a
    WHERE a.kind = d.kind AND a.carrier_id IS NOT DISTINCT FROM d.carrier_id AND a.ended_at IS NULL
      AND a.effective_from <= ${now}
    ORDER BY a.effective_from DESC, a.created_at DESC, a.id DESC LIMIT 1) current ON current.deck_id = d.id
  LEFT JOIN LATERAL (SELECT a.effective_from FROM cdr.deck_activations a
    WHERE a.deck_id = d.id AND a.ended_at IS NULL AND a.effective_from > ${now} LIMIT 1) next ON true`;

export class StoredRateDecks implements RateDeckRepository, RateDeckQueries {
  constructor(private readonly db: Database) {}

  list(
    { kind, status, carrierId }: RateDeckFilter,
    page: PageRequest<'created_at'>,
    now: Date,
  ): Promise<Page<RateDeckView>> {
    const where = new Where();
    const select = deckView(`${where.value(now)}::timestamptz`);
    where.add('d.kind = ?', kind).add('d.status = ?', status);
    where.add('d.carrier_id = ?', carrierId).when(carrierId === null || undefined, 'd.carrier_id IS NULL', '');
    return this.db.page<RateDeckView>(
      { select, where, by: ['d.created_at', 'd.id'], of: ({ createdAt, id }) => [createdAt, id] },
      page,
    );
  }

  view(id: string, carrierId: string | null, now: Date): Promise<RateDeckView> {
    const text = `${deckView('$3')} WHERE d.id = $1 AND d.carrier_id IS NOT DISTINCT FROM $2`;
    return this.db.get<RateDeckView>(text, [id, carrierId, now]);
  }

  prices({ deckId, direction, prefix }: DeckPriceFilter, page: PageRequest<'prefix'>): Promise<Page<DeckPrice>> {
    const where = new Where().require('r.deck_id = ?', deckId).require('r.direction = ?', direction);
    if (prefix !== null) where.add('r.prefix >= ?', prefix).add(`r.prefix <= rpad(?, 15, '9')`, prefix);
    return this.db.page<DeckPrice>(
      {
        select: `SELECT ${PRICE} FROM cdr.rates r`,
        where,
        by: ['r.prefix', 'r.number_type'],
        of: (row) => [row.prefix, row.numberType ?? ANY],
      },
      page,
    );
  }

  allPrices(deckId: string): AsyncIterable<readonly DeckPrice[]> {
    return deckSlices(this.db, deckId);
  }

  find(id: string): Promise<RateDeck | null> {
    return this.db.table(RateDeckSchema).find('id = $1', [id]);
  }

  get(id: string): Promise<RateDeck> {
    return this.db.table(RateDeckSchema).get('id = $1', [id]);
  }

  add(deck: RateDeck): Promise<void> {
    return this.db.table(RateDeckSchema).add(deck);
  }

  save(deck: RateDeck): Promise<void> {
    return this.db.table(RateDeckSchema).save(deck);
  }

  async addPrices(deckId: string, prices: readonly DeckPrice[]): Promise<void> {
    for (let at = 0; at < prices.length; at += BATCH) {
      const rows = prices
        .slice(at, at + BATCH)
        .map((price) => ({ ...price, deckId, numberType: price.numberType ?? ANY }));
      await this.db.query(ADD_PRICES, [JSON.stringify(rows)]);
    }
  }

  async copyPrices<K extends PriceKey>({
    from,
    to,
    except,
  }: {
    readonly from: string;
    readonly to: string;
    readonly except: readonly FileLine<K>[];
  }): Promise<FileLine<K>[]> {
    const lacking = await this.db.query<{ line: number }>(
      COPY_PRICES,
      [from, to, JSON.stringify(except)],
      'for values',
    );
    const lines = new Set(lacking.map(({ line }) => line));
    return except.filter(({ line }) => lines.has(line));
  }

  async countPrices(deckId: string): Promise<number> {
    const text = `SELECT count(*)::integer AS count FROM cdr.rates WHERE deck_id = $1`;
    return (await this.db.get<{ count: number }>(text, [deckId])).count;
  }

  draftsBefore(before: Date, limit: number): Promise<RateDeck[]> {
    return this.db.table(RateDeckSchema).query(`status = 'draft' AND draft_since < $1 LIMIT $2`, [before, limit]);
  }

  async remove(id: string): Promise<void> {
    for (const table of ['cdr.rates', 'cdr.deck_activations'])
      await this.db.write(`DELETE FROM ${table} WHERE deck_id = $1`, [id]);
    await this.db.write('DELETE FROM cdr.rate_decks WHERE id = $1', [id]);
  }
}

export class StoredDeckActivations implements DeckActivations {
  constructor(private readonly db: Database) {}

  async lock({ kind, carrierId }: DeckScope): Promise<void> {
    await this.db.query(LOCK, [`${kind} ${carrierId ?? ''}`]);
  }

  async inForce(scope: DeckScope, now: Date): Promise<DeckActivation | null> {
    return (await this.latest(scope, now))[0] ?? null;
  }

  latest({ kind, carrierId }: DeckScope, now: Date): Promise<readonly DeckActivation[]> {
    return this.db.table(DeckActivationSchema).query(LATEST, [kind, carrierId, now]);
  }

  aheadOf(deckId: string, now: Date): Promise<DeckActivation | null> {
    const where = 'deck_id = $1 AND ended_at IS NULL AND effective_from > $2';
    return this.db.table(DeckActivationSchema).find(where, [deckId, now]);
  }

  add(activation: DeckActivation): Promise<void> {
    return this.db.table(DeckActivationSchema).add(activation);
  }

  async end(id: string, now: Date): Promise<void> {
    await this.db.write('UPDATE cdr.deck_activations SET ended_at = $2 WHERE id = $1', [id, now]);
  }
}

const SAVE_PRICES = `INSERT INTO cdr.account_prices (account_id, rate_deck_id, sms_rate_deck_id, discount_pct, updated_at)
  VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (account_id) DO UPDATE SET rate_deck_id = $2, sms_rate_deck_id = $3, discount_pct = $4, updated_at = $5`;

const ASSIGNED = `SELECT rate_deck_id AS "rateDeckId", max(discount_pct) AS "discountPct" FROM cdr.account_prices
  GROUP BY rate_deck_id ORDER BY count(*) DESC, rate_deck_id LIMIT $1`;

export class StoredAccountPrices implements AccountPricesRepository {
  constructor(private readonly db: Database) {}

  async get(accountId: string): Promise<AccountPrices> {
    const text = `SELECT rate_deck_id AS "rateDeckId", sms_rate_deck_id AS "smsRateDeckId", discount_pct AS "discountPct"
      FROM cdr.account_prices WHERE account_id = $1`;
    const kept = await this.db.find<AccountPrices>(text, [accountId]);
    return kept ?? { rateDeckId: null, smsRateDeckId: null, discountPct: 0 };
  }

  async save(accountId: string, { rateDeckId, smsRateDeckId, discountPct }: AccountPrices, now: Date): Promise<void> {
    await this.db.write(SAVE_PRICES, [accountId, rateDeckId, smsRateDeckId, discountPct, now]);
  }

  assigned(limit: number): Promise<Pick<AccountPrices, 'rateDeckId' | 'discountPct'>[]> {
    return this.db.query(ASSIGNED, [limit]);
  }
}
