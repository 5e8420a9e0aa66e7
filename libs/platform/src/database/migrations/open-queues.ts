import type { MigrationInterface, QueryRunner } from 'typeorm';
import { APP_ROLE } from '../roles/app-role';

/**
 * BullMQ creates a sequence for each queue when its first job is added, which the application's role may not. This function
 * does it as the owner, and nothing else.
 */
export class OpenQueues1795000806000 implements MigrationInterface {
  readonly name = 'OpenQueues1795000806000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE FUNCTION platform.open_queue(queue text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = pg_catalog, pg_temp AS $$
      DECLARE sequence text := bullmq.job_id_seq_name(queue);
      BEGIN
        PERFORM pg_advisory_xact_lock(hashtext('bullmq:jidseq:' || queue));
        EXECUTE format('CREATE SEQUENCE IF NOT EXISTS bullmq.%I', sequence);
        EXECUTE format('GRANT SELECT, USAGE ON SEQUENCE bullmq.%I TO ${APP_ROLE}', sequence);
      END $$`);
    await db.query(`REVOKE ALL ON FUNCTION platform.open_queue FROM PUBLIC`);
    await db.query(`GRANT EXECUTE ON FUNCTION platform.open_queue TO ${APP_ROLE}`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP FUNCTION platform.open_queue(text)`);
  }
}
