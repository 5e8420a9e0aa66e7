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
  SELECT taken.*, u.name AS user_name, u.email
  FROM taken
  LEFT JOIN identity.memberships AS m
    ON m.account_id = taken.account_id AND m.user_id = taken.user_id AND taken.works
  LEFT JOIN identity.accounts AS a ON a.id = m.account_id AND a.status <> 'closed'
  LEFT JOIN identity.users AS u ON u.id = m.user_id AND a.id IS NOT NULL`;

interface Row {
  id: string;
  account_id: string;
  name: string;
  prefix_display: string;
  expires_at: Date;
  /** Null when there is no recipient. */
  user_name: string | null;
  email: string | null;
}

export class StoredKeyReminders implements KeyReminders {
  constructor(private readonly db: Database) {}

  async take(now: Date, limit: number): Promise<TakenReminders> {
    const rows = await this.db.query<Row>(TAKE, [now, limit]);
    return { taken: rows.length, due: rows.flatMap(toReminder) };
  }
}

function toReminder(row: Row): KeyReminder[] {
  if (row.email === null || row.user_name === null) return [];
  return [
    {
      keyId: row.id,
      accountId: row.account_id,
      keyName: row.name,
      prefixDisplay: row.prefix_display,
      expiresAt: row.expires_at,
      userName: row.user_name,
      email: row.email,
    },
  ];
}
