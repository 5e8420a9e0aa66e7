import type { Page, PageRequest } from '@trunkline/kernel';
import {
  columnNames,
  columnsOf,
  type Database,
  oneOf,
  selectGiven,
  violatedConstraint,
  Where,
} from '@trunkline/platform';
import {
  DuplicateMessage,
  type MessageFilters,
  type MessageStore,
  type Sender,
  SHOWN_MEMBERS,
  type StoredMessage,
  type WaitingScope,
} from '../application/messages/ports';
import type { Message } from '../domain/message';
import type { MessageErrorCode } from '../domain/message-errors';
import { CHANGED_MEMBERS, type ChangedMessage } from '../domain/message-events';
import { conversationsOf, MAKE_NEXT_DUE } from './conversations';
import { MessageSchema } from './schema';

/** The columns of a `StoredMessage`. */
const VIEW = `${columnsOf(MessageSchema, [...SHOWN_MEMBERS, 'bodySealed'])}, sender AS "from", recipient AS "to"`;

const SELECT = `SELECT ${VIEW} FROM messaging.messages`;

const ADD = `INSERT INTO messaging.messages (${columnNames(MessageSchema)}) ${selectGiven(MessageSchema)}`;

/** By the index of messages that have their body, as recent ones do. $1 since. */
const WAITING_SENDERS = `SELECT DISTINCT account_id AS "accountId", number_id AS "numberId" FROM messaging.messages
  WHERE body_sealed IS NOT NULL AND created_at > $1 AND phase = 'waiting'`;

const toDuplicate = (error: unknown): unknown =>
  violatedConstraint(error) === 'messages_pkey' ? new DuplicateMessage() : error;

export class StoredMessages implements MessageStore {
  constructor(private readonly db: Database) {}

  addAll(messages: readonly Message[]): Promise<void> {
    return this.db.write(ADD, [JSON.stringify(messages)], toDuplicate);
  }

  list(
    accountId: string,
    { direction, fromNumber, toNumber, statuses, from, to }: MessageFilters,
    page: PageRequest<'created_at'>,
  ): Promise<Page<StoredMessage>> {
    const where = new Where()
      .require('account_id = ?', accountId)
      .add('direction = ?', direction)
      .add('sender = ?', fromNumber)
      .add('recipient = ?', toNumber)
      // Literals, so that the planner can use the partial index of the rarer statuses.
      .always(statuses ? oneOf('status', statuses) : 'true')
      .add('created_at >= ?', from)
      .add('created_at < ?', to);
    // The keyset has PostgreSQL's microseconds: with the milliseconds of a Date it would skip rows.
    const select = `SELECT ${VIEW}, created_at::text AS position FROM messaging.messages`;
    const of = ({ position, id }: StoredMessage & { readonly position: string }) => [position, id] as const;
    return this.db.page({ select, where, by: ['created_at', 'id'], of }, page, 'for values');
  }

  get(accountId: string, id: string): Promise<StoredMessage> {
    return this.db.get<StoredMessage>(`${SELECT} WHERE account_id = $1 AND id = $2`, [accountId, id]);
  }

  findAll(accountId: string, ids: readonly string[]): Promise<readonly StoredMessage[]> {
    return this.db.query<StoredMessage>(`${SELECT} WHERE account_id = $1 AND id = ANY ($2)`, [accountId, ids]);
  }

  async failWaiting(
    scope: WaitingScope,
    errorCode: MessageErrorCode,
    limit?: number,
  ): Promise<readonly ChangedMessage[]> {
    const where = isWaitingIn(scope);
    const [code, rows] = [where.value(errorCode), where.value(limit ?? null)];
    const failed = await this.db.query<ChangedMessage>(
      `WITH waiting AS (
        SELECT id FROM messaging.messages ${where.text} ORDER BY id LIMIT ${rows} FOR UPDATE
      )
      UPDATE messaging.messages m SET status = 'failed', phase = NULL, due_at = NULL, error_code = ${code}
      FROM waiting WHERE m.id = waiting.id
      RETURNING ${columnsOf(MessageSchema, CHANGED_MEMBERS, 'm')}`,
      where.values,
      'for values',
    );
    if (failed.length > 0) await this.db.write(MAKE_NEXT_DUE, [conversationsOf(failed)]);
    return failed;
  }

  async waitingIds(scope: WaitingScope, limit: number): Promise<readonly string[]> {
    const where = isWaitingIn(scope);
    const rows = where.value(limit);
    const text = `SELECT id FROM messaging.messages ${where.text} ORDER BY id LIMIT ${rows}`;
    return (await this.db.query<{ id: string }>(text, where.values, 'for values')).map(({ id }) => id);
  }

  waitingSenders(since: Date): Promise<readonly Sender[]> {
    return this.db.query<Sender>(WAITING_SENDERS, [since], 'for values');
  }
}

function isWaitingIn({ accountId, id, numberId, sender, recipient, batchId, except = [] }: WaitingScope): Where {
  return new Where()
    .require('account_id = ?', accountId)
    .always(`status = 'queued' AND phase = 'waiting'`)
    .add('id = ?', id)
    .add('number_id = ?', numberId)
    .add('sender = ?', sender)
    .add('recipient = ?', recipient)
    .add('batch_id = ?', batchId)
    .add('id <> ALL (?)', except.length > 0 ? except : undefined);
}
