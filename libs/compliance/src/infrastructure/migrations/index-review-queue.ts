import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Serves each page of the review queue from one index, whatever the status. */
export class IndexReviewQueue1795000606000 implements MigrationInterface {
  readonly name = 'IndexReviewQueue1795000606000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE INDEX bundles_queue ON compliance.bundles (status, submitted_at, id)
      WHERE submitted_at IS NOT NULL`);
    await db.query(`DROP INDEX compliance.bundles_submitted`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`CREATE INDEX bundles_submitted ON compliance.bundles (submitted_at) WHERE status = 'submitted'`);
    await db.query(`DROP INDEX compliance.bundles_queue`);
  }
}
