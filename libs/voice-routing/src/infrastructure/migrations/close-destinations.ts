import { addConstraint, alter } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { REVENUE_SHARE } from './premium-ranges';

/** The EU with Åland, the EEA, and countries whose numbers are rarely used for fraud. */
const DEFAULT_COUNTRIES =
  'AT BE BG HR CY CZ DK EE FI AX FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE ' +
  'IS LI NO CH GB US CA AU NZ JP MX IL SG';

/** Adds the operator's rules for outbound calls, and how many calls of a trunk may start per second. */
export class CloseDestinations1795020781000 implements MigrationInterface {
  readonly name = 'CloseDestinations1795020781000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS voice.outbound_policy (
      id boolean PRIMARY KEY DEFAULT true CONSTRAINT outbound_policy_one CHECK (id),
      default_countries text[] NOT NULL,
      high_risk_countries text[],
      night_from text NOT NULL,
      night_to text NOT NULL,
      on_alert text NOT NULL CONSTRAINT outbound_policy_on_alert CHECK (on_alert IN ('alert', 'block')),
      updated_at timestamptz)`);
    await db.query(
      `COMMENT ON COLUMN voice.outbound_policy.high_risk_countries IS 'Null: all that are not in default_countries'`,
    );
    await db.query(
      `INSERT INTO voice.outbound_policy (default_countries, night_from, night_to, on_alert)
       VALUES (string_to_array($1, ' '), '22:00', '06:00', 'alert') ON CONFLICT DO NOTHING`,
      [DEFAULT_COUNTRIES],
    );
    await db.query(`CREATE TABLE IF NOT EXISTS voice.revenue_share_ranges (
      prefix text PRIMARY KEY CONSTRAINT revenue_share_ranges_prefix CHECK (prefix ~ '^[1-9][0-9]{0,14}$'),
      description text NOT NULL,
      created_at timestamptz NOT NULL)`);
    await db.query(
      `INSERT INTO voice.revenue_share_ranges (prefix, description, created_at)
       SELECT prefix, description, now() FROM jsonb_to_recordset($1) AS r (prefix text, description text)
       ON CONFLICT DO NOTHING`,
      [JSON.stringify(REVENUE_SHARE)],
    );
    await alter(db, `ALTER TABLE voice.sip_trunks ADD COLUMN IF NOT EXISTS max_calls_per_second integer`);
    await addConstraint(db, {
      table: 'voice.sip_trunks',
      name: 'sip_trunks_max_calls_per_second',
      definition: 'CHECK (max_calls_per_second > 0)',
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE voice.sip_trunks DROP COLUMN max_calls_per_second`);
    await db.query(`DROP TABLE voice.revenue_share_ranges, voice.outbound_policy`);
  }
}
