import { addConstraint, alter } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TRUNKS = 'voice.sip_trunks';
const ENCRYPTION = `CHECK (media_encryption IN ('off', 'optional', 'required'))`;

/** Adds the form of numbers, SRTP and SRV records to trunks, gateways and carriers. The defaults change no call. */
export class DialAsConfigured1795010022000 implements MigrationInterface {
  readonly name = 'DialAsConfigured1795010022000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(
      db,
      `ALTER TABLE ${TRUNKS}
        ADD COLUMN IF NOT EXISTS number_format text NOT NULL DEFAULT '+e164',
        ADD COLUMN IF NOT EXISTS number_prefix text,
        ADD COLUMN IF NOT EXISTS media_encryption text NOT NULL DEFAULT 'off',
        ADD COLUMN IF NOT EXISTS user_phone boolean NOT NULL DEFAULT false`,
      `ALTER TABLE voice.sip_gateways ADD COLUMN IF NOT EXISTS dns_srv boolean NOT NULL DEFAULT false`,
      `ALTER TABLE voice.carriers
        ADD COLUMN IF NOT EXISTS dns_srv boolean NOT NULL DEFAULT false,
        ADD COLUMN IF NOT EXISTS media_encryption text NOT NULL DEFAULT 'off'`,
    );
    const constraints = [
      [TRUNKS, 'sip_trunks_number_format', `CHECK (number_format IN ('+e164', 'e164', 'national'))`],
      [TRUNKS, 'sip_trunks_number_prefix', `CHECK (number_prefix ~ '^[0-9*#]{1,16}$')`],
      [TRUNKS, 'sip_trunks_media_encryption', ENCRYPTION],
      ['voice.carriers', 'carriers_media_encryption', ENCRYPTION],
    ] as const;
    for (const [table, name, definition] of constraints) await addConstraint(db, { table, name, definition });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE ${TRUNKS} DROP COLUMN number_format, DROP COLUMN number_prefix,
      DROP COLUMN media_encryption, DROP COLUMN user_phone`);
    await db.query(`ALTER TABLE voice.sip_gateways DROP COLUMN dns_srv`);
    await db.query(`ALTER TABLE voice.carriers DROP COLUMN dns_srv, DROP COLUMN media_encryption`);
  }
}
