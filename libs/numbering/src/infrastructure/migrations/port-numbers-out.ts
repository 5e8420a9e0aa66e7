import { createIndex, dropIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const PORT_OUTS = 'numbering.port_outs';
const NUMBERS = 'numbering.phone_numbers';

/** Adds requests of other carriers for numbers, and their locks and PINs. See docs/porting.md#leaving. */
export class PortNumbersOut1795021150100 implements MigrationInterface {
  readonly name = 'PortNumbersOut1795021150100';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE ${PORT_OUTS} (
      id text PRIMARY KEY,
      account_id text NOT NULL,
      number_id text NOT NULL,
      e164 text NOT NULL,
      gaining_carrier text NOT NULL,
      requested_at timestamptz NOT NULL,
      release_at timestamptz NOT NULL,
      status text NOT NULL CONSTRAINT port_outs_status CHECK (status IN ('pending', 'released', 'refused')),
      refusal_code text,
      refusal_message text,
      created_at timestamptz NOT NULL,
      ended_at timestamptz,
      CONSTRAINT port_outs_refused CHECK ((status = 'refused') = (refusal_code IS NOT NULL)),
      CONSTRAINT port_outs_ended CHECK ((status = 'pending') = (ended_at IS NULL)))`);
    for (const index of [
      `UNIQUE INDEX port_outs_pending ON ${PORT_OUTS} (number_id) WHERE status = 'pending'`,
      `INDEX port_outs_account ON ${PORT_OUTS} (account_id, created_at, id)`,
      `INDEX port_outs_e164 ON ${PORT_OUTS} (e164, created_at, id)`,
      `INDEX port_outs_created ON ${PORT_OUTS} (created_at, id)`,
      `INDEX port_outs_open ON ${PORT_OUTS} (created_at, id) WHERE status = 'pending'`,
    ])
      await db.query(`CREATE ${index}`);
    await db.query(`ALTER TABLE ${NUMBERS} ADD COLUMN port_out_lock boolean NOT NULL DEFAULT true,
      ADD COLUMN port_out_pin_hash text, ADD COLUMN port_out_at timestamptz`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      `ALTER TABLE ${NUMBERS} DROP COLUMN port_out_lock, DROP COLUMN port_out_pin_hash, DROP COLUMN port_out_at`,
    );
    await db.query(`DROP TABLE ${PORT_OUTS}`);
  }
}

/** The numbers that leave for another carrier. */
export class IndexPortOuts1795021150200 implements MigrationInterface {
  readonly name = 'IndexPortOuts1795021150200';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await createIndex(db, {
      table: NUMBERS,
      name: 'phone_numbers_port_out',
      definition: `(port_out_at, id) WHERE port_out_at IS NOT NULL`,
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await dropIndex(db, 'numbering.phone_numbers_port_out');
  }
}
