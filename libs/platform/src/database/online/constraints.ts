import type { QueryRunner } from 'typeorm';
import { createIndex } from './indexes';
import { alter, patiently } from './locks';

export interface ConstraintDefinition {
  /** With its schema: `cdr.cdrs`. */
  readonly table: string;
  readonly name: string;
  /** `CHECK (…)` or `FOREIGN KEY (…) REFERENCES …`. */
  readonly definition: string;
}

/**
 * Adds a constraint, or replaces that of the same name: new rows are checked at once, existing ones while the table is read and
 * written.
 */
export async function addConstraint(db: QueryRunner, { table, name, definition }: ConstraintDefinition): Promise<void> {
  await alter(
    db,
    `ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${name}, ADD CONSTRAINT ${name} ${definition} NOT VALID`,
  );
  await patiently(db, `ALTER TABLE ${table} VALIDATE CONSTRAINT ${name}`);
}

/** Forbids nulls in a column. A constraint is validated first, from which PostgreSQL concludes that there are none. */
export async function setNotNull(db: QueryRunner, table: string, column: string): Promise<void> {
  const name = `${column}_present`;
  await addConstraint(db, { table, name, definition: `CHECK (${column} IS NOT NULL)` });
  await alter(
    db,
    `ALTER TABLE ${table} ALTER COLUMN ${column} SET NOT NULL`,
    `ALTER TABLE ${table} DROP CONSTRAINT ${name}`,
  );
}

/** Adds a primary key over columns without nulls, or replaces that over other columns. */
export async function addPrimaryKey(
  db: QueryRunner,
  { table, name, columns }: { readonly table: string; readonly name: string; readonly columns: string },
): Promise<void> {
  const [present] = (await db.query(
    `SELECT conname AS name, pg_get_constraintdef(oid) = $2 AS "isSame" FROM pg_constraint
     WHERE conrelid = $1::regclass AND contype = 'p'`,
    [table, `PRIMARY KEY (${columns})`],
  )) as { name: string; isSame: boolean }[];
  if (present?.isSame) return;
  const index = present?.name === name ? `${name}_next` : name;
  await createIndex(db, { table, name: index, definition: `(${columns})`, unique: true });
  const drop = present ? `DROP CONSTRAINT ${present.name}, ` : '';
  await alter(db, `ALTER TABLE ${table} ${drop}ADD CONSTRAINT ${name} PRIMARY KEY USING INDEX ${index}`);
}
