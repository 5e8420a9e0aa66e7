import { addDays, addSeconds } from '@trunkline/kernel';
import { columnsOf, type Database, entityOf, membersOf } from '@trunkline/platform';
import type { QueryResultRow } from 'pg';
import type {
  Claim,
  Claimed,
  ClaimedMessage,
  DeliveryStore,
  PartQuery,
  PartRecord,
  Postponed,
  QueuedMessage,
  QueuePage,
  WatchedMessage,
} from '../application/delivery/ports';
import { DELIVERY_MEMBERS, nextQueryAt, type PartState, RECEIPT_DAYS } from '../domain/delivery';
import type { Message } from '../domain/message';
import { type Conversation, conversationsOf, isBehind, MAKE_NEXT_DUE } from './conversations';
import { MessageSchema } from './schema';

const MATCH_SECONDS = 30;

/** A message behind another of its conversation is put off by this time, in case that nothing makes it due. */
const BEHIND_SECONDS = 300;

/**
 * $1 carrier, $2 lease, $3 now, $4 limit, $5 when messages are due again that are behind another of their conversation. So a
 * long conversation is read once, and not by each claim. SKIP LOCKED leaves what is being cancelled.
 */
const CLAIM = `WITH due AS (
    SELECT id, sender, recipient, scheduled_at, created_at FROM messaging.messages
    WHERE carrier_id = $1 AND phase = 'waiting' AND due_at <= $3
    ORDER BY due_at, id LIMIT $4 FOR UPDATE SKIP LOCKED
  ), placed AS (
    SELECT id, ${isBehind('due')} AS is_behind FROM due
  )
  UPDATE messaging.messages m SET phase = CASE WHEN is_behind THEN 'waiting' ELSE 'submitting' END,
    due_at = CASE WHEN is_behind THEN $5::timestamptz END, claimed_by = CASE WHEN NOT is_behind THEN $2 END,
    claimed_at = CASE WHEN NOT is_behind THEN $3::timestamptz END
  FROM placed WHERE m.id = placed.id
  RETURNING ${columnsOf(MessageSchema, ['id', 'accountId', 'numberId', 'sender', 'recipient', 'bodySealed', 'encoding', 'automatic'], 'm')},
    is_behind AS "isBehind"`;

/** Of $1: what was put off behind a message that was handed over or failed at the same moment. */
const CHECK_BEHIND = `WITH behind AS (
    SELECT id FROM messaging.messages WHERE id = ANY ($1) AND phase = 'waiting' ORDER BY id FOR UPDATE)
  UPDATE messaging.messages m SET due_at = coalesce(scheduled_at, created_at)
  FROM behind WHERE m.id = behind.id AND NOT ${isBehind('m')}`;

const POSTPONE = `UPDATE messaging.messages m SET phase = 'waiting', due_at = p."dueAt", claimed_by = NULL, claimed_at = NULL
  FROM jsonb_to_recordset($2::jsonb) AS p (id text, "dueAt" timestamptz)
  WHERE m.id = p.id AND m.phase = 'submitting' AND m.claimed_by = $1`;

/** SQL: gives messages an unknown outcome, as `lost` of the domain does. $1 now. */
const LOSE = `UPDATE messaging.messages m
  SET phase = 'unknown', claimed_by = NULL, claimed_at = NULL, error_code = 'outcome_unknown',
    has_unknown_parts = true, receipt_until = $1::timestamptz + interval '${String(RECEIPT_DAYS)} days'
  WHERE phase = 'submitting'`;
const TAKE_OVER = `${LOSE} AND carrier_id = $2 AND claimed_by <> $3 RETURNING sender, recipient`;
const GIVE_UP = `${LOSE} AND claimed_at < $2 RETURNING sender, recipient`;

