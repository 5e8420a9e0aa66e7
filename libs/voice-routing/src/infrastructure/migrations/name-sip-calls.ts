import { alter, backfillWhere, createIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLE = 'voice.calls';

/** In the transaction of the start, after its statement: the decision of the call is in another part of it. */
const NAME = `CREATE OR REPLACE FUNCTION voice.name_sip_call() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE voice.calls SET sip_call_id = (SELECT call_id FROM voice.decisions WHERE id = NEW.decision_id) WHERE id = NEW.id;
  RETURN NULL;
END $$`;

/**
 * Stores the SIP Call-ID with live calls, so that routing a call reads no decisions. Processes of the previous release do not know
 * the column: until the next release, a trigger fills it for them.
 */
export class NameSipCalls1795021500000 implements MigrationInterface {
  readonly name = 'NameSipCalls1795021500000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(
      db,
      `ALTER TABLE ${TABLE} ADD COLUMN IF NOT EXISTS sip_call_id text`,
      NAME,
      `CREATE OR REPLACE TRIGGER name_sip_call AFTER INSERT ON ${TABLE} FOR EACH ROW
        WHEN (NEW.sip_call_id IS NULL) EXECUTE FUNCTION voice.name_sip_call()`,
    );
    await createIndex(db, {
      table: TABLE,
      name: 'calls_live_by_sip_call',
      definition: '(sip_call_id, switch_id, account_id) WHERE ended_at IS NULL',
    });
    await backfillWhere(db, {
      step: 'sip-call-ids',
      table: TABLE,
      condition: 'ended_at IS NULL AND sip_call_id IS NULL',
      set: 'sip_call_id = (SELECT d.call_id FROM voice.decisions d WHERE d.id = r.decision_id)',
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TRIGGER name_sip_call ON ${TABLE}`);
    await db.query(`DROP FUNCTION voice.name_sip_call()`);
    await db.query(`ALTER TABLE ${TABLE} DROP COLUMN sip_call_id`);
  }
}
