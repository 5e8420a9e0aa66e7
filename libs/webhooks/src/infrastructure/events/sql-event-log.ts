import type { PublishedEvent } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { EventLog } from '../../application/events/ports';

const ADD = `INSERT INTO webhooks.events (id, account_id, type, data, related_ids, created_at)
  VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING`;
const PRUNE = `DELETE FROM webhooks.events WHERE id IN
  (SELECT id FROM webhooks.events WHERE created_at < $1 ORDER BY created_at LIMIT $2) RETURNING id`;

export class SqlEventLog extends EventLog {
  constructor(private readonly db: Database) {
    super();
  }

  override async add({ id, accountId, type, data, createdAt }: PublishedEvent, relatedIds: readonly string[]) {
    await this.db.query(ADD, [id, accountId, type, data, relatedIds, createdAt]);
  }

  override async prune(before: Date, limit: number): Promise<number> {
    return (await this.db.query(PRUNE, [before, limit])).length;
  }
}
