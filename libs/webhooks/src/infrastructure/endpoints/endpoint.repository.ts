import type { Page, PageRequest } from '@trunkline/kernel';
import { columnsOf, type Database, entityOf, Where } from '@trunkline/platform';
import type { EndpointRepository } from '../../application/ports';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint';
import { WebhookEndpointSchema } from './endpoint.schema';
import type { DeliveryTargets } from '../../application/deliveries/ports';

/** What attempts change. */
const HEALTH = [
  'status',
  'disabledReason',
  'lastSuccessAt',
  'lastFailureAt',
  'failingSince',
  'consecutiveFailures',
  'updatedAt',
] as const;

export class StoredDeliveryTargets implements DeliveryTargets {
  constructor(private readonly db: Database) {}

  find(id: string): Promise<WebhookEndpoint | null> {
    return this.db.table(WebhookEndpointSchema).find('id = $1', [id]);
  }

  lock(ids: readonly string[]): Promise<WebhookEndpoint[]> {
    return this.db.table(WebhookEndpointSchema).query('id = ANY ($1) ORDER BY id FOR NO KEY UPDATE', [ids]);
  }

  saveHealth(endpoints: readonly WebhookEndpoint[]): Promise<void> {
    return this.db.table(WebhookEndpointSchema).saveMany(endpoints, HEALTH);
  }
}

const LOCK_ACCOUNT = `SELECT pg_advisory_xact_lock(hashtextextended('webhooks.endpoints:' || $1, 0))`;
const COUNT = `SELECT count(*) FROM webhooks.endpoints
  WHERE account_id = $1 AND deleted_at IS NULL AND number_id IS NULL`;
const ONE = 'account_id = $1 AND id = $2';

export class StoredEndpoints implements EndpointRepository {
  constructor(private readonly db: Database) {}

  async lockedCount(accountId: string): Promise<number> {
    await this.db.write(LOCK_ACCOUNT, [accountId]);
    return (await this.db.get<{ count: number }>(COUNT, [accountId])).count;
  }

  add(endpoint: WebhookEndpoint): Promise<void> {
    return this.db.table(WebhookEndpointSchema).add(endpoint);
  }

  save(endpoint: WebhookEndpoint): Promise<void> {
    return this.db.table(WebhookEndpointSchema).save(endpoint);
  }

  lock(accountId: string, id: string): Promise<WebhookEndpoint> {
    const where = `${ONE} AND deleted_at IS NULL FOR NO KEY UPDATE`;
    return this.db.table(WebhookEndpointSchema).get(where, [accountId, id]);
  }

  lockOfNumber(accountId: string, numberId: string): Promise<WebhookEndpoint | null> {
    const where = `account_id = $1 AND number_id = $2 AND deleted_at IS NULL FOR NO KEY UPDATE`;
    return this.db.table(WebhookEndpointSchema).find(where, [accountId, numberId]);
  }

  lockAll(accountId: string): Promise<WebhookEndpoint[]> {
    const where = `account_id = $1 AND deleted_at IS NULL ORDER BY id FOR NO KEY UPDATE`;
    return this.db.table(WebhookEndpointSchema).query(where, [accountId]);
  }

  get(accountId: string, id: string): Promise<WebhookEndpoint> {
    return this.db.table(WebhookEndpointSchema).get(`${ONE} AND deleted_at IS NULL`, [accountId, id]);
  }

  findWithDeleted(accountId: string, id: string): Promise<WebhookEndpoint | null> {
    return this.db.table(WebhookEndpointSchema).find(ONE, [accountId, id]);
  }

  async list(accountId: string, page: PageRequest<'created_at'>): Promise<Page<WebhookEndpoint>> {
    const select = `SELECT ${columnsOf(WebhookEndpointSchema)} FROM webhooks.endpoints`;
    const where = new Where().require('account_id = ?', accountId).always('deleted_at IS NULL');
    const of = ({ createdAt, id }: WebhookEndpoint) => [createdAt, id] as const;
    const { items, next } = await this.db.page<WebhookEndpoint>({ select, where, by: ['created_at', 'id'], of }, page);
    return { items: items.map((row) => entityOf(WebhookEndpointSchema, row)), next };
  }
}
