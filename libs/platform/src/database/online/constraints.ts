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

export interface PrimaryKey {
  readonly table: string;
  readonly name: string;
  /** Without nulls. */
  readonly columns: string;
  /** A unique index of these columns, which the key takes over. Default: one is built. */
  readonly index?: string;
}

/** Adds a primary key, or replaces that over other columns. */
export async function addPrimaryKey(db: QueryRunner, key: PrimaryKey): Promise<void> {
  const { table, name, columns } = key;
  const [present] = (await db.query(
    `SELECT conname AS name, pg_get_constraintdef(oid) = $2 AS "isSame" FROM pg_constraint
     WHERE conrelid = $1::regclass AND contype = 'p'`,
    [table, `PRIMARY KEY (${columns})`],
  )) as { name: string; isSame: boolean }[];
  if (present?.isSame) return;
  const index = key.index ?? (present?.name === name ? `${name}_next` : name);
  if (!key.index) await createIndex(db, { table, name: index, definition: `(${columns})`, unique: true });
  const drop = present ? `DROP CONSTRAINT ${present.name}, ` : '';
  await alter(db, `ALTER TABLE ${table} ${drop}ADD CONSTRAINT ${name} PRIMARY KEY USING INDEX ${index}`);
}
