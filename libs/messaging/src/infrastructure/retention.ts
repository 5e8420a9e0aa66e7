import type { Database } from '@trunkline/platform';
import type { ExpiredCount, ExpiredMessages, MessageErasures } from '../application/retention';

/** Goes from account to account in the index of their lists: an index by age alone would be written with every message. */
const ACCOUNTS = `WITH RECURSIVE accounts (id) AS (
    (SELECT account_id FROM messaging.messages ORDER BY account_id LIMIT 1)
    UNION ALL
    SELECT (SELECT m.account_id FROM messaging.messages m WHERE m.account_id > a.id ORDER BY m.account_id LIMIT 1)
    FROM accounts a WHERE a.id IS NOT NULL)
  SELECT a.id FROM accounts a CROSS JOIN LATERAL (
    SELECT FROM messaging.messages m WHERE m.account_id = a.id AND m.created_at < $1 ORDER BY m.created_at LIMIT 1) AS expired
  ORDER BY a.id`;

const DELETE_BATCHES = `DELETE FROM messaging.batches b USING (
    SELECT id FROM messaging.batches WHERE account_id = $1 AND created_at < $2 ORDER BY created_at, id LIMIT $3) AS old
  WHERE b.id = old.id RETURNING 1`;

const COUNT = `SELECT count(*) AS rows, count(*) FILTER (WHERE created_at < $1) AS expired FROM messaging.messages`;

export class StoredExpiredMessages implements ExpiredMessages {
  constructor(private readonly db: Database) {}

  async accountsBefore(before: Date): Promise<readonly string[]> {
    return (await this.db.query<{ id: string }>(ACCOUNTS, [before])).map(({ id }) => id);
  }

  async delete(accountId: string, before: Date, limit: number): Promise<number> {
    const expired = 'SELECT messaging.delete_expired($1, $2, $3) AS deleted';
    return (await this.db.get<{ deleted: number }>(expired, [accountId, before, limit])).deleted;
  }

  async deleteBatches(accountId: string, before: Date, limit: number): Promise<number> {
    return (await this.db.query(DELETE_BATCHES, [accountId, before, limit])).length;
  }

  count(before: Date): Promise<ExpiredCount> {
    return this.db.get(COUNT, [before]);
  }
}

const REQUEST = `INSERT INTO messaging.erasures (account_id, requested_at) VALUES ($1, $2) ON CONFLICT DO NOTHING`;
const REST = ['opt_outs', 'batches', 'sending_stops'].map(
  (table) => `DELETE FROM messaging.${table} WHERE account_id = $1`,
);
const END = `DELETE FROM messaging.erasures WHERE account_id = $1
  AND NOT EXISTS (SELECT FROM messaging.messages WHERE account_id = $1)`;

export class StoredMessageErasures implements MessageErasures {
  constructor(private readonly db: Database) {}

  request(accountId: string, at: Date): Promise<void> {
    return this.db.write(REQUEST, [accountId, at]);
  }

  async list(): Promise<readonly string[]> {
    const rows = await this.db.query<{ id: string }>(`SELECT account_id AS id FROM messaging.erasures ORDER BY 1`);
    return rows.map(({ id }) => id);
  }

  async deleteMessages(accountId: string, limit: number): Promise<number> {
    const erased = 'SELECT messaging.delete_erased($1, $2) AS deleted';
    return (await this.db.get<{ deleted: number }>(erased, [accountId, limit])).deleted;
  }

  async deleteRest(accountId: string): Promise<void> {
    for (const text of REST) await this.db.write(text, [accountId]);
  }

  end(accountId: string): Promise<void> {
    return this.db.write(END, [accountId]);
  }
}