/** $1 JSON array of parts in the order of their locks, $2 now. An id that a carrier uses again belongs to the newer message. */
const RECORD = `INSERT INTO messaging.message_parts AS p
    (carrier_id, carrier_message_id, message_id, is_given_up, state, code, reported_at, sender, recipient, created_at)
  SELECT "carrierId", "carrierMessageId", "messageId", "isGivenUp", state, code, "reportedAt", sender, recipient, $2
  FROM jsonb_to_recordset($1::jsonb) AS r ("carrierId" text, "carrierMessageId" text, "messageId" text, "isGivenUp" boolean,
    state text, code text, "reportedAt" timestamptz, sender text, recipient text)
  ON CONFLICT (carrier_id, carrier_message_id) DO UPDATE SET
    message_id = coalesce(excluded.message_id, p.message_id),
    is_given_up = CASE WHEN excluded.message_id IS NULL THEN p.is_given_up ELSE excluded.is_given_up END,
    (state, code, reported_at) = (SELECT
      CASE WHEN keeps THEN p.state ELSE excluded.state END, CASE WHEN keeps THEN p.code ELSE excluded.code END,
      CASE WHEN keeps THEN p.reported_at ELSE excluded.reported_at END
      FROM (SELECT NOT (p.message_id <> excluded.message_id) IS TRUE
        AND (excluded.state IS NULL OR p.state IS NOT NULL AND p.state <> 'accepted') AS keeps) AS kept)
  RETURNING message_id AS "messageId"`;

const LOCK = `SELECT FROM messaging.messages WHERE id = ANY ($1) ORDER BY id FOR UPDATE`;

const ALL = columnsOf(MessageSchema, membersOf(MessageSchema), 'm');

/** A statement of its own after the lock, so that it sees the parts that were committed while the first waited. */
const READ = `SELECT ${ALL}, coalesce(p.parts, '[]') AS parts
  FROM messaging.messages m LEFT JOIN LATERAL (
    SELECT jsonb_agg(jsonb_build_object('state', state, 'code', code, 'reportedAt', reported_at)) AS parts
    FROM messaging.message_parts WHERE message_id = m.id AND NOT is_given_up) AS p ON true
  WHERE m.id = ANY ($1)`;

const EXPIRED = `SELECT id FROM messaging.messages WHERE phase = 'waiting' AND expires_at <= $1 AND id <> ALL ($3)
  ORDER BY expires_at, id LIMIT $2`;
const WITHOUT_RECEIPT = `SELECT id FROM messaging.messages WHERE receipt_until <= $1 AND id <> ALL ($3)
  ORDER BY receipt_until, id LIMIT $2`;
const OVERDUE = `SELECT (SELECT count(*) FROM (
      SELECT FROM messaging.messages WHERE phase = 'waiting' AND expires_at <= $1 LIMIT 10000) AS expired)
    + (SELECT count(*) FROM (
      SELECT FROM messaging.messages WHERE receipt_until <= $1 LIMIT 10000) AS unreported) AS count`;

/** $1 received before, $2 received after, $3 limit. A message that is being handed over may be the one of the receipt. */
const UNMATCHED = `SELECT p.carrier_id AS "carrierId", p.carrier_message_id AS "carrierMessageId", m.id AS "messageId",
    p.is_given_up AS "isGivenUp", p.state, p.code, p.reported_at AS "reportedAt", p.sender, p.recipient
  FROM messaging.message_parts p CROSS JOIN LATERAL (
    SELECT min(id) AS id FROM messaging.messages
    WHERE has_unknown_parts AND carrier_id = p.carrier_id AND sender = p.sender AND recipient = p.recipient
      AND created_at <= p.created_at
    HAVING count(*) = 1) AS m
  WHERE p.message_id IS NULL AND p.created_at <= $1 AND p.created_at > $2
    AND NOT EXISTS (
      SELECT FROM messaging.messages s
      WHERE s.sender = p.sender AND s.recipient = p.recipient AND s.phase = 'submitting')
  ORDER BY p.created_at LIMIT $3`;

const TO_QUERY = `SELECT id, sent_at AS "sentAt", sender, recipient FROM messaging.messages
  WHERE carrier_id = $1 AND query_at <= $2 ORDER BY query_at, id LIMIT $3 FOR UPDATE SKIP LOCKED`;
const PARTS_TO_QUERY = `SELECT p.carrier_message_id AS "carrierMessageId", m.sender, m.recipient
  FROM messaging.message_parts p JOIN messaging.messages m ON m.id = p.message_id
  WHERE p.message_id = ANY ($1) AND p.carrier_id = m.carrier_id AND NOT p.is_given_up AND (p.state IS NULL OR p.state = 'accepted')`;

