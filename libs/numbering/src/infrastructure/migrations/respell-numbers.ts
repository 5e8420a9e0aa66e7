import { canonicalNumber } from '@trunkline/kernel';
import { respell, type NumberSpelling } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

interface NumberRow {
  readonly id: string;
  readonly account_id: string;
  readonly e164: string;
}

/** Changes nothing if the account, or another one, has the number in canonical form, too. */
const RESPELL = `WITH respelled AS (
  UPDATE numbering.phone_numbers SET e164 = $3, updated_at = now()
  WHERE id = $1 AND e164 = $2
    AND NOT EXISTS (SELECT FROM numbering.phone_numbers other WHERE other.e164 = $3 AND other.status <> 'released')
  RETURNING id)
  SELECT id FROM respelled`;

/** Brings the numbers of accounts into canonical form. See docs/operations.md#number-spellings. */
export class RespellNumbers1795004000300 implements MigrationInterface {
  readonly name = 'RespellNumbers1795004000300';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await respell<NumberRow>(db, {
      step: 'numbers',
      select: `SELECT id, account_id, e164 FROM numbering.phone_numbers
        WHERE id > $1 AND status <> 'released' ORDER BY id LIMIT $2`,
      respell: (row) => respellNumber(db, row),
    });
  }

  async down(): Promise<void> {
    // The former spellings are not stored.
  }
}

async function respellNumber(db: QueryRunner, row: NumberRow): Promise<NumberSpelling[]> {
  const { id, account_id: accountId, e164 } = row;
  const canonical = canonicalNumber(e164)?.e164 ?? null;
  if (canonical === e164) return [];
  const respelled = canonical === null ? [] : ((await db.query(RESPELL, [id, e164, canonical])) as unknown[]);
  return respelled.length > 0 ? [] : [{ accountId, subject: id, field: 'e164', value: e164, canonical }];
}
