import type { Database } from '@trunkline/platform';
import { MfaFailures } from '../../application/mfa/ports';

/** Read from the sign-in history: a counter beside it could disagree with what users are shown. */
export class PostgresMfaFailures extends MfaFailures {
  constructor(private readonly db: Database) {
    super();
  }

  override async latest(userId: string, since: Date, limit: number): Promise<Date[]> {
    const rows = await this.db.query<{ at: Date }>(
      `SELECT at FROM identity.login_events WHERE user_id = $1 AND at > $2 AND outcome = 'mfa_failed'
       ORDER BY at DESC LIMIT $3`,
      [userId, since, limit],
    );
    return rows.map(({ at }) => at);
  }
}
