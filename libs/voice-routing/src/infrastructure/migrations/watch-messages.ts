import { addConstraint, alter } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const ALERTS = 'voice.fraud_alerts';
const RULES = ['expensive_hour', 'new_country_at_night', 'short_calls'];
const isOneOf = (rules: readonly string[]) => `CHECK (rule IN (${rules.map((rule) => `'${rule}'`).join(', ')}))`;

/** Alerts about messages that look like fraud. See docs/outbound.md#alerts. */
export class WatchMessages1795021170000 implements MigrationInterface {
  readonly name = 'WatchMessages1795021170000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(db, `ALTER TABLE ${ALERTS} ADD COLUMN IF NOT EXISTS messages bigint`);
    const definition = isOneOf([...RULES, 'repeated_messages']);
    await addConstraint(db, { table: ALERTS, name: 'fraud_alerts_rule', definition });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DELETE FROM ${ALERTS} WHERE rule = 'repeated_messages'`);
    await db.query(`ALTER TABLE ${ALERTS} DROP COLUMN messages, DROP CONSTRAINT fraud_alerts_rule,
      ADD CONSTRAINT fraud_alerts_rule ${isOneOf(RULES)}`);
  }
}
