import type { Page, PageRequest } from '@trunkline/kernel';
import { type Database, Where } from '@trunkline/platform';
import type { Conversation, OptOutFilter, OptOutStore } from '../application/consent/ports';
import type { OptOut } from '../domain/consent/opt-out';

const COLUMNS = `id, account_id AS "accountId", number_id AS "numberId", from_number AS "fromNumber", to_number AS "toNumber",
  keyword, asked_at AS "askedAt", created_at AS "createdAt"`;
const AGAIN = `UPDATE messaging.opt_outs SET asked_at = greatest(asked_at, $4)
  WHERE account_id = $1 AND from_number = $2 AND to_number = $3 AND ended_at IS NULL RETURNING 1`;
const ADD = `INSERT INTO messaging.opt_outs AS o (id, account_id, number_id, from_number, to_number, keyword, asked_at, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (account_id, from_number, to_number) DO UPDATE SET id = excluded.id, number_id = excluded.number_id,
    keyword = excluded.keyword, asked_at = excluded.asked_at, created_at = excluded.created_at, ended_at = NULL
    WHERE o.ended_at <= excluded.asked_at
  RETURNING 1`;
const END = `UPDATE messaging.opt_outs SET ended_at = $4
  WHERE account_id = $1 AND from_number = $2 AND to_number = $3 AND ended_at IS NULL AND asked_at <= $4 RETURNING 1`;
const AMONG = `SELECT to_number AS "toNumber" FROM messaging.opt_outs
  WHERE account_id = $1 AND from_number = $2 AND to_number = ANY($3) AND ended_at IS NULL`;
const ANSWERED = `SELECT FROM messaging.messages
  WHERE account_id = $1 AND recipient = $2 AND created_at > $4 AND sender = $3 AND automatic LIMIT 1`;
const WAITING = `SELECT DISTINCT o.account_id AS "accountId", o.number_id AS "numberId", o.from_number AS "fromNumber",
    o.to_number AS "toNumber"
  FROM messaging.opt_outs o JOIN messaging.messages m ON m.sender = o.from_number AND m.recipient = o.to_number
    AND m.account_id = o.account_id
  WHERE o.created_at > $1 AND o.ended_at IS NULL AND m.phase = 'waiting' AND NOT m.automatic`;
const DELETE = `UPDATE messaging.opt_outs SET ended_at = $3
  WHERE account_id = $1 AND id = $2 AND ended_at IS NULL RETURNING ${COLUMNS}`;
const PRUNE = `DELETE FROM messaging.opt_outs WHERE ended_at < $1 RETURNING 1`;

export class StoredOptOuts implements OptOutStore {
  constructor(private readonly db: Database) {}

  async add(optOut: OptOut): Promise<boolean> {
    const { id, accountId, numberId, fromNumber, toNumber, keyword, askedAt, createdAt } = optOut;
    const isKnown = (await this.db.find(AGAIN, [accountId, fromNumber, toNumber, askedAt])) !== null;
    if (isKnown) return false;
    const values = [id, accountId, numberId, fromNumber, toNumber, keyword, askedAt, createdAt];
    return (await this.db.find(ADD, values)) !== null;
  }

  async end({ accountId, fromNumber, toNumber }: Conversation, at: Date): Promise<boolean> {
    return (await this.db.find(END, [accountId, fromNumber, toNumber, at])) !== null;
  }

  async among(accountId: string, fromNumber: string, recipients: readonly string[]): Promise<ReadonlySet<string>> {
    const plan = recipients.length === 1 ? 'shared' : 'once';
    const found = await this.db.query<{ toNumber: string }>(AMONG, [accountId, fromNumber, recipients], plan);
    return new Set(found.map(({ toNumber }) => toNumber));
  }

  async isUnansweredSince({ accountId, fromNumber, toNumber }: Conversation, since: Date): Promise<boolean> {
    return (await this.db.find(ANSWERED, [accountId, toNumber, fromNumber, since])) === null;
  }

  waitingSince(since: Date): Promise<readonly Conversation[]> {
    return this.db.query(WAITING, [since]);
  }

  list(
    accountId: string,
    { fromNumber, toNumber }: OptOutFilter,
    page: PageRequest<'created_at'>,
  ): Promise<Page<OptOut>> {
    const where = new Where()
      .require('account_id = ?', accountId)
      .add('from_number = ?', fromNumber)
      .add('to_number = ?', toNumber)
      .always('ended_at IS NULL');
    const select = `SELECT ${COLUMNS} FROM messaging.opt_outs`;
    const of = ({ createdAt, id }: OptOut) => [createdAt, id] as const;
    return this.db.page({ select, where, by: ['created_at', 'id'], of }, page);
  }

  delete(accountId: string, id: string, at: Date): Promise<OptOut> {
    return this.db.get<OptOut>(DELETE, [accountId, id, at]);
  }

  async prune(before: Date): Promise<number> {
    return (await this.db.query(PRUNE, [before])).length;
  }
}
