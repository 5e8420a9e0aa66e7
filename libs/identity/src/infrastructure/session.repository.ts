import type { Database } from '@trunkline/platform';
import { SessionRepository } from '../application/ports';
import type { Session } from '../domain/session';

const INSERT = `
  INSERT INTO identity.sessions (id, id_hash, user_id, account_id, device_name, ip, user_agent, is_trusted, mfa_required,
    mfa_completed_at, signed_in_at, last_used_at, expires_at, revoked_at, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`;

export class PostgresSessionRepository extends SessionRepository {
  constructor(private readonly db: Database) {
    super();
  }

  override async add(session: Session): Promise<void> {
    await this.db.query(INSERT, [
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
    ]);
  }

  override async revoke(sessionId: string, now: Date): Promise<boolean> {
    const row = await this.db.queryOne(
      `UPDATE identity.sessions SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING id`,
      [sessionId, now],
    );
    return row !== null;
  }
}
