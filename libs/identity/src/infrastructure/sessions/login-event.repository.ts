import type { Database } from '@trunkline/platform';
import { type LoginEventRepository } from '../../application/sessions/ports';
import type { PreviousSignIns, RecordedLoginEvent, SignInTraits } from '../../domain/sessions/login-event';
import { LoginEventSchema } from '../schema';

// Each look-up ends at the first entry of a partial index on successes, whatever the number of failures. The ORDER BY
// ensures that: the planner would scan the table for an EXISTS that looks common.
const SUCCESS = `identity.login_events WHERE user_id = $1 AND outcome = 'success'`;
const LATEST = 'ORDER BY at DESC LIMIT 1';
const PAST = `
  SELECT (SELECT device FROM ${SUCCESS} ORDER BY device LIMIT 1) IS NOT NULL AS "hasSucceeded",
         (SELECT at FROM ${SUCCESS} AND device = $2 ${LATEST}) IS NOT NULL AS "knowsDevice",
         (SELECT at FROM ${SUCCESS} AND ip_country = $3 ${LATEST}) IS NOT NULL AS "knowsCountry",
         (SELECT at FROM ${SUCCESS} AND ip_country IS NOT NULL ${LATEST}) AS "lastLocatedAt"`;

/** For the test that no plan scans the table. */
export const PREVIOUS_SIGN_INS_QUERY = PAST;

export class StoredLoginEvents implements LoginEventRepository {
  constructor(private readonly db: Database) {}

  add(event: RecordedLoginEvent): Promise<void> {
    return this.db.table(LoginEventSchema).add(event);
  }

  previousSignIns({ userId, device, ipCountry }: SignInTraits): Promise<PreviousSignIns> {
    return this.db.get(PAST, [userId, device, ipCountry]);
  }
}
