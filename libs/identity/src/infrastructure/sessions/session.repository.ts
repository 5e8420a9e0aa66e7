import type { Database } from '@trunkline/platform';
import type { SessionRepository } from '../../application/ports';
import type { Session } from '../../domain/sessions/session';
import type { SessionState } from '../../domain/sessions/session-state';
import { SessionSchema } from '../schema';

const REVOKE = `UPDATE identity.sessions SET revoked_at = $1 WHERE revoked_at IS NULL`;

const RENEW = `UPDATE identity.sessions SET id_hash = $2
  WHERE id = $1 AND revoked_at IS NULL AND expires_at > $3 RETURNING expires_at AS "expiresAt"`;

const SAVE_MFA = `UPDATE identity.sessions
  SET is_trusted = $2, mfa_required = $3, mfa_completed_at = $4, expires_at = $5 WHERE id = $1`;

const SAVE_DEVICE = `UPDATE identity.sessions
  SET is_trusted = $2, expires_at = $3, device_name = coalesce($4, device_name) WHERE id = $1`;

export class StoredSessions implements SessionRepository {
  constructor(private readonly db: Database) {}

  add(session: Session): Promise<void> {
    return this.db.table(SessionSchema).add(session);
  }

  async revoke(sessionId: string, now: Date): Promise<boolean> {
    return (await this.db.find(`${REVOKE} AND id = $2 RETURNING id`, [now, sessionId])) !== null;
  }

  async revokeAllOf(userId: string, exceptSessionId: string | null, now: Date): Promise<readonly string[]> {
    const rows = await this.db.query<{ id: string }>(
      `${REVOKE} AND user_id = $2 AND id IS DISTINCT FROM $3 AND expires_at > $1 RETURNING id`,
      [now, userId, exceptSessionId],
    );
    return rows.map(({ id }) => id);
  }

  async renew(sessionId: string, idHash: Buffer, now: Date): Promise<Date | null> {
    const row = await this.db.find<{ expiresAt: Date }>(RENEW, [sessionId, idHash, now]);
    return row && row.expiresAt;
  }

  lock(sessionId: string): Promise<SessionState | null> {
    return this.db.table(SessionSchema).find('id = $1 FOR UPDATE', [sessionId]);
  }

  saveMfa({ id, isTrusted, mfaRequired, mfaCompletedAt, expiresAt }: SessionState): Promise<void> {
    return this.db.write(SAVE_MFA, [id, isTrusted, mfaRequired, mfaCompletedAt, expiresAt]);
  }

  saveDevice({ id, isTrusted, expiresAt }: SessionState, deviceName: string | null): Promise<void> {
    return this.db.write(SAVE_DEVICE, [id, isTrusted, expiresAt, deviceName]);
  }

  revokePartialOf(userId: string, now: Date): Promise<void> {
    return this.db.write(`${REVOKE} AND user_id = $2 AND mfa_required AND mfa_completed_at IS NULL`, [now, userId]);
  }

  revokeBegunIn(accountId: string, userId: string, now: Date): Promise<void> {
    return this.db.write(`${REVOKE} AND account_id = $2 AND user_id = $3`, [now, accountId, userId]);
  }
}
