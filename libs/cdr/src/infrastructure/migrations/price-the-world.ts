import type { MigrationInterface, QueryRunner } from 'typeorm';
import { INBOUND_RATES, OUTBOUND_RATES } from './default-deck';
import { WORLD_DECK } from './world-deck-table';

const WORLD = 'deck_world';
const SEEDED = 'deck_default';

interface SeededRate {
  readonly direction: 'inbound' | 'outbound';
  readonly number_type: string;
  readonly prefix: string;
  readonly description: string;
  readonly rate: number;
  readonly first: number;
  readonly next: number;
  readonly fee: number;
}

/** Micro-cents a minute for toll-free numbers, whose callers' carriers charge the called side up to this in most countries. */
const TOLL_FREE = 25_000_000;

/** The prices of the deck. See docs/prices.md#the-default-deck. */
export function worldRates(): SeededRate[] {
  const outbound = WORLD_DECK.trim()
    .split('\n')
    .flatMap((line) => {
      const [description = '', rate, first, next, fee, prefixes = ''] = line.split('|');
      const price = { description, rate: Number(rate), first: Number(first), next: Number(next), fee: Number(fee) };
      return prefixes
        .split(' ')
        .map((prefix) => ({ direction: 'outbound' as const, number_type: 'any', prefix, ...price }));
    });
  const inbound = inboundRates().map((each) =>
    each.number_type === 'tollfree' && each.prefix === '' ? { ...each, rate: TOLL_FREE } : each,
  );
  return [...outbound, ...inbound];
}

/** The prices that were seeded before. */
function seededRates(): SeededRate[] {
  const outbound = OUTBOUND_RATES.map(([prefix, description, rate, first, next]) => ({
    direction: 'outbound' as const,
    number_type: 'any',
    prefix,
    description,
    rate,
    first,
    next,
    fee: 0,
  }));
  return [...outbound, ...inboundRates()];
}

function inboundRates(): SeededRate[] {
  return INBOUND_RATES.map(([numberType, prefix, description, rate]) => ({
    direction: 'inbound',
    number_type: numberType,
    prefix,
    description,
    rate,
    first: 1,
    next: 1,
    fee: 0,
  }));
}

const ROW = `row(direction text, number_type text, prefix text, description text, rate bigint, first integer, next integer,
  fee bigint)`;

const COLUMNS = `direction, number_type, prefix, description, rate_per_minute_microcents, first_seconds, next_seconds,
  connection_fee_cents`;

/** Whether the deck in force is the seeded one, with the prices that were seeded. */
const IS_SEEDED = `SELECT $2 = (SELECT deck_id FROM cdr.deck_activations
      WHERE kind = 'voice' AND carrier_id IS NULL AND ended_at IS NULL AND effective_from <= now()
      ORDER BY effective_from DESC, created_at DESC, id DESC LIMIT 1)
    AND NOT EXISTS ((SELECT ${COLUMNS} FROM cdr.rates WHERE deck_id = $2)
      EXCEPT SELECT * FROM jsonb_to_recordset($1::jsonb) AS ${ROW})
    AND NOT EXISTS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS ${ROW}
      EXCEPT SELECT ${COLUMNS} FROM cdr.rates WHERE deck_id = $2) AS "isSeeded"`;

/** From now on where calls were priced by the seeded deck, which stays in force before. */
const EFFECTIVE = `SELECT CASE WHEN EXISTS (SELECT FROM cdr.cdrs) THEN now() ELSE timestamptz '2020-01-02T00:00:00Z' END AS at`;

const ADD_DECK = `INSERT INTO cdr.rate_decks (id, name, kind, mode, status, row_count, effective_from, usable_from, created_at,
    activated_at)
  VALUES ($1, 'World', 'voice', 'full', 'active', $2, $3, $3, $3, $3)`;

const ADD_RATES = `INSERT INTO cdr.rates (deck_id, ${COLUMNS})
  SELECT '${WORLD}', * FROM jsonb_to_recordset($1::jsonb) AS ${ROW}`;

const ACTIVATE = `INSERT INTO cdr.deck_activations (id, deck_id, kind, effective_from, created_at)
  VALUES ($1, $1, 'voice', $2, $2)`;

/**
 * Prices calls to every country and every range of the numbering plans, unless an operator has set prices. Decisions keep the
 * prices that they have stored.
 */
export class PriceTheWorld1795020720000 implements MigrationInterface {
  readonly name = 'PriceTheWorld1795020720000';

  async up(db: QueryRunner): Promise<void> {
    const [{ isSeeded }] = (await db.query(IS_SEEDED, [JSON.stringify(seededRates()), SEEDED])) as [
      { isSeeded: boolean | null },
    ];
    if (isSeeded !== true) return;
    const rates = worldRates();
    const [{ at }] = (await db.query(EFFECTIVE)) as [{ at: Date }];
    await db.query(ADD_DECK, [WORLD, rates.length, at]);
    await db.query(ADD_RATES, [JSON.stringify(rates)]);
    await db.query(ACTIVATE, [WORLD, at]);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DELETE FROM cdr.deck_activations WHERE deck_id = $1`, [WORLD]);
    await db.query(`DELETE FROM cdr.rates WHERE deck_id = $1`, [WORLD]);
    await db.query(`DELETE FROM cdr.rate_decks WHERE id = $1`, [WORLD]);
  }
}