/** Jumps from carrier to carrier in the index of due messages; those without a carrier come last. */
const WAITED_FOR = `WITH RECURSIVE found (carrier_id) AS (
    (SELECT carrier_id FROM messaging.messages WHERE phase = 'waiting' AND carrier_id IS NOT NULL
      ORDER BY carrier_id LIMIT 1)
    UNION ALL
    SELECT (SELECT m.carrier_id FROM messaging.messages m
      WHERE m.phase = 'waiting' AND m.carrier_id > found.carrier_id ORDER BY m.carrier_id LIMIT 1)
    FROM found WHERE found.carrier_id IS NOT NULL)
  SELECT carrier_id AS id FROM found WHERE carrier_id IS NOT NULL AND EXISTS (
    SELECT FROM messaging.messages d WHERE d.phase = 'waiting' AND d.carrier_id = found.carrier_id AND d.due_at <= $1)
  UNION ALL
  SELECT NULL WHERE EXISTS (
    SELECT FROM messaging.messages WHERE phase = 'waiting' AND carrier_id IS NULL AND due_at <= $1)`;

/** $1 now, $2 and $3 the place before, $4 limit, $5 the carrier, if any. */
const waitingFor = (
  isOfCarrier: string,
) => `SELECT id, sender, recipient, refused_by AS "refusedBy", due_at::text AS "dueAt"
  FROM messaging.messages
  WHERE ${isOfCarrier} AND phase = 'waiting' AND due_at <= $1 AND (due_at, id) > ($2::timestamptz, $3)
  ORDER BY due_at, id LIMIT $4`;
const WAITING_FOR = waitingFor('carrier_id = $5');
const WITHOUT_CARRIER = waitingFor('carrier_id IS NULL');
const FIRST_PLACE = { dueAt: '-infinity', id: '' };

/** $1 JSON array of messages with their next carrier, $2 the carrier that they wait for. SKIP LOCKED leaves what is claimed. */
const MOVE = `WITH moved AS (
    SELECT m.id, r."carrierId" FROM messaging.messages m
    JOIN jsonb_to_recordset($1::jsonb) AS r (id text, "carrierId" text) ON r.id = m.id
    WHERE m.phase = 'waiting' AND m.carrier_id IS NOT DISTINCT FROM $2
    ORDER BY m.id FOR UPDATE OF m SKIP LOCKED)
  UPDATE messaging.messages m SET carrier_id = moved."carrierId" FROM moved WHERE m.id = moved.id`;

const PRUNE_PARTS = `DELETE FROM messaging.message_parts p USING (
    SELECT carrier_id, carrier_message_id FROM messaging.message_parts WHERE created_at < $1
    ORDER BY created_at LIMIT $2) AS old
  WHERE p.carrier_id = old.carrier_id AND p.carrier_message_id = old.carrier_message_id RETURNING p.carrier_id`;

const PRUNE_BODIES = `UPDATE messaging.messages m SET body_sealed = NULL FROM (
    SELECT id FROM messaging.messages WHERE body_sealed IS NOT NULL AND created_at < $1 AND phase IS NULL
    ORDER BY created_at, id LIMIT $2 FOR UPDATE SKIP LOCKED) AS old
  WHERE m.id = old.id RETURNING m.id`;

interface Identified {
  readonly id: string;
}

type WatchedRow = QueryResultRow & {
  readonly parts: readonly (Omit<PartState, 'reportedAt'> & { readonly reportedAt: string | null })[];
};

/** The work on messages in PostgreSQL. */
export class StoredDelivery implements DeliveryStore {
  constructor(private readonly db: Database) {}

  async claim({ carrierId, lease, limit, now }: Claim): Promise<Claimed> {
    const values = [carrierId, lease, now, limit, addSeconds(now, BEHIND_SECONDS)];
    const due = await this.db.query<ClaimedMessage & { readonly isBehind: boolean }>(CLAIM, values);
    const messages = due.filter(({ isBehind: each }) => !each).sort((one, other) => (one.id < other.id ? -1 : 1));
    const behind = due.filter(({ isBehind: each }) => each).map(({ id }) => id);
    return { messages, behind, mayBeMore: due.length === limit };
  }

  checkBehind(ids: readonly string[]): Promise<void> {
    return this.db.write(CHECK_BEHIND, [ids]);
  }

  postpone(lease: string, messages: readonly Postponed[]): Promise<void> {
    return this.db.write(POSTPONE, [lease, JSON.stringify(messages)]);
  }

  takeOver(carrierId: string, lease: string, now: Date): Promise<number> {
    return this.lose(TAKE_OVER, [now, carrierId, lease]);
  }

