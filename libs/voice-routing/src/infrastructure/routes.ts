import { containing, type Database, type List, spelledLike, violatedConstraint, Where } from '@trunkline/platform';
import type { RouteTargets } from '../application/profiles/ports';
import type { RouteFilters, RouteSort } from '../application/trunks/ports';
import { VoiceRoutingErrors } from '../domain/errors';
import type { RouteStatus } from '../domain/trunks/sip-trunk';

/** Translates a violation of the unique index on names into `name_in_use`. */
export const uniqueName = (index: string) => (error: unknown) =>
  violatedConstraint(error) === index ? VoiceRoutingErrors.name_in_use() : error;

/** A list of trunks, profiles or WebRTC users. `select` names their table `r`. */
export function listOfRoutes<Row extends { readonly id: string; readonly name: string; readonly createdAt: Date }>(
  select: string,
  accountId: string,
  { statuses, q }: RouteFilters,
  sort: RouteSort,
): List<Row> {
  const where = new Where().require('r.account_id = ?', accountId).add('r.status = ANY(?)', statuses);
  if (q) where.always(spelledLike('r.name', where.value(containing(q))));
  return sort === 'name'
    ? { select, where, by: ['r.name', 'r.id'], of: ({ name, id }) => [name, id] }
    : { select, where, by: ['r.created_at', 'r.id'], of: ({ createdAt, id }) => [createdAt, id] };
}

const TRUNKS = 'voice.sip_trunks';
const PROFILES = 'voice.routing_profiles';

/** Within a transaction, locks a row whose status is read against changes until it ends. */
export class StoredRouteTargets implements RouteTargets {
  constructor(private readonly db: Database) {}

  named(accountId: string, kind: 'trunk' | 'profile', names: readonly string[]) {
    const text = `SELECT id, name, status FROM ${kind === 'trunk' ? TRUNKS : PROFILES}
      WHERE account_id = $1 AND status <> 'archived' AND (name = ANY($2) OR id = ANY($2))`;
    return this.db.query<{ id: string; name: string; status: RouteStatus }>(text, [accountId, names]);
  }

  trunkStatus(accountId: string, id: string): Promise<RouteStatus | null> {
    return this.statusIn(TRUNKS, accountId, id);
  }

  profileStatus(accountId: string, id: string): Promise<RouteStatus | null> {
    return this.statusIn(PROFILES, accountId, id);
  }

  userStatus(accountId: string, id: string): Promise<RouteStatus | null> {
    return this.statusIn('voice.webrtc_users', accountId, id);
  }

  private async statusIn(table: string, accountId: string, id: string): Promise<RouteStatus | null> {
    const lock = this.db.inTransaction ? 'FOR SHARE' : '';
    const text = `SELECT status FROM ${table} WHERE id = $1 AND account_id = $2 ${lock}`;
    return (await this.db.find<{ status: RouteStatus }>(text, [id, accountId]))?.status ?? null;
  }
}
