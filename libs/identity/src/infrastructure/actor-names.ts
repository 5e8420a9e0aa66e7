import type { Actor, ActorNames, NamedActor } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';

/** A user may have left the account, and an application may belong to another one. */
const NAMES = `
  SELECT 'user' AS kind, id, name FROM identity.users WHERE id = ANY ($2)
  UNION ALL SELECT 'api_key', id, name FROM identity.api_keys WHERE account_id = $1 AND id = ANY ($2)
  UNION ALL SELECT 'oauth_app', client_id, name FROM identity.oauth_apps WHERE client_id = ANY ($2)`;

export class StoredActorNames implements ActorNames {
  constructor(private readonly db: Database) {}

  async named(accountId: string, actors: readonly Actor[]): Promise<readonly NamedActor[]> {
    const ids = [...new Set(actors.flatMap(({ kind, id }) => (kind === 'operator' || id === null ? [] : [id])))];
    const rows = ids.length > 0 ? await this.db.query<NamedActor>(NAMES, [accountId, ids]) : [];
    const names = new Map(rows.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
    return actors.map(({ kind, id }) => ({
      kind,
      id: kind === 'operator' ? null : id,
      name: names.get(`${kind} ${id}`) ?? null,
    }));
  }
}
