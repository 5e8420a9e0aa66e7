import { addConstraint, alter } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const COMMANDS = 'voice.switch_commands';

/** Allows test calls among the commands to switches. */
export class CommandTestCalls1795020860000 implements MigrationInterface {
  readonly name = 'CommandTestCalls1795020860000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    const definition = `CHECK (type IN ('hangup', 'originate', 'probe', 'test'))`;
    await addConstraint(db, { table: COMMANDS, name: 'switch_commands_type', definition });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DELETE FROM ${COMMANDS} WHERE type = 'test'`);
    await alter(
      db,
      `ALTER TABLE ${COMMANDS} DROP CONSTRAINT switch_commands_type,
        ADD CONSTRAINT switch_commands_type CHECK (type IN ('hangup', 'originate', 'probe'))`,
    );
  }
}
