import { CommonErrors, type Page, pageOf, type PageRequest } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { IsNull } from 'typeorm';
import { type EndpointRepository } from '../../application/endpoints/ports';
import type { WebhookEndpoint } from '../../domain/endpoints/webhook-endpoint';
import { WebhookEndpointSchema } from './endpoint.schema';

const LOCK_ACCOUNT = `SELECT pg_advisory_xact_lock(hashtextextended('webhooks.endpoints:' || $1, 0))`;
const COUNT = `SELECT count(*) AS count FROM webhooks.endpoints WHERE account_id = $1 AND deleted_at IS NULL`;
const forUpdate = { mode: 'for_no_key_update' } as const;

export class StoredEndpoints implements EndpointRepository {
  constructor(private readonly db: Database) {}

  async lockedCount(accountId: string): Promise<number> {
    await this.db.query(LOCK_ACCOUNT, [accountId]);
    return (await this.db.queryOne<{ count: number }>(COUNT, [accountId]))?.count ?? 0;
  }

  async add(endpoint: WebhookEndpoint): Promise<void> {
    await this.db.manager.insert(WebhookEndpointSchema, endpoint);
  }

  async save(endpoint: WebhookEndpoint): Promise<void> {
    await this.db.manager.save(WebhookEndpointSchema, endpoint);
  }

  async lock(accountId: string, id: string): Promise<WebhookEndpoint> {
    const where = { accountId, id, deletedAt: IsNull() };
    const endpoint = await this.db.manager.findOne(WebhookEndpointSchema, { where, lock: forUpdate });
    if (!endpoint) throw CommonErrors.not_found();
    return endpoint;
  }

  lockAll(accountId: string): Promise<WebhookEndpoint[]> {
    const where = { accountId, deletedAt: IsNull() };
    return this.db.manager.find(WebhookEndpointSchema, { where, order: { id: 'ASC' }, lock: forUpdate });
  }

  find(accountId: string, id: string): Promise<WebhookEndpoint | null> {
    return this.db.manager.findOneBy(WebhookEndpointSchema, { accountId, id, deletedAt: IsNull() });
  }

  findWithDeleted(accountId: string, id: string): Promise<WebhookEndpoint | null> {
    return this.db.manager.findOneBy(WebhookEndpointSchema, { accountId, id });
  }

  async list(accountId: string, { limit, order, after }: PageRequest<'created_at'>): Promise<Page<WebhookEndpoint>> {
    const builder = this.db.manager
      .createQueryBuilder(WebhookEndpointSchema, 'e')
      .where('e.accountId = :accountId AND e.deletedAt IS NULL', { accountId });
    const beyond = `(e.createdAt, e.id) ${order === 'asc' ? '>' : '<'} (:key::timestamptz, :id)`;
    if (after) builder.andWhere(beyond, { key: after.key, id: after.id });
    const direction = order === 'asc' ? 'ASC' : 'DESC';
    const rows = await builder
      .orderBy({ 'e.createdAt': direction, 'e.id': direction })
      .limit(limit + 1)
      .getMany();
    return pageOf(rows, limit, ({ createdAt, id }) => ({ key: createdAt.toISOString(), id }));
  }
}
