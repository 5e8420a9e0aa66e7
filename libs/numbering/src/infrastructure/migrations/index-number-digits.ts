import { alter, createIndex, dropIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What stands in the index for each three digits that follow each other in a number. Accounts are dealt into 1024 lanes,
 * so that a key leads to an account's own numbers and few others, and accounts of few numbers share theirs. It fails on
 * no text: whatever a supplier calls its number, the purchase is recorded.
 */
const DIGIT_KEYS = `CREATE OR REPLACE FUNCTION numbering.digit_keys(account_id text, digits text) RETURNS integer[]
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
  DECLARE
    lane CONSTANT integer := (hashtext(account_id) & 1023) << 12;
    bare CONSTANT text := ltrim(digits, '+');
    keys integer[] := '{}';
  BEGIN
    FOR place IN 1..length(bare) - 2 LOOP
      keys := keys || (lane | (hashtext(substr(bare, place, 3)) & 4095));
    END LOOP;
    RETURN keys;
  END $$`;

/** Digits within a number are found within the account: among all numbers, each three digits are in a hundredth of them. */
export class IndexNumberDigits1795000308000 implements MigrationInterface {
  readonly name = 'IndexNumberDigits1795000308000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(db, DIGIT_KEYS);
    // Without a list of pending entries, which every search would have to read through.
    await createIndex(db, {
      table: 'numbering.phone_numbers',
      name: 'phone_numbers_digits',
      definition: 'USING gin (numbering.digit_keys(account_id, e164)) WITH (fastupdate = off)',
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await dropIndex(db, 'numbering.phone_numbers_digits');
    await db.query(`DROP FUNCTION numbering.digit_keys`);
  }
}
