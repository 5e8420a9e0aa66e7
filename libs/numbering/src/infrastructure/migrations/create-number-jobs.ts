import type { MigrationInterface, QueryRunner } from 'typeorm';

const JOBS = 'numbering.number_jobs';
const ITEMS = 'numbering.number_job_items';

const INDEXES = [
  `number_jobs_page ON ${JOBS} (account_id, created_at, id)`,
  `number_jobs_open ON ${JOBS} (account_id, id) WHERE status IN ('pending', 'running')`,
  `number_jobs_ended ON ${JOBS} (completed_at) WHERE completed_at IS NOT NULL`,
  `number_job_items_open ON ${ITEMS} (job_id, position) WHERE ok IS NULL`,
  `number_job_items_failed ON ${ITEMS} (job_id, position) WHERE NOT ok`,
];

/** Changes of many numbers at once. See docs/numbers.md#many-numbers. */
export class CreateNumberJobs1795023100000 implements MigrationInterface {
  readonly name = 'CreateNumberJobs1795023100000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE ${JOBS} (
      id text PRIMARY KEY,
      account_id text NOT NULL,
      status text NOT NULL
        CONSTRAINT number_jobs_status CHECK (status IN ('pending', 'running', 'completed', 'cancelled')),
      change jsonb,
      total integer NOT NULL,
      done integer NOT NULL,
      failed integer NOT NULL,
      actor_kind text NOT NULL,
      actor_id text,
      created_at timestamptz NOT NULL,
      completed_at timestamptz,
      CONSTRAINT number_jobs_ended CHECK ((status IN ('pending', 'running')) = (completed_at IS NULL)))`);
    await db.query(`CREATE TABLE ${ITEMS} (
      job_id text NOT NULL,
      position integer NOT NULL,
      e164 text NOT NULL,
      number_id text,
      change jsonb,
      ok boolean,
      error_code text,
      error_message text,
      PRIMARY KEY (job_id, position),
      CONSTRAINT number_job_items_failed CHECK ((ok IS NOT DISTINCT FROM false) = (error_code IS NOT NULL)))`);
    for (const index of INDEXES) await db.query(`CREATE INDEX ${index}`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE ${ITEMS}`);
    await db.query(`DROP TABLE ${JOBS}`);
  }
}
