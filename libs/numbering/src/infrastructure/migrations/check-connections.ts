import { createIndex, dropIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const FAULTS = 'numbering.connection_faults';

/** Adds the numbers whose supplier did not send their calls to us. */
export class CheckConnections1795020762000 implements MigrationInterface {
  readonly name = 'CheckConnections1795020762000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE ${FAULTS} (
      number_id text PRIMARY KEY,
      account_id text NOT NULL,
      supplier text NOT NULL,
      e164 text NOT NULL,
      found_at timestamptz NOT NULL,
      checked_at timestamptz NOT NULL,
      reconnected_at timestamptz,
      failed_attempts integer NOT NULL,
      last_error text,
      CONSTRAINT connection_faults_error CHECK (reconnected_at IS NOT NULL OR last_error IS NOT NULL))`);
    await db.query(`CREATE INDEX connection_faults_found ON ${FAULTS} (found_at, number_id)`);
    await db.query(`CREATE INDEX connection_faults_open ON ${FAULTS} (number_id) WHERE reconnected_at IS NULL`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE ${FAULTS}`);
  }
}

/** The numbers of a supplier that are checked each night. */
export class IndexUsedNumbers1795020763000 implements MigrationInterface {
  readonly name = 'IndexUsedNumbers1795020763000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await createIndex(db, {
      table: 'numbering.phone_numbers',
      name: 'phone_numbers_used',
      definition: `(supplier, id) WHERE status IN ('active', 'suspended')`,
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await dropIndex(db, 'numbering.phone_numbers_used');
  }
}
