import type { Database } from '@trunkline/platform';
import { type KeyReminder, type KeyReminders, type TakenReminders } from '../../application/keys/ports';

// A key that is being changed is left to the next run.
const TAKE = `
  WITH due AS MATERIALIZED (
    SELECT id FROM identity.api_keys WHERE reminder_due_at <= $1
    ORDER BY reminder_due_at LIMIT $2 FOR UPDATE SKIP LOCKED),
  taken AS (
    UPDATE identity.api_keys AS k SET reminder_due_at = NULL FROM due WHERE k.id = due.id
    RETURNING k.id, k.account_id, k.user_id, k.name, k.prefix_display, k.expires_at,
      k.revoked_at IS NULL AND k.replaced_by_id IS NULL AND k.expires_at > $1 AS works)
  SELECT taken.id AS "keyId", taken.account_id AS "accountId", taken.name AS "keyName",
    taken.prefix_display AS "prefixDisplay", taken.expires_at AS "expiresAt", u.name AS "userName", u.email
  FROM taken
  LEFT JOIN identity.memberships AS m
    ON m.account_id = taken.account_id AND m.user_id = taken.user_id AND taken.works
  LEFT JOIN identity.accounts AS a ON a.id = m.account_id AND a.status <> 'closed'
  LEFT JOIN identity.users AS u ON u.id = m.user_id AND a.id IS NOT NULL`;

/** Without a recipient, `email` is null. */
type TakenRow = Omit<KeyReminder, 'email'> & { readonly email: string | null };

export class StoredKeyReminders implements KeyReminders {
  constructor(private readonly db: Database) {}

  async take(now: Date, limit: number): Promise<TakenReminders> {
    const rows = await this.db.query<TakenRow>(TAKE, [now, limit]);
    return { taken: rows.length, due: rows.filter((row): row is KeyReminder => row.email !== null) };
  }
}
