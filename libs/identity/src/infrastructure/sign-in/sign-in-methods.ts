import type { Database } from '@trunkline/platform';
import { type SignInMethods } from '../../application/sign-in/ports';

const REVOKE_SESSIONS = `UPDATE identity.sessions SET revoked_at = $2 WHERE user_id = $1 AND revoked_at IS NULL`;
const VOID_LINKS = `UPDATE identity.one_time_tokens SET used_at = $2 WHERE user_id = $1 AND used_at IS NULL`;

/** Tables without history to keep. */
const REMOVED = [
  'known_devices',
  'linked_identities',
  'second_factors',
  'issued_totp_secrets',
  'email_codes',
  'phone_codes',
] as const;

export class StoredSignInMethods implements SignInMethods {
  constructor(private readonly db: Database) {}

  async removeAll(userId: string, now: Date): Promise<void> {
    await this.db.query(REVOKE_SESSIONS, [userId, now]);
    await this.db.query(VOID_LINKS, [userId, now]);
    for (const table of REMOVED) await this.db.query(`DELETE FROM identity.${table} WHERE user_id = $1`, [userId]);
  }
}
