import type { Database } from '@trunkline/platform';
import { type LinkingSessions } from '../../application/identity-providers/ports';

export class StoredLinkingSessions implements LinkingSessions {
  constructor(private readonly db: Database) {}

  async isLive(sessionId: string, now: Date): Promise<boolean> {
    const row = await this.db.queryOne(
      `SELECT id FROM identity.sessions WHERE id = $1 AND revoked_at IS NULL AND expires_at > $2`,
      [sessionId, now],
    );
    return row !== null;
  }
}
