import type { Page, PageRequest } from '@trunkline/kernel';
import { columnNames, columnsOf, type Database, selectGiven, Where } from '@trunkline/platform';
import type { BatchMessage, BatchStore, BatchView } from '../application/batches/ports';
import type { Batch } from '../domain/batch';
import { BatchSchema, MessageSchema } from './schema';

const ADD = `INSERT INTO messaging.batches (${columnNames(BatchSchema)}) ${selectGiven(BatchSchema)} ON CONFLICT (id) DO NOTHING`;

const VIEW = `${columnsOf(BatchSchema, ['id', 'encoding', 'segments', 'total', 'customerReference', 'scheduledAt', 'createdAt'])},
  sender AS "from", total - jsonb_array_length(refused) AS accepted`;

const MESSAGES = `SELECT ${columnsOf(MessageSchema, ['id', 'recipient', 'status', 'priceCents', 'errorCode'])}
  FROM messaging.messages WHERE account_id = $1 AND batch_id = $2 ORDER BY id`;

export class StoredBatches implements BatchStore {
  constructor(private readonly db: Database) {}

  add(batch: Batch): Promise<void> {
    return this.db.write(ADD, [JSON.stringify([batch])]);
  }

  find(accountId: string, id: string): Promise<Batch | null> {
    return this.db.table(BatchSchema).find('account_id = $1 AND id = $2', [accountId, id]);
  }

  list(accountId: string, page: PageRequest<'created_at'>): Promise<Page<BatchView>> {
    const where = new Where().require('account_id = ?', accountId);
    const select = `SELECT ${VIEW} FROM messaging.batches`;
    return this.db.page<BatchView>(
      { select, where, by: ['created_at', 'id'], of: ({ createdAt, id }) => [createdAt, id] },
      page,
    );
  }

  get(accountId: string, id: string): Promise<Batch> {
    return this.db.table(BatchSchema).get('account_id = $1 AND id = $2', [accountId, id]);
  }

  messagesOf(accountId: string, id: string): Promise<readonly BatchMessage[]> {
    return this.db.query<BatchMessage>(MESSAGES, [accountId, id]);
  }
}
