import { canonicalNumber } from '@trunkline/kernel';
import { alter, backfill } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const CDRS_PER_BATCH = 10_000;

/** CDRs are immutable and kept for 400 days; hourly counts do not tell what was charged, or where a call was forwarded. */
const CHARGED = `WITH batch AS (
    SELECT id, account_id, direction, country, forward_to_e164, customer_total_cents
    FROM cdr.cdrs WHERE id > $1 ORDER BY id LIMIT ${String(CDRS_PER_BATCH)}
  ), charged AS (
    SELECT DISTINCT account_id, CASE direction WHEN 'outbound' THEN country END AS country, forward_to_e164 AS forward
    FROM batch
    WHERE customer_total_cents > 0 AND (direction = 'outbound' AND country IS NOT NULL OR forward_to_e164 IS NOT NULL)
  )
  SELECT (SELECT max(id) FROM batch) AS last, coalesce(jsonb_agg(charged), '[]') AS charged FROM charged`;

const KEEP = `UPDATE identity.accounts a
  SET charged_countries = ARRAY(SELECT DISTINCT unnest(a.charged_countries || found.countries) ORDER BY 1)
  FROM (SELECT id, array_agg(country) AS countries FROM jsonb_to_recordset($1) AS pair (id text, country text) GROUP BY id) found
  WHERE a.id = found.id AND NOT a.charged_countries @> found.countries`;

interface Charged {
  readonly account_id: string;
  readonly country: string | null;
  readonly forward: string | null;
}

interface Found {
  readonly last: string | null;
  readonly charged: readonly Charged[];
}

const NONE: Found = { last: null, charged: [] };

/**
 * Adds what accounts allow of their outbound calls. An account that exists keeps every country that its calls were charged
 * for. See docs/outbound.md.
 */
export class CloseOutbound1795020780000 implements MigrationInterface {
  readonly name = 'CloseOutbound1795020780000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(
      db,
      `ALTER TABLE identity.accounts
        ADD COLUMN IF NOT EXISTS outbound jsonb NOT NULL DEFAULT '{"allowedCountries": null,
          "maxRatePerMinuteMicrocents": null, "dailyCapCents": null, "callsPerSecond": null}',
        ADD COLUMN IF NOT EXISTS outbound_exceptions jsonb NOT NULL
          DEFAULT '{"countries": [], "ranges": [], "callsPerSecond": null}',
        ADD COLUMN IF NOT EXISTS charged_countries text[] NOT NULL DEFAULT '{}'`,
    );
    const kept = new Set<string>();
    let written: { readonly after: string; readonly pairs: readonly string[] } | null = null;
    await backfill<string>(db, {
      step: 'countries that calls were charged for',
      start: '',
      batch: async (after) => {
        // A batch that is repeated may not have been committed.
        if (written && written.after !== after) for (const pair of written.pairs) kept.add(pair);
        const [found = NONE] = (await db.query(CHARGED, [after])) as Found[];
        // Nearly every batch repeats the countries of those before.
        const pairs = [...new Set(found.charged.flatMap(pairsOf))].filter((pair) => !kept.has(pair));
        if (pairs.length > 0) await db.query(KEEP, [JSON.stringify(pairs.map(rowOf))]);
        written = { after, pairs };
        return found.last;
      },
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE identity.accounts
      DROP COLUMN outbound, DROP COLUMN outbound_exceptions, DROP COLUMN charged_countries`);
  }
}

/** An account and a country. */
function pairsOf({ account_id: id, country, forward }: Charged): string[] {
  const called = forward === null ? null : (canonicalNumber(forward)?.country ?? null);
  return [country, called].flatMap((each) => (each === null ? [] : [`${id} ${each}`]));
}

function rowOf(pair: string): object {
  const [id, country] = pair.split(' ');
  return { id, country };
}
