import { addConstraint, alter } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const CARRIERS = 'voice.carriers';

/** Adds how carriers are ranked. The defaults change no call. `WidenDecisions` has added what the carrier of a call charges. */
export class RankCarriers1795020720001 implements MigrationInterface {
  readonly name = 'RankCarriers1795020720001';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(
      db,
      `ALTER TABLE ${CARRIERS}
        ADD COLUMN IF NOT EXISTS selection text NOT NULL DEFAULT 'priority',
        ADD COLUMN IF NOT EXISTS allow_loss boolean NOT NULL DEFAULT false`,
    );
    const definition = `CHECK (selection IN ('priority', 'least_cost'))`;
    await addConstraint(db, { table: CARRIERS, name: 'carriers_selection', definition });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE ${CARRIERS} DROP COLUMN selection, DROP COLUMN allow_loss`);
  }
}
