import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Alerts about calls that look like fraud, and how far the calls have been watched. */
export class RaiseAlerts1795020820000 implements MigrationInterface {
  readonly name = 'RaiseAlerts1795020820000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE voice.fraud_alerts (
      id text PRIMARY KEY,
      account_id text NOT NULL,
      rule text NOT NULL
        CONSTRAINT fraud_alerts_rule CHECK (rule IN ('expensive_hour', 'new_country_at_night', 'short_calls')),
      subject text NOT NULL,
      started_at timestamptz NOT NULL,
      country text,
      prefix text,
      calls bigint,
      cost_cents bigint,
      usual_cost_cents bigint,
      blocks_outbound boolean NOT NULL,
      created_at timestamptz NOT NULL,
      acknowledged_at timestamptz,
      acknowledged_by text,
      CONSTRAINT fraud_alerts_once UNIQUE (account_id, rule, subject),
      CONSTRAINT fraud_alerts_acknowledged CHECK ((acknowledged_at IS NULL) = (acknowledged_by IS NULL)))`);
    await db.query(`CREATE INDEX fraud_alerts_by_age ON voice.fraud_alerts (created_at, id)`);
    await db.query(`CREATE INDEX fraud_alerts_of_account ON voice.fraud_alerts (account_id, created_at, id)`);
    await db.query(
      `CREATE INDEX fraud_alerts_open ON voice.fraud_alerts (created_at, id) WHERE acknowledged_at IS NULL`,
    );
    await db.query(
      `CREATE INDEX fraud_alerts_blocking ON voice.fraud_alerts (account_id) WHERE blocks_outbound AND acknowledged_at IS NULL`,
    );
    await db.query(`CREATE TABLE voice.call_watch (
      id boolean PRIMARY KEY DEFAULT true CONSTRAINT call_watch_one CHECK (id),
      watched_until timestamptz NOT NULL)`);
    await db.query(`INSERT INTO voice.call_watch (watched_until) VALUES (now())`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE voice.call_watch, voice.fraud_alerts`);
  }
}
