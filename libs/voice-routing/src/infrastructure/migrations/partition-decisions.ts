import {
  addConstraint,
  alter,
  declareMonthRetention,
  forgetMonthRetention,
  partitionByMonth,
  unpartition,
} from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLE = 'voice.decisions';

/**
 * What a foreign key of calls guaranteed. PostgreSQL would check such a key for all rows of a month while that month is dropped,
 * under a lock that all calls wait for.
 */
const KEEP_DECISIONS = `CREATE OR REPLACE FUNCTION voice.keep_decisions_of_calls() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  used text;
BEGIN
  SELECT c.decision_id INTO used FROM gone JOIN voice.calls c ON c.decision_id = gone.id LIMIT 1;
  IF FOUND THEN
    RAISE foreign_key_violation USING MESSAGE = format('The call of the decision %s is stored.', used),
      CONSTRAINT = 'decisions_of_calls';
  END IF;
  RETURN NULL;
END $$`;

/** The minimum of CDR_RETENTION_DAYS, and a month. */
const DAYS = 62;
/** The calls are bounded, because those of a month that may be dropped are few. */
const KEEPING = `created_at >= $1 OR id IN (SELECT decision_id FROM voice.calls WHERE decision_id < platform.earliest_id('rd', $1))`;

const CALLS_KEY = 'calls_decision_id_fkey';
const PLANS_KEY = 'resumable_plans_decision_id_fkey';

/**
 * Partitions decisions by month, and lets the application drop months past their retention. Plans refer to the call instead of the
 * decision. See docs/decisions/0033-months-are-ranges-of-ids.md.
 */
export class PartitionDecisions1795021500001 implements MigrationInterface {
  readonly name = 'PartitionDecisions1795021500001';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await addConstraint(db, {
      table: 'voice.resumable_plans',
      name: 'resumable_plans_call',
      definition: 'FOREIGN KEY (decision_id) REFERENCES voice.calls (decision_id) ON DELETE CASCADE',
    });
    await alter(
      db,
      KEEP_DECISIONS,
      `CREATE OR REPLACE TRIGGER keep_decisions_of_calls AFTER DELETE ON ${TABLE} REFERENCING OLD TABLE AS gone
        FOR EACH STATEMENT EXECUTE FUNCTION voice.keep_decisions_of_calls()`,
    );
    await alter(db, `ALTER TABLE voice.resumable_plans DROP CONSTRAINT IF EXISTS ${PLANS_KEY}`);
    await alter(db, `ALTER TABLE voice.calls DROP CONSTRAINT IF EXISTS ${CALLS_KEY}`);
    await partitionByMonth(db, { table: TABLE, key: 'id', prefix: 'rd' });
    await declareMonthRetention(db, { table: TABLE, days: DAYS, keeping: KEEPING });
  }

  async down(db: QueryRunner): Promise<void> {
    await forgetMonthRetention(db, TABLE);
    await unpartition(db, TABLE);
    await db.query(`DROP TRIGGER keep_decisions_of_calls ON ${TABLE}`);
    await db.query(`DROP FUNCTION voice.keep_decisions_of_calls()`);
    await db.query(
      `ALTER TABLE voice.calls ADD CONSTRAINT ${CALLS_KEY} FOREIGN KEY (decision_id) REFERENCES ${TABLE} NOT VALID`,
    );
    await db.query(`ALTER TABLE voice.resumable_plans DROP CONSTRAINT resumable_plans_call,
      ADD CONSTRAINT ${PLANS_KEY} FOREIGN KEY (decision_id) REFERENCES ${TABLE} ON DELETE CASCADE NOT VALID`);
  }
}
