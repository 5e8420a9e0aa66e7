import type { Database } from '@trunkline/platform';
import {
  type AccountCost,
  ACCOUNTS_SHOWN,
  type DeckPreviews,
  type Move,
  MOVES_SHOWN,
  type PreviewedCalls,
  type PreviewedCost,
  type PriceMove,
  type PriceMoves,
} from '../../application/rating/deck-preview';
import { ANY } from './deck-slices';

/** SQL: the seconds that a leg is charged for, as `rateLegs` does. */
const billed = (price: string, seconds: string) =>
  `(${price}.first_seconds + (greatest(0, ${seconds} - ${price}.first_seconds) + ${price}.next_seconds - 1)
    / ${price}.next_seconds * ${price}.next_seconds)`;

/** SQL: the price of a leg before its discount, in parts of which a cent has 60,000,000. */
const scaled = (price: string, seconds: string) => `(${price}.connection_fee_cents * 60000000
    + ${price}.rate_per_minute_microcents * ${billed(price, seconds)})`;

/**
 * $1 is the deck, $2 the deck to compare it with. Prices move by what a call of a minute costs, or if that is the same, one
 * of a second. Of each kind of move, returns the $3 largest.
 */
const MOVED = `WITH priced AS (
    SELECT r.*, ${scaled('r', '60')} AS minute, ${scaled('r', '1')} AS second FROM cdr.rates r WHERE deck_id IN ($1, $2)),
  moved AS (
    SELECT direction, prefix, nullif(number_type, '${ANY}') AS "numberType",
      coalesce(after.description, before.description) AS description,
      before.rate_per_minute_microcents AS "rateBeforeMicrocents",
      after.rate_per_minute_microcents AS "rateAfterMicrocents",
      before.connection_fee_cents AS "feeBeforeCents", after.connection_fee_cents AS "feeAfterCents",
      abs(coalesce(after.minute, 0) - coalesce(before.minute, 0)) AS size,
      CASE WHEN before.deck_id IS NULL THEN 'added' WHEN after.deck_id IS NULL THEN 'removed'
        WHEN (after.minute, after.second) > (before.minute, before.second) THEN 'raised'
        WHEN (after.minute, after.second) < (before.minute, before.second) THEN 'lowered'
        ELSE 'unchanged' END AS move
    FROM (SELECT * FROM priced WHERE deck_id = $1) after
    FULL JOIN (SELECT * FROM priced WHERE deck_id = $2) before USING (direction, number_type, prefix)),
  ranked AS (
    SELECT *, count(*) OVER (PARTITION BY move)::integer AS count,
      row_number() OVER (PARTITION BY move ORDER BY size DESC, direction DESC, prefix, "numberType") AS place
    FROM moved)
  SELECT direction, prefix, "numberType", description, "rateBeforeMicrocents", "rateAfterMicrocents", "feeBeforeCents",
    "feeAfterCents", move, count
  FROM ranked WHERE place <= $3 ORDER BY move, place`;

/** SQL: a longer prefix has a higher rank, and of two with the same prefix the price for the number type. */
const RANK = `((length(prefix) * 2 + (number_type <> '${ANY}')::integer)::bigint << 32)`;
/** SQL: the number of the price of the highest rank. */
const best = (number: string) => `max(p.rank | ${number}) & 4294967295`;
/** SQL: the direction and the first digits of a number, as long as the prefixes `s`: one key, so that all are found by hashing. */
const KEY = 'k.way || left(k.digits, s.length)';
const HAS_TYPE = `p.number_type IN (k.number_type, '${ANY}')`;

/** SQL: the cents of a call over the prices of its legs; null if one of them is missing. */
const cents = (deck: string) => `CASE
      WHEN first.${deck} IS NULL OR c.forward IS NOT NULL AND second.${deck} IS NULL THEN NULL
      ELSE ((${scaled(`(first.${deck})`, 'c.seconds')} + coalesce(${scaled(`(second.${deck})`, 'c.seconds')}, 0)) * c.share
        + 5999999999) / 6000000000 END`;

/**
 * $1 is the deck, $2 the deck to compare it with, $3 and $4 the start and the end of the time, $5 how many accounts to
 * return. A leg has the price of the account's own deck, else that of the default deck. Prices are found once for all numbers
 * that begin with the same digits. Emergency calls have none. Calls are found account by account in the index by start, since the
 * table has those of 400 days, and then read in the order of the table.
 */
