import type { MigrationInterface, QueryRunner } from 'typeorm';
import { COUNT_NUMBERS } from './count-numbers';

const KEY = `account_id, status, date_trunc('month', assigned_at, 'UTC') AS month`;

/** Adds to a row that no other transaction has locked, so that transactions of one account never wait for these counts. */
const COUNT = `CREATE OR REPLACE FUNCTION numbering.count_numbers() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = '' AS $$
DECLARE
  changes refcursor;
  change record;
BEGIN
  CASE TG_OP
    WHEN 'INSERT' THEN OPEN changes FOR SELECT ${KEY}, count(*) AS numbers FROM added GROUP BY 1, 2, 3;
    WHEN 'DELETE' THEN OPEN changes FOR SELECT ${KEY}, -count(*) AS numbers FROM removed GROUP BY 1, 2, 3;
    ELSE OPEN changes FOR SELECT ${KEY}, sum(sign) AS numbers FROM (
        SELECT account_id, status, assigned_at, 1 AS sign FROM added
        UNION ALL SELECT account_id, status, assigned_at, -1 FROM removed) AS changed
      GROUP BY 1, 2, 3 HAVING sum(sign) <> 0;
  END CASE;
  LOOP
    FETCH changes INTO change;
    EXIT WHEN NOT FOUND;
    UPDATE numbering.number_counts SET numbers = numbers + change.numbers
    WHERE id = (SELECT id FROM numbering.number_counts
      WHERE account_id = change.account_id AND status = change.status AND month = change.month
        -- With a snapshot older than the row, the transaction would have to be repeated.
        AND current_setting('transaction_isolation') = 'read committed'
      ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED);
    IF NOT FOUND THEN
      INSERT INTO numbering.number_counts (account_id, status, month, numbers)
      VALUES (change.account_id, change.status, change.month, change.numbers);
    END IF;
  END LOOP;
  CLOSE changes;
  RETURN NULL;
END $$`;

/**
 * The trigger composed its statement and planned it anew with each change of a number, which took three times as long as the
 * counting. Each trigger has plans of its own, so the function can name the rows that only some of them have.
 */
export class PlanNumberCountsOnce1795003000000 implements MigrationInterface {
  readonly name = 'PlanNumberCountsOnce1795003000000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(COUNT);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(COUNT_NUMBERS);
  }
}
