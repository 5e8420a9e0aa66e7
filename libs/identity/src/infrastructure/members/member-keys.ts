import type { Database } from '@trunkline/platform';
import { type MemberKeys } from '../../application/members/ports';

export class StoredMemberKeys implements MemberKeys {
  constructor(private readonly db: Database) {}

  async revokeAll(accountId: string, userId: string, now: Date): Promise<void> {
    await this.db.query(
      `UPDATE identity.api_keys SET revoked_at = $3, reminder_due_at = NULL
       WHERE account_id = $1 AND user_id = $2 AND revoked_at IS NULL`,
      [accountId, userId, now],
    );
    await this.db.query(
      `UPDATE identity.oauth_grants SET revoked_at = $3
       WHERE account_id = $1 AND user_id = $2 AND revoked_at IS NULL`,
      [accountId, userId, now],
    );
  }
}