export const COSTS = `WITH prices AS MATERIALIZED (
    SELECT row_number() OVER () AS n, left(direction, 1) || prefix AS way_prefix, ${RANK} AS rank, r AS price, r.*
    FROM cdr.rates r
    WHERE deck_id IN ($1, $2) OR deck_id IN (SELECT rate_deck_id FROM cdr.account_prices WHERE rate_deck_id IS NOT NULL)),
  defaults AS MATERIALIZED (
    SELECT way_prefix, number_type, length(prefix) AS length, rank, max(n) FILTER (WHERE deck_id = $1) AS after,
      max(n) FILTER (WHERE deck_id = $2) AS before
    FROM prices WHERE deck_id IN ($1, $2) GROUP BY way_prefix, number_type, length(prefix), rank),
  calls AS MATERIALIZED (
    SELECT account_id, coalesce(own.rate_deck_id, '') AS own, 100 - coalesce(own.discount_pct, 0) AS share,
      left(direction, 1) AS way, CASE direction WHEN 'inbound' THEN coalesce(number_type, '') ELSE '' END AS number_type,
      left(ltrim(CASE direction WHEN 'inbound' THEN e164 ELSE callee END, '+'), longest.length) AS digits,
      CASE WHEN forward_rating IS NOT NULL THEN left(ltrim(forward_to_e164, '+'), longest.length) END AS forward,
      billable_duration_seconds AS seconds, customer_total_cents AS charged
    FROM cdr.cdrs LEFT JOIN cdr.account_prices own USING (account_id),
      (SELECT max(length(prefix)) AS length FROM prices) longest
    WHERE account_id = ANY (ARRAY(SELECT account_id FROM cdr.account_marks)) AND started_at >= $3 AND started_at < $4
      AND billable_duration_seconds > 0 AND rating IS NOT NULL AND rating->>'deckId' IS DISTINCT FROM 'emergency'),
  keys AS MATERIALIZED (
    SELECT row_number() OVER () AS id, own, way, number_type, digits FROM (
      SELECT own, way, number_type, digits FROM calls
      UNION SELECT own, 'o', '', forward FROM calls WHERE forward IS NOT NULL) AS numbers),
  by_default AS MATERIALIZED (
    SELECT k.id, ${best('p.after')} AS after, ${best('p.before')} AS before
    FROM keys k CROSS JOIN (SELECT DISTINCT length FROM defaults) s JOIN defaults p ON p.way_prefix = ${KEY} AND ${HAS_TYPE}
    GROUP BY k.id),
  by_own AS MATERIALIZED (
    SELECT k.id, ${best('p.n')} AS n
    FROM (SELECT * FROM keys WHERE own <> '') k CROSS JOIN (SELECT DISTINCT length(prefix) AS length FROM prices) s
      JOIN prices p ON p.deck_id || ' ' || p.way_prefix = k.own || ' ' || ${KEY} AND ${HAS_TYPE}
    GROUP BY k.id),
  priced AS MATERIALIZED (
    SELECT k.own, k.way, k.number_type, k.digits, after.price AS after, before.price AS before
    FROM keys k LEFT JOIN by_default d ON d.id = k.id LEFT JOIN by_own o ON o.id = k.id
      LEFT JOIN prices after ON after.n = coalesce(o.n, d.after)
      LEFT JOIN prices before ON before.n = coalesce(o.n, d.before)),
  costs AS (
    SELECT c.account_id, c.charged, ${cents('after')} AS after, ${cents('before')} AS before
    FROM calls c
      LEFT JOIN priced first ON first.own = c.own AND first.way = c.way AND first.number_type = c.number_type
        AND first.digits = c.digits
      LEFT JOIN priced second ON second.own = c.own AND second.way = 'o' AND second.number_type = ''
        AND second.digits = c.forward),
  summed AS (
    SELECT account_id AS "accountId", count(*)::bigint AS calls, coalesce(sum(charged), 0)::bigint AS "chargedCents",
      coalesce(sum(before), 0)::bigint AS "beforeCents", coalesce(sum(after), 0)::bigint AS "afterCents",
      (count(*) - count(before))::bigint AS "unpricedBefore", (count(*) - count(after))::bigint AS "unpricedAfter"
    FROM costs GROUP BY GROUPING SETS (account_id, ()))
  SELECT * FROM summed
  ORDER BY "accountId" IS NOT NULL, abs("afterCents" - "beforeCents") DESC, "accountId" LIMIT $5 + 1`;

/**
 * The planner knows nothing of the sizes within the statement: nested loops, and reading calls in the order of an index, would be slow
 * for many calls, and compiling it takes longer than executing it.
 */
export const PLAN = `SELECT set_config('enable_nestloop', 'off', true), set_config('enable_mergejoin', 'off', true),
  set_config('enable_indexscan', 'off', true), set_config('jit', 'off', true), set_config('work_mem', '64MB', true)`;

type MovedRow = PriceMove & { readonly move: Move | 'unchanged'; readonly count: number };
type CostRow = PreviewedCost & { readonly accountId: string | null };

export class StoredDeckPreviews implements DeckPreviews {
  constructor(private readonly db: Database) {}

  async moves(compared: { readonly deckId: string; readonly againstDeckId: string }) {
    const rows = await this.db.query<MovedRow>(
      MOVED,
      [compared.deckId, compared.againstDeckId, MOVES_SHOWN],
      'for values',
    );
    const of = (move: MovedRow['move']): PriceMoves => {
      const moved = rows.filter((row) => row.move === move);
      return { count: moved[0]?.count ?? 0, prices: moved.map(({ move: _move, count: _count, ...price }) => price) };
    };
    const [added, removed, raised, lowered] = [of('added'), of('removed'), of('raised'), of('lowered')];
    return { added, removed, raised, lowered, unchanged: of('unchanged').count };
  }

  costs(
    compared: { readonly deckId: string; readonly againstDeckId: string },
    from: Date,
    to: Date,
  ): Promise<PreviewedCalls> {
    return this.db.run(async () => {
      await this.db.query(PLAN);
      const values = [compared.deckId, compared.againstDeckId, from, to, ACCOUNTS_SHOWN];
      const [totals, ...accounts] = await this.db.query<CostRow>(COSTS, values, 'for values');
      if (!totals) throw new Error('The sums of no calls have a row.');
      return { ...sumOf(totals), from, to, accounts: accounts as AccountCost[] };
    });
  }
}

function sumOf({
  calls,
  chargedCents,
  beforeCents,
  afterCents,
  unpricedBefore,
  unpricedAfter,
}: CostRow): PreviewedCost {
  return { calls, chargedCents, beforeCents, afterCents, unpricedBefore, unpricedAfter };
}
