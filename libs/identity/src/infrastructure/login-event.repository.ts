import type { Database } from '@trunkline/platform';
import { LoginEventRepository } from '../application/ports';
import type { LoginEvent } from '../domain/login-event';

const SIGNED_IN = `identity.login_events WHERE user_id = $2 AND outcome = 'success'`;
const INSERT = `
  INSERT INTO identity.login_events (id, user_id, outcome, method, ip, user_agent, fraud_decision, at,
    is_new_device, is_new_location)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8,
    EXISTS (SELECT FROM ${SIGNED_IN}) AND NOT EXISTS (SELECT FROM ${SIGNED_IN} AND user_agent IS NOT DISTINCT FROM $6),
    false)`;

export class PostgresLoginEventRepository extends LoginEventRepository {
  constructor(private readonly db: Database) {
    super();
  }

  override async add({ id, userId, outcome, method, ip, userAgent, fraudDecision, at }: LoginEvent): Promise<void> {
    await this.db.query(INSERT, [id, userId, outcome, method, ip, userAgent, fraudDecision, at]);
  }

  override async wrongPasswordsSince(userId: string | null, since: Date): Promise<number> {
    const row = await this.db.queryOne<{ count: number }>(
      `SELECT count(*) FROM identity.login_events WHERE user_id = $1 AND at >= $2 AND outcome = 'wrong_password'`,
      [userId, since],
    );
    return row?.count ?? 0;
  }
}
