import { alter, backfill, createIndex, dropIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { searchTextOf } from '../../domain/lifecycle/description';

const NUMBERS = 'numbering.phone_numbers';
const LABELLED_PER_BATCH = 500;

interface Labelled {
  readonly id: string;
  readonly label: string;
}

/** Adds tags, notes and the text in which searches find them and labels. See docs/numbers.md#lists. */
export class DescribeNumbers1795023000000 implements MigrationInterface {
  readonly name = 'DescribeNumbers1795023000000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(
      db,
      `ALTER TABLE ${NUMBERS} ADD COLUMN IF NOT EXISTS tags text[] NOT NULL DEFAULT '{}',
         ADD COLUMN IF NOT EXISTS notes text, ADD COLUMN IF NOT EXISTS search_text text`,
    );
    await backfill<string>(db, {
      step: 'search texts of labels',
      start: '',
      batch: async (after) => {
        const rows = (await db.query(
          `SELECT id, label FROM ${NUMBERS} WHERE id > $1 AND label IS NOT NULL ORDER BY id LIMIT $2`,
          [after, LABELLED_PER_BATCH],
        )) as Labelled[];
        const texts = rows.map(({ label }) => searchTextOf({ label, tags: [], notes: null }));
        await db.query(
          `UPDATE ${NUMBERS} n SET search_text = d.text FROM unnest($1::text[], $2::text[], $3::text[]) AS d (id, label, text)
           WHERE n.id = d.id AND n.label = d.label AND n.search_text IS NULL`,
          [rows.map(({ id }) => id), rows.map(({ label }) => label), texts],
        );
        return rows.at(-1)?.id ?? null;
      },
    });
    await createIndex(db, {
      table: NUMBERS,
      name: 'phone_numbers_described',
      definition: `(account_id, assigned_at, id) WHERE status <> 'released' AND search_text IS NOT NULL`,
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await dropIndex(db, 'numbering.phone_numbers_described');
    await db.query(`ALTER TABLE ${NUMBERS} DROP COLUMN tags, DROP COLUMN notes, DROP COLUMN search_text`);
  }
}
