import type { Keyset } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import {
  type AccountAccess,
  type AccountOwners,
  type CompletedClosure,
  type CompletedClosures,
  type DueAccount,
  type DueAccounts,
  type Owner,
} from '../application/closure/ports';

// The time as text keeps microseconds, which a JavaScript date would cut: the next page would repeat rows.
const DUE = `SELECT id, closure_grace_ends_at::text AS key FROM identity.accounts
  WHERE status = 'pending_closure' AND closure_grace_ends_at <= $1
    AND ($2::text IS NULL OR (closure_grace_ends_at, id) > ($2::timestamptz, $3::text))
  ORDER BY closure_grace_ends_at, id LIMIT $4`;

const COMPLETED = `SELECT id, account_id AS "accountId" FROM identity.closure_requests
  WHERE completed_at IS NOT NULL AND id > $1 ORDER BY id LIMIT $2`;

const OWNERS = `SELECT u.id AS "userId", u.email, u.name
  FROM identity.memberships m JOIN identity.users u ON u.id = m.user_id
  WHERE m.account_id = $1 AND m.role = 'owner' ORDER BY m.joined_at, u.id`;

const REVOKE_KEYS = `UPDATE identity.api_keys SET revoked_at = $2 WHERE account_id = $1 AND revoked_at IS NULL`;

const REVOKE_GRANTS = `UPDATE identity.oauth_grants g SET revoked_at = $2
  WHERE revoked_at IS NULL AND (account_id = $1 OR EXISTS (
    SELECT FROM identity.oauth_apps p WHERE p.client_id = g.client_id AND p.account_id = $1))`;

const DISABLE_APPS = `UPDATE identity.oauth_apps SET disabled_at = $2, updated_at = $2
  WHERE account_id = $1 AND disabled_at IS NULL`;

const REVOKE_SESSIONS = `UPDATE identity.sessions s SET revoked_at = $2
  FROM identity.memberships m
  WHERE m.account_id = $1 AND s.user_id = m.user_id AND s.revoked_at IS NULL
    AND (s.account_id = $1 OR NOT EXISTS (
      SELECT FROM identity.memberships o JOIN identity.accounts a ON a.id = o.account_id
      WHERE o.user_id = m.user_id AND o.account_id <> $1 AND a.status <> 'closed'))`;

export class StoredDueAccounts implements DueAccounts {
  constructor(private readonly db: Database) {}

  async list(now: Date, after: Keyset | null, limit: number): Promise<DueAccount[]> {
    const values = [now, after?.key ?? null, after?.id ?? null, limit];
    const rows = await this.db.query<Keyset>(DUE, values);
    return rows.map((keyset) => ({ accountId: keyset.id, keyset }));
  }
}

export class StoredCompletedClosures implements CompletedClosures {
  constructor(private readonly db: Database) {}

  list(after: string, limit: number): Promise<CompletedClosure[]> {
    return this.db.query<CompletedClosure>(COMPLETED, [after, limit]);
  }
}

export class StoredAccountOwners implements AccountOwners {
  constructor(private readonly db: Database) {}

  list(accountId: string): Promise<Owner[]> {
    return this.db.query<Owner>(OWNERS, [accountId]);
  }
}

export class StoredAccountAccess implements AccountAccess {
  constructor(private readonly db: Database) {}

  async revokeKeys(accountId: string, now: Date): Promise<void> {
    await this.db.query(REVOKE_KEYS, [accountId, now]);
    await this.db.query(DISABLE_APPS, [accountId, now]);
    await this.db.query(REVOKE_GRANTS, [accountId, now]);
  }

  async revokeSessions(accountId: string, now: Date): Promise<void> {
    await this.db.query(REVOKE_SESSIONS, [accountId, now]);
  }
}
