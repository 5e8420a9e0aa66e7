import { type Keyset, type Page, pageOf, type PageRequest } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { type LoginEventFilter, type LoginEventQueries, type LoginEventView } from '../../application/sessions/ports';
import type { FraudDecision, LoginOutcome } from '../../domain/sessions/login-event';
import type { LoginMethod } from '../../domain/sessions/login-method';

interface Row {
  id: string;
  outcome: LoginOutcome;
  method: LoginMethod;
  ip: string | null;
  ip_country: string | null;
  user_agent: string | null;
  is_new_device: boolean;
  is_new_location: boolean;
  fraud_decision: FraudDecision | null;
  at: Date;
}

// Open bounds are infinities rather than nulls, so that each page continues the index scan of the previous one.
const PAGE = `
  SELECT id, outcome, method, ip, ip_country, user_agent, is_new_device, is_new_location, fraud_decision, at
  FROM identity.login_events
  WHERE user_id = $1 AND at >= $2 AND at < $3 AND (at, id) < ($4, $5)
    AND ($6::text[] IS NULL OR outcome = ANY ($6)) AND ($7::text[] IS NULL OR method = ANY ($7))
    AND ($8::boolean IS NULL OR is_new_device = $8)
  ORDER BY at DESC, id DESC LIMIT $9`;

/** For the test that pages use an index. */
export const LOGIN_EVENT_PAGE = PAGE;

export class LoginEventReads implements LoginEventQueries {
  constructor(private readonly db: Database) {}

  async list(
    userId: string,
    { outcomes, methods, isNewDevice, from, to }: LoginEventFilter,
    { limit, after }: PageRequest<'ts'>,
  ): Promise<Page<LoginEventView>> {
    const between = [from ?? '-infinity', to ?? 'infinity'];
    const before = after ? [new Date(after.key), after.id] : ['infinity', ''];
    const values = [userId, ...between, ...before, outcomes, methods, isNewDevice, limit + 1];
    return pageOf((await this.db.query<Row>(PAGE, values)).map(toView), limit, keysetOf);
  }
}

function keysetOf({ at, id }: LoginEventView): Keyset {
  return { key: at.getTime(), id };
}

function toView(row: Row): LoginEventView {
  return {
    id: row.id,
    outcome: row.outcome,
    method: row.method,
    ip: row.ip,
    ipCountry: row.ip_country,
    userAgent: row.user_agent,
    isNewDevice: row.is_new_device,
    isNewLocation: row.is_new_location,
    fraudDecision: row.fraud_decision,
    at: row.at,
  };
}
