import type { Database } from '@trunkline/platform';
import type { OAuthAppRepository } from '../../application/oauth/ports';
import { OAuthApp } from '../../domain/oauth/oauth-app';
import { OAuthAppSchema } from '../schema';

const COUNT_ACTIVE = `SELECT count(*) FROM identity.oauth_apps WHERE account_id = $1 AND disabled_at IS NULL`;

export class StoredOAuthApps implements OAuthAppRepository {
  constructor(private readonly db: Database) {}

  add({ state }: OAuthApp): Promise<void> {
    return this.db.table(OAuthAppSchema).add(state);
  }

  async countActive(accountId: string): Promise<number> {
    return (await this.db.get<{ count: number }>(COUNT_ACTIVE, [accountId])).count;
  }

  save({ state }: OAuthApp): Promise<void> {
    return this.db.table(OAuthAppSchema).save(state);
  }

  async lock(accountId: string, id: string): Promise<OAuthApp> {
    return new OAuthApp(
      await this.db.table(OAuthAppSchema).get('id = $1 AND account_id = $2 FOR UPDATE', [id, accountId]),
    );
  }
}
