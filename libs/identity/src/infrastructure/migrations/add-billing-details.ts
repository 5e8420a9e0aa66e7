import { alter } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds what invoices say of the buyer. */
export class AddBillingDetails1795020801000 implements MigrationInterface {
  readonly name = 'AddBillingDetails1795020801000';

  async up(db: QueryRunner): Promise<void> {
    await alter(db, `ALTER TABLE identity.accounts ADD COLUMN IF NOT EXISTS billing_details jsonb`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE identity.accounts DROP COLUMN billing_details`);
  }
}
