import { createIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEX = { table: 'numbering.phone_numbers', name: 'phone_numbers_attempt_due' };
const ATTEMPT_AT = `(next_billing_at AT TIME ZONE 'UTC') + failed_billing_attempts * interval '1 day'`;
const BILLED = `WHERE status IN ('active', 'suspended')`;

/** Sixteen lanes of accounts, so that workers that bill side by side have neither numbers nor wallets in common. */
export class DealBillingLanes1795000307000 implements MigrationInterface {
  readonly name = 'DealBillingLanes1795000307000';
  readonly transaction = false;

  up(db: QueryRunner): Promise<void> {
    return createIndex(db, {
      ...INDEX,
      definition: `((hashtext(account_id) & 15), (${ATTEMPT_AT}), id) ${BILLED}`,
    });
  }

  down(db: QueryRunner): Promise<void> {
    return createIndex(db, { ...INDEX, definition: `((${ATTEMPT_AT}), id) ${BILLED}` });
  }
}
