import type { Database } from '@trunkline/platform';
import { type LoginEventRepository } from '../../application/sessions/ports';
import type { PreviousSignIns, RecordedLoginEvent, SignInTraits } from '../../domain/sessions/login-event';

const INSERT = `
  INSERT INTO identity.login_events (id, user_id, outcome, method, ip, ip_country, user_agent, device, is_new_device,
    is_new_location, fraud_decision, at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;

// Each look-up ends at the first entry of a partial index on successes, whatever the number of failures. The ORDER BY
// ensures that: the planner would scan the table for an EXISTS that looks common.
const SUCCESS = `identity.login_events WHERE user_id = $1 AND outcome = 'success'`;
const LATEST = 'ORDER BY at DESC LIMIT 1';
const PAST = `
  SELECT (SELECT device FROM ${SUCCESS} ORDER BY device LIMIT 1) IS NOT NULL AS has_succeeded,
         (SELECT at FROM ${SUCCESS} AND device = $2 ${LATEST}) IS NOT NULL AS knows_device,
         (SELECT at FROM ${SUCCESS} AND ip_country = $3 ${LATEST}) IS NOT NULL AS knows_country,
         (SELECT at FROM ${SUCCESS} AND ip_country IS NOT NULL ${LATEST}) AS last_located_at`;

/** For the test that no plan scans the table. */
export const PREVIOUS_SIGN_INS_QUERY = PAST;

interface PreviousSignInsRow {
  has_succeeded: boolean;
  knows_device: boolean;
  knows_country: boolean;
  last_located_at: Date | null;
}

export class StoredLoginEvents implements LoginEventRepository {
  constructor(private readonly db: Database) {}

  async add(event: RecordedLoginEvent): Promise<void> {
    await this.db.write(INSERT, [
      event.id,
      event.userId,
      event.outcome,
      event.method,
      event.ip,
      event.ipCountry,
      event.userAgent,
      event.device,
      event.isNewDevice,
      event.isNewLocation,
      event.fraudDecision,
      event.at,
    ]);
  }

  async previousSignIns({ userId, device, ipCountry }: SignInTraits): Promise<PreviousSignIns> {
    const [row] = await this.db.query<PreviousSignInsRow>(PAST, [userId, device, ipCountry]);
    if (!row) throw new Error('The statement about the past returned no row.');
    return {
      hasSucceeded: row.has_succeeded,
      knowsDevice: row.knows_device,
      knowsCountry: row.knows_country,
      lastLocatedAt: row.last_located_at,
    };
  }
}
