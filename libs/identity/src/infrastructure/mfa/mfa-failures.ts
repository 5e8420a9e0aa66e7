import type { Database } from '@trunkline/platform';
import { type MfaFailures } from '../../application/mfa/ports';

// greatest() ignores null: a user with mailed codes has no factor of this kind.
const LATEST = `
  SELECT at FROM identity.login_events
  WHERE user_id = $1 AND outcome = 'mfa_failed'
    AND at > greatest($2, (SELECT enabled_at FROM identity.second_factors WHERE user_id = $1))
  ORDER BY at DESC LIMIT $3`;

/** For the test that its plan uses an index. */
export const LATEST_WRONG_CODES = LATEST;

/** Reads login events, since a separate counter could disagree with what users see. */
export class StoredMfaFailures implements MfaFailures {
  constructor(private readonly db: Database) {}

  async latest(userId: string, since: Date, limit: number): Promise<Date[]> {
    const rows = await this.db.query<{ at: Date }>(LATEST, [userId, since, limit]);
    return rows.map(({ at }) => at);
  }
}
