import type { Page, PageRequest } from '@trunkline/kernel';
import { type CryptoBox, type Database, Where } from '@trunkline/platform';
import {
  type InboundMessage,
  type UnclaimedFilter,
  type UnclaimedMessage,
  type UnclaimedMessages,
} from '../application/inbound/ports';

export const UNCLAIMED_PURPOSE = 'messaging.unclaimed_message';

const ADD = `INSERT INTO messaging.unclaimed_messages (id, carrier_id, sender, recipient, body_sealed, encoding, segments,
    is_incomplete, received_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO NOTHING`;
const SELECT = `SELECT id, carrier_id AS "carrierId", sender AS "from", recipient AS "to", segments, received_at AS "receivedAt"
  FROM messaging.unclaimed_messages`;
const TAKE = `DELETE FROM messaging.unclaimed_messages WHERE id = $1
  RETURNING carrier_id AS "carrierId", sender AS "from", recipient AS "to", body_sealed AS "bodySealed", encoding, segments,
    is_incomplete AS "isIncomplete", received_at AS "receivedAt"`;
const COUNT = `SELECT count(*) FROM (SELECT FROM messaging.unclaimed_messages LIMIT 10000) AS counted`;
const PRUNE = `DELETE FROM messaging.unclaimed_messages WHERE received_at < $1 RETURNING 1`;

export class StoredUnclaimedMessages implements UnclaimedMessages {
  constructor(
    private readonly db: Database,
    private readonly box: CryptoBox,
  ) {}

  add(
    id: string,
    { carrierId, from, to, text, encoding, segments, isIncomplete, receivedAt }: InboundMessage,
  ): Promise<void> {
    const sealed = this.box.seal(UNCLAIMED_PURPOSE, text, id);
    return this.db.write(ADD, [id, carrierId, from, to, sealed, encoding, segments, isIncomplete, receivedAt]);
  }

  list({ carrierId, to }: UnclaimedFilter, page: PageRequest<'received_at'>): Promise<Page<UnclaimedMessage>> {
    const where = new Where().add('carrier_id = ?', carrierId).add('recipient = ?', to);
    const of = ({ receivedAt, id }: UnclaimedMessage) => [receivedAt, id] as const;
    return this.db.page({ select: SELECT, where, by: ['received_at', 'id'], of }, page);
  }

  async take(id: string): Promise<InboundMessage> {
    const { bodySealed, ...message } = await this.db.get<Omit<InboundMessage, 'text'> & { bodySealed: string }>(TAKE, [
      id,
    ]);
    return { ...message, text: this.box.open(UNCLAIMED_PURPOSE, bodySealed, id).toString('utf8') };
  }

  async count(): Promise<number> {
    return (await this.db.get<{ count: number }>(COUNT)).count;
  }

  async prune(before: Date): Promise<number> {
    return (await this.db.query(PRUNE, [before])).length;
  }
}
