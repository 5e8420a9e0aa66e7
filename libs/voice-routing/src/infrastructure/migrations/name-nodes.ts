import { alter, backfillByKey } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATE = ['boot_id', 'last_heartbeat_at', 'heartbeat_at', 'heartbeat_parts', 'parts_received'];
const TRIGGERS = [
  { from: 'switches', to: 'switch_nodes', key: 'switch_id, node', values: `NEW.switch_id, ''`, when: 'true' },
  { from: 'switch_nodes', to: 'switches', key: 'switch_id', values: 'NEW.switch_id', when: `NEW.node = ''` },
] as const;

/**
 * Adds the process of the switch to calls and heartbeats; `WidenDecisions` has added it to decisions. Processes of the previous release know heartbeats by
 * switch alone: until the next release, triggers keep their table and the new one alike.
 */
export class NameNodes1795010551000 implements MigrationInterface {
  readonly name = 'NameNodes1795010551000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(db, `ALTER TABLE voice.calls ADD COLUMN IF NOT EXISTS node text NOT NULL DEFAULT ''`);
    await alter(
      db,
      `CREATE TABLE IF NOT EXISTS voice.switch_nodes (
        switch_id text NOT NULL,
        node text NOT NULL,
        boot_id text,
        last_heartbeat_at timestamptz NOT NULL,
        heartbeat_at timestamptz,
        heartbeat_parts integer,
        parts_received integer[] NOT NULL DEFAULT '{}',
        PRIMARY KEY (switch_id, node))`,
      `COMMENT ON TABLE voice.switches IS 'Not read any more: see voice.switch_nodes. Goes with the next release'`,
      ...TRIGGERS.flatMap(copying),
    );
    await backfillByKey(db, {
      step: 'switch-nodes',
      table: 'voice.switches',
      key: 'switch_id',
      statement: `INSERT INTO voice.switch_nodes (switch_id, node, ${STATE.join(', ')})
        SELECT switch_id, '', ${STATE.join(', ')} FROM voice.switches
        WHERE switch_id > $1 AND switch_id <= $2 ON CONFLICT DO NOTHING`,
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TRIGGER copy_to_switch_nodes ON voice.switches`);
    await db.query(`DROP TABLE voice.switch_nodes`);
    await db.query(`DROP FUNCTION voice.copy_to_switch_nodes(), voice.copy_to_switches()`);
    await db.query(`ALTER TABLE voice.calls DROP COLUMN node`);
  }
}

function copying({ from, to, key, values, when }: (typeof TRIGGERS)[number]): string[] {
  const name = `copy_to_${to}`;
  return [
    `CREATE OR REPLACE FUNCTION voice.${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO voice.${to} (${key}, ${STATE.join(', ')})
        VALUES (${values}, ${STATE.map((column) => `NEW.${column}`).join(', ')})
        ON CONFLICT (${key}) DO UPDATE SET ${STATE.map((column) => `${column} = excluded.${column}`).join(', ')};
      RETURN NULL;
    END $$`,
    `CREATE OR REPLACE TRIGGER ${name} AFTER INSERT OR UPDATE ON voice.${from} FOR EACH ROW
      WHEN (${when} AND pg_trigger_depth() = 0) EXECUTE FUNCTION voice.${name}()`,
  ];
}