  giveUp(claimedBefore: Date, now: Date): Promise<number> {
    return this.lose(GIVE_UP, [now, claimedBefore]);
  }

  async recordParts(parts: readonly PartRecord[], now: Date): Promise<readonly string[]> {
    const rows = await this.db.query<{ messageId: string | null }>(RECORD, [JSON.stringify(parts), now]);
    return rows.flatMap(({ messageId }) => messageId ?? []);
  }

  async lock(ids: readonly string[]): Promise<readonly WatchedMessage[]> {
    await this.db.write(LOCK, [ids]);
    return (await this.db.query<WatchedRow>(READ, [ids])).map(({ parts, ...row }) => ({
      message: entityOf(MessageSchema, row),
      parts: parts.map((part) => ({
        ...part,
        reportedAt: part.reportedAt === null ? null : new Date(part.reportedAt),
      })),
    }));
  }

  save(messages: readonly Message[]): Promise<void> {
    return this.db.table(MessageSchema).saveMany(messages, DELIVERY_MEMBERS);
  }

  makeNextDue(messages: readonly Message[]): Promise<void> {
    return this.db.write(MAKE_NEXT_DUE, [conversationsOf(messages)]);
  }

  expired(now: Date, limit: number, except: readonly string[]): Promise<readonly string[]> {
    return this.ids(EXPIRED, [now, limit, except]);
  }

  withoutReceipt(now: Date, limit: number, except: readonly string[]): Promise<readonly string[]> {
    return this.ids(WITHOUT_RECEIPT, [now, limit, except]);
  }

  async countOverdue(before: Date): Promise<number> {
    return (await this.db.get<{ count: number }>(OVERDUE, [before])).count;
  }

  unmatched(now: Date, limit: number): Promise<readonly PartRecord[]> {
    const values = [addSeconds(now, -MATCH_SECONDS), addDays(now, -RECEIPT_DAYS), limit];
    return this.db.query<PartRecord>(UNMATCHED, values);
  }

  async claimQueries(carrierId: string, now: Date, limit: number): Promise<readonly PartQuery[]> {
    const due = await this.db.run(async () => {
      const found = await this.db.query<Pick<Message, 'id'> & { sentAt: Date }>(TO_QUERY, [carrierId, now, limit]);
      const next = found.map(({ id, sentAt }) => ({ id, queryAt: nextQueryAt(sentAt, now) }));
      await this.db.table(MessageSchema).saveMany(next as Message[], ['queryAt']);
      return found.map(({ id }) => id);
    });
    return due.length > 0 ? this.db.query<PartQuery>(PARTS_TO_QUERY, [due]) : [];
  }

  async waitedFor(now: Date): Promise<readonly (string | null)[]> {
    return (await this.db.query<{ id: string | null }>(WAITED_FOR, [now])).map(({ id }) => id);
  }

  waitingFor({ carrierId, now, after, limit }: QueuePage): Promise<readonly QueuedMessage[]> {
    const { dueAt, id } = after ?? FIRST_PLACE;
    const values = [now, dueAt, id, limit];
    return carrierId === null
      ? this.db.query<QueuedMessage>(WITHOUT_CARRIER, values)
      : this.db.query<QueuedMessage>(WAITING_FOR, [...values, carrierId]);
  }

  move(from: string | null, messages: readonly { readonly id: string; readonly carrierId: string }[]): Promise<void> {
    return this.db.write(MOVE, [JSON.stringify(messages), from]);
  }

  async pruneParts(before: Date, limit: number): Promise<number> {
    return (await this.db.query(PRUNE_PARTS, [before, limit])).length;
  }

  async pruneBodies(before: Date, limit: number): Promise<number> {
    return (await this.db.query(PRUNE_BODIES, [before, limit])).length;
  }

  private lose(text: string, values: readonly unknown[]): Promise<number> {
    return this.db.run(async () => {
      const lost = await this.db.query<Conversation & QueryResultRow>(text, values);
      if (lost.length > 0) await this.db.write(MAKE_NEXT_DUE, [conversationsOf(lost)]);
      return lost.length;
    });
  }

  private async ids(text: string, values: readonly unknown[]): Promise<readonly string[]> {
    return (await this.db.query<Identified>(text, values)).map(({ id }) => id);
  }
}
