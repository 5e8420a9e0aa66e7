import type { Database } from '@trunkline/platform';
import { type SessionRepository } from '../../application/ports';
import type { LoginMethod } from '../../domain/sessions/login-method';
import type { Session } from '../../domain/sessions/session';
import type { SessionState } from '../../domain/sessions/session-state';

const INSERT = `
  INSERT INTO identity.sessions (id, id_hash, user_id, account_id, device_name, ip, user_agent, is_trusted, mfa_required,
    mfa_completed_at, signed_in_at, last_used_at, expires_at, revoked_at, created_at, method, ip_country,
    city, is_by_mailbox)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`;

interface StateRow {
  id: string;
  user_id: string;
  method: LoginMethod;
  is_by_mailbox: boolean;
  is_trusted: boolean;
  mfa_required: boolean;
  mfa_completed_at: Date | null;
  expires_at: Date;
  revoked_at: Date | null;
}

export class StoredSessions implements SessionRepository {
  constructor(private readonly db: Database) {}

  async add(session: Session): Promise<void> {
    await this.db.write(INSERT, [
      session.id,
      session.idHash,
      session.userId,
      session.accountId,
      session.deviceName,
      session.ip,
      session.userAgent,
      session.isTrusted,
      session.mfaRequired,
      session.mfaCompletedAt,
      session.signedInAt,
      session.lastUsedAt,
      session.expiresAt,
      session.revokedAt,
      session.createdAt,
      session.method,
      session.ipCountry,
      session.city,
      session.isByMailbox,
    ]);
  }

  async revoke(sessionId: string, now: Date): Promise<boolean> {
    const row = await this.db.queryOne(
      `UPDATE identity.sessions SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING id`,
      [sessionId, now],
    );
    return row !== null;
  }

  async revokeAllOf(userId: string, exceptSessionId: string | null, now: Date): Promise<readonly string[]> {
    const rows = await this.db.query<{ id: string }>(
      `UPDATE identity.sessions SET revoked_at = $3
       WHERE user_id = $1 AND id IS DISTINCT FROM $2 AND revoked_at IS NULL AND expires_at > $3 RETURNING id`,
      [userId, exceptSessionId, now],
    );
    return rows.map(({ id }) => id);
  }

  async renew(sessionId: string, idHash: Buffer, now: Date): Promise<Date | null> {
    const row = await this.db.queryOne<{ expires_at: Date }>(
      `UPDATE identity.sessions SET id_hash = $2
       WHERE id = $1 AND revoked_at IS NULL AND expires_at > $3 RETURNING expires_at`,
      [sessionId, idHash, now],
    );
    return row && row.expires_at;
  }

  async lock(sessionId: string): Promise<SessionState | null> {
    const row = await this.db.queryOne<StateRow>(
      `SELECT id, user_id, method, is_by_mailbox, is_trusted, mfa_required, mfa_completed_at, expires_at, revoked_at
       FROM identity.sessions WHERE id = $1 FOR UPDATE`,
      [sessionId],
    );
    return row && toState(row);
  }

  async saveMfa({ id, isTrusted, mfaRequired, mfaCompletedAt, expiresAt }: SessionState): Promise<void> {
    await this.db.query(
      `UPDATE identity.sessions SET is_trusted = $2, mfa_required = $3, mfa_completed_at = $4, expires_at = $5
       WHERE id = $1`,
      [id, isTrusted, mfaRequired, mfaCompletedAt, expiresAt],
    );
  }

  async saveDevice({ id, isTrusted, expiresAt }: SessionState, deviceName: string | null): Promise<void> {
    await this.db.query(
      `UPDATE identity.sessions SET is_trusted = $2, expires_at = $3, device_name = coalesce($4, device_name)
       WHERE id = $1`,
      [id, isTrusted, expiresAt, deviceName],
    );
  }

  async revokePartialOf(userId: string, now: Date): Promise<void> {
    await this.db.query(
      `UPDATE identity.sessions SET revoked_at = $2
       WHERE user_id = $1 AND mfa_required AND mfa_completed_at IS NULL AND revoked_at IS NULL`,
      [userId, now],
    );
  }

  async revokeBegunIn(accountId: string, userId: string, now: Date): Promise<void> {
    await this.db.query(
      `UPDATE identity.sessions SET revoked_at = $3 WHERE user_id = $2 AND account_id = $1 AND revoked_at IS NULL`,
      [accountId, userId, now],
    );
  }
}

function toState(row: StateRow): SessionState {
  return {
    id: row.id,
    userId: row.user_id,
    method: row.method,
    isByMailbox: row.is_by_mailbox,
    isTrusted: row.is_trusted,
    mfaRequired: row.mfa_required,
    mfaCompletedAt: row.mfa_completed_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}
