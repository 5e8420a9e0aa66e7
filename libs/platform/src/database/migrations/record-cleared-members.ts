import type { MigrationInterface, QueryRunner } from 'typeorm';
import { DIFFERENCES } from './record-activity';

/** As before, and members of objects that were added or removed with null, which says that a value is cleared. */
const WITH_NULLS = `CREATE OR REPLACE FUNCTION platform.differences(path text, before jsonb, after jsonb) RETURNS SETOF jsonb
LANGUAGE plpgsql IMMUTABLE SET search_path = '' AS $$
DECLARE
  name text;
  was jsonb;
  is_now jsonb;
BEGIN
  FOR name IN SELECT jsonb_object_keys(before) UNION SELECT jsonb_object_keys(after) ORDER BY 1 LOOP
    was := coalesce(before -> name, 'null');
    is_now := coalesce(after -> name, 'null');
    CONTINUE WHEN was = is_now AND (path = '' OR (before ? name) = (after ? name));
    IF was <> is_now AND jsonb_typeof(was) IN ('object', 'null') AND jsonb_typeof(is_now) IN ('object', 'null') THEN
      RETURN QUERY SELECT * FROM platform.differences(path || name || '.',
        coalesce(nullif(was, 'null'), '{}'), coalesce(nullif(is_now, 'null'), '{}'));
    ELSE
      RETURN NEXT jsonb_build_object('field', path || name, 'from', was, 'to', is_now);
    END IF;
  END LOOP;
END $$`;

/** Records what the change of a job of numbers clears. Other columns are recorded without their null members. */
export class RecordClearedMembers1795030320000 implements MigrationInterface {
  readonly name = 'RecordClearedMembers1795030320000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(WITH_NULLS);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(DIFFERENCES.replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION'));
  }
}
