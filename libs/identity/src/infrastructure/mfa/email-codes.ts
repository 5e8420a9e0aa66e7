import type { CryptoBox, Database } from '@trunkline/platform';
import { type EmailCodes } from '../../application/mfa/ports';

const PURPOSE = 'email-code';

/** Stores digests under a key outside the database: a million plain hashes would be reversed at once. */
export class StoredEmailCodes implements EmailCodes {
  constructor(
    private readonly db: Database,
    private readonly box: CryptoBox,
  ) {}

  async put(userId: string, code: string, expiresAt: Date): Promise<void> {
    await this.db.query(
      `INSERT INTO identity.email_codes (user_id, code_digest, expires_at) VALUES ($1, $2, $3)
       ON CONFLICT (user_id) DO UPDATE SET code_digest = excluded.code_digest, expires_at = excluded.expires_at`,
      [userId, this.digest(userId, code), expiresAt],
    );
  }

  async take(userId: string, code: string, now: Date): Promise<boolean> {
    const row = await this.db.find(
      `DELETE FROM identity.email_codes WHERE user_id = $1 AND code_digest = $2 AND expires_at > $3 RETURNING user_id`,
      [userId, this.digest(userId, code), now],
    );
    return row !== null;
  }

  private digest(userId: string, code: string): Buffer {
    return this.box.digest(PURPOSE, `${userId}:${code}`);
  }
}
