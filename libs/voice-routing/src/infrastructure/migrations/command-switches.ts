import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the commands to switches, and the switches that wait for them. */
export class CommandSwitches1795010550000 implements MigrationInterface {
  readonly name = 'CommandSwitches1795010550000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE voice.switch_commands (
      id text PRIMARY KEY,
      type text NOT NULL CONSTRAINT switch_commands_type CHECK (type IN ('hangup', 'originate', 'probe')),
      switch_id text,
      node text NOT NULL DEFAULT '',
      decision_id text,
      payload_sealed text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      handed_at timestamptz,
      handed_switch_id text,
      handed_node text,
      acknowledged_at timestamptz,
      result jsonb,
      closed_at timestamptz,
      CONSTRAINT switch_commands_handed CHECK ((handed_at IS NULL) = (handed_switch_id IS NULL)))`);
    await db.query(
      `COMMENT ON COLUMN voice.switch_commands.created_at IS 'Real time, whatever the test clock says, as all times here'`,
    );
    await db.query(`COMMENT ON COLUMN voice.switch_commands.switch_id IS 'Null: any connected switch'`);
    await db.query(`CREATE INDEX switch_commands_by_age ON voice.switch_commands (created_at)`);
    await db.query(`CREATE TABLE voice.switch_polls (
      switch_id text NOT NULL,
      node text NOT NULL,
      polled_at timestamptz NOT NULL,
      PRIMARY KEY (switch_id, node))`);
    await db.query(`COMMENT ON TABLE voice.switch_polls IS 'When each process of a switch last asked for commands'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE voice.switch_polls, voice.switch_commands`);
  }
}
