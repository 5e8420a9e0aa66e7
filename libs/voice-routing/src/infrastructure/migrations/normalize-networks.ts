import { alter, backfillByKey } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const MAPPED = `'::ffff:0.0.0.0/96'`;
/** SQL: the network without IPv4-mapped addresses, of which calls never seem to come. */
const plain = (network: string) => `CASE WHEN ${network} <<= ${MAPPED}
  THEN (substr(host(${network}), 8) || '/' || masklen(${network}) - 96)::cidr ELSE ${network} END`;

const LISTS = [
  { table: 'sip_trunks', column: 'inbound_cidrs', sources: 'trunk_sources', owner: 'trunk_id' },
  { table: 'carriers', column: 'source_networks', sources: 'carrier_sources', owner: 'carrier_id' },
] as const;

/**
 * Gives stored source networks the form in which new ones are stored: without host bits and IPv4-mapped addresses. Adds the
 * time since which calls have come from a network.
 */
export class NormalizeNetworks1795003200000 implements MigrationInterface {
  readonly name = 'NormalizeNetworks1795003200000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(db, `ALTER TABLE voice.trunk_sources ADD COLUMN IF NOT EXISTS used_at timestamptz`);
    for (const { table, column, sources, owner } of LISTS) {
      const statements = {
        [`repeated ${column}`]: `DELETE FROM voice.${sources} AS mapped USING voice.${sources} AS other
          WHERE mapped.${owner} > $1 AND mapped.${owner} <= $2 AND mapped.network <<= ${MAPPED}
            AND other.${owner} = mapped.${owner} AND other.network = (${plain('mapped.network')})`,
        [sources]: `UPDATE voice.${sources} SET network = ${plain('network')}
          WHERE ${owner} > $1 AND ${owner} <= $2 AND network <<= ${MAPPED}`,
        [column]: `UPDATE voice.${table} AS stored SET ${column} = ARRAY(
            SELECT ${plain('given')}::text FROM unnest(stored.${column}) WITH ORDINALITY AS entry (text, position),
              network(entry.text::inet) AS given
            GROUP BY 1 ORDER BY min(position))
          WHERE id > $1 AND id <= $2
            AND EXISTS (SELECT FROM unnest(stored.${column}) AS entry (text), network(entry.text::inet) AS given
              WHERE entry.text <> (${plain('given')})::text)`,
      };
      for (const [step, statement] of Object.entries(statements))
        await backfillByKey(db, { step, table: `voice.${table}`, key: 'id', statement });
    }
  }

  /** The networks stay as they are: the previous release reads them too. */
  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE voice.trunk_sources DROP COLUMN used_at`);
  }
}
