import type { IntegrationEvent } from '@trunkline/kernel';
import type { AuditEntry, Database } from '@trunkline/platform';
import type { Account } from '../domain/account';
import type { LoginOutcome } from '../domain/sessions/login-event';
import type { User } from '../domain/user';
import { AccountSchema, UserSchema } from '../infrastructure/schema';

interface StoredSession {
  readonly id: string;
  readonly idHash: Buffer;
  readonly userId: string;
  readonly isTrusted: boolean;
  readonly mfaRequired: boolean;
  readonly mfaCompletedAt: Date | null;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
}

interface StoredLoginEvent {
  readonly userId: string | null;
  readonly outcome: LoginOutcome;
  readonly method: string;
  readonly ip: string | null;
  readonly isNewDevice: boolean;
  readonly fraudDecision: string | null;
}

const SESSION = `id, id_hash AS "idHash", user_id AS "userId", is_trusted AS "isTrusted", mfa_required AS "mfaRequired",
  mfa_completed_at AS "mfaCompletedAt", expires_at AS "expiresAt", revoked_at AS "revokedAt"`;
const LOGIN_EVENT = `user_id AS "userId", outcome, method, ip, is_new_device AS "isNewDevice",
  fraud_decision AS "fraudDecision"`;

/** What use cases left in the database, and what a test changes there without a use case. Lists are oldest first. */
export function storedRows(db: Database) {
  return {
    account: (id: string) => db.table(AccountSchema).get('id = $1', [id]),
    user: (id: string) => db.table(UserSchema).get('id = $1', [id]),
    session: (id: string) => db.find<StoredSession>(`SELECT ${SESSION} FROM identity.sessions WHERE id = $1`, [id]),
    sessions: (userId: string) =>
      db.query<StoredSession>(`SELECT ${SESSION} FROM identity.sessions WHERE user_id = $1 ORDER BY id`, [userId]),
    /** Of one user, or of all and of unknown emails. */
    loginEvents: (userId: string | null = null) =>
      db.query<StoredLoginEvent>(
        `SELECT ${LOGIN_EVENT} FROM identity.login_events WHERE $1::text IS NULL OR user_id = $1 ORDER BY id`,
        [userId],
      ),
    events: (accountId: string, type: IntegrationEvent['type'] | null = null) =>
      db.query<IntegrationEvent>(
        `SELECT type, account_id AS "accountId", data FROM platform.outbox
         WHERE account_id = $1 AND ($2::text IS NULL OR type = $2) ORDER BY seq`,
        [accountId, type],
      ),
    audit: (accountId: string) =>
      db.query<AuditEntry>(
        `SELECT actor, action, subject, account_id AS "accountId", before, after FROM platform.audit_trail
         WHERE account_id = $1 ORDER BY id`,
        [accountId],
      ),
    count: async (rows: string, values: readonly unknown[] = []) =>
      (await db.find<{ count: number }>(`SELECT count(*) FROM ${rows}`, values))?.count,
    changeAccount: (id: string, change: (account: Account) => void) =>
      db.run(async () => {
        const account = await db.table(AccountSchema).get('id = $1 FOR UPDATE', [id]);
        change(account);
        await db.table(AccountSchema).save(account);
      }),
    closeAccount: (id: string) =>
      db.query(`UPDATE identity.accounts SET status = 'closed', closed_at = to_timestamp(0) WHERE id = $1`, [id]),
    alterUser: (
      id: string,
      change: Partial<Pick<User, 'email' | 'mfaMethod' | 'passwordHash' | 'passwordChangedAt'>>,
    ) =>
      db.run(async () => {
        const users = db.table(UserSchema);
        await users.save(Object.assign(await users.get('id = $1 FOR UPDATE', [id]), change));
      }),
  };
}
