import { newId } from '@trunkline/kernel';
import type { QueryRunner } from 'typeorm';
import { backfill } from './backfill';

/** A stored number or prefix that operators must correct, because its canonical form is not certain. */
export interface NumberSpelling {
  readonly accountId: string | null;
  /** The id of the resource. */
  readonly subject: string;
  readonly field: string;
  readonly value: string;
  /** A suggestion; null for a number that no numbering plan contains. */
  readonly canonical: string | null;
}

export interface Respelling<Row extends { readonly id: string }> {
  readonly step: string;
  /** Selects rows whose id is greater than $1, by id, at most $2 of them. */
  readonly select: string;
  /** Changes the row where it is certain what was meant; returns the rest. */
  readonly respell: (row: Row) => Promise<readonly NumberSpelling[]>;
}

const ROWS_PER_BATCH = 500;

/** Brings stored numbers into canonical form, in batches, and lists the others for operators. */
export function respell<Row extends { readonly id: string }>(db: QueryRunner, task: Respelling<Row>): Promise<void> {
  return backfill<string>(db, {
    step: task.step,
    start: '',
    batch: async (after) => {
      const rows = (await db.query(task.select, [after, ROWS_PER_BATCH])) as Row[];
      for (const row of rows) await list(db, await task.respell(row));
      return rows.at(-1)?.id ?? null;
    },
  });
}

async function list(db: QueryRunner, spellings: readonly NumberSpelling[]): Promise<void> {
  for (const { accountId, subject, field, value, canonical } of spellings) {
    await db.query(
      `INSERT INTO platform.number_spellings (id, account_id, subject, field, value, canonical, found_at)
       VALUES ($1, $2, $3, $4, $5, $6, date_trunc('milliseconds', now())) ON CONFLICT (subject, field, value) DO NOTHING`,
      [newId('nsp'), accountId, subject, field, value, canonical],
    );
  }
}
