import { CommonErrors } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { type ApiKeyRepository } from '../../application/keys/ports';
import type { ApiKey } from '../../domain/keys/api-key';
import { ApiKeySchema } from '../schema';

const forUpdate = { mode: 'pessimistic_write' } as const;

export class StoredApiKeys implements ApiKeyRepository {
  constructor(private readonly db: Database) {}

  async add(apiKey: ApiKey): Promise<void> {
    await this.db.manager.insert(ApiKeySchema, apiKey);
  }

  async save(apiKey: ApiKey): Promise<void> {
    await this.db.manager.save(ApiKeySchema, apiKey);
  }

  async lock(accountId: string, id: string): Promise<ApiKey> {
    const apiKey = await this.db.manager.findOne(ApiKeySchema, { where: { accountId, id }, lock: forUpdate });
    if (!apiKey) throw CommonErrors.not_found();
    return apiKey;
  }

  lockByHash(keyHash: Buffer): Promise<ApiKey | null> {
    return this.db.manager.findOne(ApiKeySchema, { where: { keyHash }, lock: forUpdate });
  }

  async countWorking(accountId: string, now: Date): Promise<{ standing: number; inGrace: number }> {
    const row = await this.db.queryOne<{ standing: number; in_grace: number }>(
      `SELECT count(*) FILTER (WHERE replaced_by_id IS NULL) AS standing,
              count(*) FILTER (WHERE replaced_by_id IS NOT NULL) AS in_grace
       FROM identity.api_keys
       WHERE account_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`,
      [accountId, now],
    );
    return { standing: row?.standing ?? 0, inGrace: row?.in_grace ?? 0 };
  }
}
