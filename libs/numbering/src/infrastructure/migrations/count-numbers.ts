import { alter, APP_ROLE, backfill } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const MONTH = `date_trunc('month', assigned_at, 'UTC')`;

/** Adds to a row that no other transaction has locked, so that transactions of one account never wait for these counts. */
export const ADD_CHANGE = `UPDATE numbering.number_counts SET numbers = numbers + change.numbers
    WHERE id = (SELECT id FROM numbering.number_counts
      WHERE account_id = change.account_id AND status = change.status AND month = change.month
        -- With a snapshot older than the row, the transaction would have to be repeated.
        AND current_setting('transaction_isolation') = 'read committed'
      ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED);
    IF NOT FOUND THEN
      INSERT INTO numbering.number_counts (account_id, status, month, numbers)
      VALUES (change.account_id, change.status, change.month, change.numbers);
    END IF;`;

/** The first version, which plans its statement at each change. See plan-number-counts-once.ts. */
export const COUNT_NUMBERS = `CREATE OR REPLACE FUNCTION numbering.count_numbers() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = ''
AS $$
DECLARE
  change record;
BEGIN
  FOR change IN EXECUTE 'SELECT account_id, status, ${MONTH.replaceAll("'", "''")} AS month, sum(sign) AS numbers FROM (' ||
    CASE TG_OP
      WHEN 'INSERT' THEN 'SELECT account_id, status, assigned_at, 1 AS sign FROM added'
      WHEN 'DELETE' THEN 'SELECT account_id, status, assigned_at, -1 AS sign FROM removed'
      ELSE 'SELECT account_id, status, assigned_at, 1 AS sign FROM added
        UNION ALL SELECT account_id, status, assigned_at, -1 FROM removed'
    END || ') AS changed GROUP BY 1, 2, 3 HAVING sum(sign) <> 0'
  LOOP
    ${ADD_CHANGE}
  END LOOP;
  RETURN NULL;
END $$`;

const TRIGGERS = {
  count_added: 'INSERT ON numbering.phone_numbers REFERENCING NEW TABLE AS added',
  count_changed: 'UPDATE ON numbering.phone_numbers REFERENCING OLD TABLE AS removed NEW TABLE AS added',
  count_removed: 'DELETE ON numbering.phone_numbers REFERENCING OLD TABLE AS removed',
} as const;

/** Counts the numbers of the next account that no trigger has counted. See docs/database.md#migrations. */
const UNCOUNTED = `WITH next AS (SELECT min(account_id) AS account_id FROM numbering.phone_numbers WHERE account_id > $1),
  missing AS (SELECT account_id, status, month, sum(numbers) AS numbers
    FROM (SELECT account_id, status, ${MONTH} AS month, 1 AS numbers FROM numbering.phone_numbers
      UNION ALL SELECT account_id, status, month, -numbers FROM numbering.number_counts) AS both_sides
    WHERE account_id = (SELECT account_id FROM next) GROUP BY 1, 2, 3 HAVING sum(numbers) <> 0),
  added AS (INSERT INTO numbering.number_counts (account_id, status, month, numbers) SELECT * FROM missing)
  SELECT account_id FROM next`;

/**
 * Adds counts of numbers per account, status and month of assignment, which the dashboard sums. Several rows may count the
 * same. See docs/decisions/0028-number-counts-without-waits.md.
 */
export class CountNumbers1795000317000 implements MigrationInterface {
  readonly name = 'CountNumbers1795000317000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(
      db,
      `CREATE TABLE IF NOT EXISTS numbering.number_counts (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        account_id text NOT NULL,
        status text NOT NULL,
        month timestamptz NOT NULL,
        numbers bigint NOT NULL) WITH (fillfactor = 70)`,
      `CREATE INDEX IF NOT EXISTS number_counts_account ON numbering.number_counts (account_id, status, month, id)`,
      COUNT_NUMBERS,
      ...Object.entries(TRIGGERS).map(
        ([name, event]) =>
          `CREATE OR REPLACE TRIGGER ${name} AFTER ${event} FOR EACH STATEMENT EXECUTE FUNCTION numbering.count_numbers()`,
      ),
      `REVOKE UPDATE, DELETE ON numbering.number_counts FROM ${APP_ROLE}`,
    );
    await backfill<string>(db, {
      step: 'counts of numbers',
      start: '',
      batch: async (after) => {
        const [row] = (await db.query(UNCOUNTED, [after])) as { account_id: string | null }[];
        return row?.account_id ?? null;
      },
    });
  }

  async down(db: QueryRunner): Promise<void> {
    for (const name of Object.keys(TRIGGERS)) await db.query(`DROP TRIGGER ${name} ON numbering.phone_numbers`);
    await db.query(`DROP FUNCTION numbering.count_numbers`);
    await db.query(`DROP TABLE numbering.number_counts`);
  }
}
