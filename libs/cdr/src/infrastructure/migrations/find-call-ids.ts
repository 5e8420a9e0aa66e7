import { createIndex, dropIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds CDRs by the beginning of their SIP Call-ID. Callers and callees have such indexes already. */
export class FindCallIds1795021240000 implements MigrationInterface {
  readonly name = 'FindCallIds1795021240000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await createIndex(db, {
      table: 'cdr.cdrs',
      name: 'cdrs_of_sip_call',
      definition: '(account_id, sip_call_id text_pattern_ops)',
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await dropIndex(db, 'cdr.cdrs_of_sip_call');
  }
}
