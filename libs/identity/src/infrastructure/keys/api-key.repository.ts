import type { Database } from '@trunkline/platform';
import type { ApiKeyRepository } from '../../application/keys/ports';
import type { ApiKey } from '../../domain/api-key';
import { ApiKeySchema } from '../schema';

const COUNT_WORKING = `
  SELECT count(*) FILTER (WHERE replaced_by_id IS NULL) AS standing,
    count(*) FILTER (WHERE replaced_by_id IS NOT NULL) AS "inGrace"
  FROM identity.api_keys
  WHERE account_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`;

export class StoredApiKeys implements ApiKeyRepository {
  constructor(private readonly db: Database) {}

  add(apiKey: ApiKey): Promise<void> {
    return this.db.table(ApiKeySchema).add(apiKey);
  }

  save(apiKey: ApiKey): Promise<void> {
    return this.db.table(ApiKeySchema).save(apiKey);
  }

  lock(accountId: string, id: string): Promise<ApiKey> {
    return this.db.table(ApiKeySchema).get('account_id = $1 AND id = $2 FOR UPDATE', [accountId, id]);
  }

  lockByHash(keyHash: Buffer): Promise<ApiKey | null> {
    return this.db.table(ApiKeySchema).find('key_hash = $1 FOR UPDATE', [keyHash]);
  }

  countWorking(accountId: string, now: Date): Promise<{ standing: number; inGrace: number }> {
    return this.db.get(COUNT_WORKING, [accountId, now]);
  }
}
