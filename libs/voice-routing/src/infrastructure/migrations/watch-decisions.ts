import { createIndex, dropIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds decisions whose CDR has been overdue for long. `WidenDecisions` has added the columns. */
export class WatchDecisions1795000405000 implements MigrationInterface {
  readonly name = 'WatchDecisions1795000405000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await createIndex(db, {
      table: 'voice.decisions',
      name: 'decisions_overdue',
      definition: '(overdue_at, id) WHERE overdue_at IS NOT NULL AND reported_at IS NULL',
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await dropIndex(db, 'voice.decisions_overdue');
  }
}
