import type { MigrationInterface, QueryRunner } from 'typeorm';

const BEFORE = `('wallet', 'holds', 'revenue', 'processor_clearing', 'promotion', 'adjustments')`;
const AFTER = `('wallet', 'holds', 'revenue', 'processor_clearing', 'promotion', 'adjustments', 'refunds_due')`;

/** Adds the ledger account of money owed to customers whose account was closed. */
export class OweRefunds1795000201000 implements MigrationInterface {
  readonly name = 'OweRefunds1795000201000';

  async up(db: QueryRunner): Promise<void> {
    await restrict(db, AFTER);
  }

  async down(db: QueryRunner): Promise<void> {
    await restrict(db, BEFORE);
  }
}

async function restrict(db: QueryRunner, accounts: string): Promise<void> {
  await db.query(`ALTER TABLE billing.postings
    DROP CONSTRAINT postings_debit,
    DROP CONSTRAINT postings_credit,
    ADD CONSTRAINT postings_debit CHECK (debit_account IN ${accounts}),
    ADD CONSTRAINT postings_credit CHECK (credit_account IN ${accounts})`);
}
