import type { ActorColumns, ActorNames, Named, NamedActor, Page } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';

/** A user may have left the account, and an application may belong to another one. */
const NAMES = `
  SELECT 'user' AS kind, id, name FROM identity.users WHERE id = ANY ($2)
  UNION ALL SELECT 'api_key', id, name FROM identity.api_keys WHERE account_id = $1 AND id = ANY ($2)
  UNION ALL SELECT 'oauth_app', client_id, name FROM identity.oauth_apps WHERE client_id = ANY ($2)`;

export class StoredActorNames implements ActorNames {
  constructor(private readonly db: Database) {}

  async named<T extends ActorColumns>(accountId: string, page: Page<T>): Promise<Page<Named<T>>> {
    const changes = page.items.map((item) => ({
      ...item,
      actorId: item.actorKind === 'operator' ? null : item.actorId,
    }));
    const ids = [...new Set(changes.flatMap(({ actorId }) => actorId ?? []))];
    const rows = ids.length > 0 ? await this.db.query<NamedActor>(NAMES, [accountId, ids]) : [];
    const names = new Map(rows.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
    const items = changes.map((change) => {
      const { actorKind: kind, actorId: id } = change;
      return { ...change, actor: { kind, id, name: names.get(`${kind} ${id}`) ?? null } };
    });
    return { ...page, items };
  }
}
