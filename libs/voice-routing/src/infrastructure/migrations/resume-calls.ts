import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores what follows the routes of a call whose plan contains a webhook, and the secrets that sign the questions. */
export class ResumeCalls1795020440000 implements MigrationInterface {
  readonly name = 'ResumeCalls1795020440000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE voice.resumable_plans (
      decision_id text PRIMARY KEY REFERENCES voice.decisions ON DELETE CASCADE,
      rest jsonb,
      asked jsonb NOT NULL DEFAULT '[]',
      after_target_id text,
      answer_sealed text,
      CONSTRAINT resumable_plans_last CHECK ((after_target_id IS NULL) = (answer_sealed IS NULL)))`);
    await db.query(
      `COMMENT ON COLUMN voice.resumable_plans.rest IS 'The targets in order; null when the plan has ended'`,
    );
    await db.query(
      `COMMENT ON COLUMN voice.resumable_plans.answer_sealed IS 'The last answer, which contains passwords of gateways'`,
    );
    await db.query(`CREATE TABLE voice.webhook_secrets (
      account_id text PRIMARY KEY,
      secret_sealed text NOT NULL,
      previous_secret_sealed text,
      previous_valid_until timestamptz,
      created_at timestamptz NOT NULL,
      CONSTRAINT webhook_secrets_previous CHECK ((previous_secret_sealed IS NULL) = (previous_valid_until IS NULL)))`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE voice.webhook_secrets, voice.resumable_plans`);
  }
}
