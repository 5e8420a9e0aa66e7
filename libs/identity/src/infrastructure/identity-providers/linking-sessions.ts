import type { Database } from '@trunkline/platform';
import { LinkingSessions } from '../../application/identity-providers/ports';

export class PostgresLinkingSessions extends LinkingSessions {
  constructor(private readonly db: Database) {
    super();
  }

  override async isLive(sessionId: string, now: Date): Promise<boolean> {
    const row = await this.db.queryOne(
      `SELECT id FROM identity.sessions WHERE id = $1 AND revoked_at IS NULL AND expires_at > $2`,
      [sessionId, now],
    );
    return row !== null;
  }
}
