import { newId } from '@trunkline/kernel';
import { type CryptoBox, type Database, NEXT_INBOX_CHECK } from '@trunkline/platform';
import type { InboundPart } from '../application/carriers/ports';
import { type InboundMessage, type NumberedPart, type PartStore, UnreadablePart } from '../application/inbound/ports';
import type { Encoding } from '../domain/text/parts';
import { reassemble } from '../domain/reassembly';

export const PART_PURPOSE = 'messaging.inbound_part';
const DIGEST_PURPOSE = 'messaging.inbound_part_digest';

/** For this long, a part of a message that was joined is a repetition. Afterwards the phone has used its reference again. */
const REPEATED_MINUTES = 10;

const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('messaging.inbound_parts:' || $1, 0))`;
const COLUMNS = `group_id AS "groupId", part, parts, carrier_id AS "carrierId", sender AS "from", recipient AS "to", digest,
  text_sealed AS "textSealed", encoding, received_at AS "receivedAt", started_at AS "startedAt"`;
/** The sweep locks the parts that it takes. */
const SIMILAR = `SELECT ${COLUMNS} FROM messaging.inbound_parts
  WHERE recipient = $1 AND sender = $2 AND reference = $3 AND carrier_id = $4 AND parts = $5
  ORDER BY started_at DESC, group_id DESC, part FOR UPDATE`;
const ADD = `INSERT INTO messaging.inbound_parts (group_id, part, parts, carrier_id, sender, recipient, reference, digest,
    text_sealed, encoding, received_at, started_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;
const STALE = `SELECT DISTINCT started_at, group_id AS id FROM messaging.inbound_parts
  WHERE text_sealed IS NOT NULL AND started_at < $1 AND (retry_at IS NULL OR retry_at <= $2)
  ORDER BY started_at, group_id LIMIT $3`;
const TAKE = `SELECT ${COLUMNS} FROM messaging.inbound_parts WHERE group_id = $1 AND text_sealed IS NOT NULL
  ORDER BY part FOR UPDATE`;
/** Of the parts that were read: one that was added since waits for its own end. */
const JOIN = `UPDATE messaging.inbound_parts SET text_sealed = NULL, retry_at = NULL, fault = NULL
  WHERE (group_id, part) IN (SELECT * FROM unnest($1::text[], $2::integer[]))`;
const FAIL = `UPDATE messaging.inbound_parts
  SET attempts = attempts + 1, fault = $2, retry_at = $3::timestamptz + ${NEXT_INBOX_CHECK}
  WHERE group_id = $1 AND text_sealed IS NOT NULL`;
const PRUNE = `DELETE FROM messaging.inbound_parts WHERE text_sealed IS NULL AND started_at < $1 RETURNING 1`;
const PRUNE_FAILED = `DELETE FROM messaging.inbound_parts WHERE fault IS NOT NULL AND started_at < $1 RETURNING 1`;

interface PartRow {
  readonly groupId: string;
  readonly part: number;
  readonly parts: number;
  readonly carrierId: string;
  readonly from: string;
  readonly to: string;
  readonly digest: string;
  /** Null once the message was joined. */
  readonly textSealed: string | null;
  readonly encoding: Encoding;
  readonly receivedAt: Date;
  readonly startedAt: Date;
}

/** Texts are sealed for their part, under the keys of the service: the account is found when the message is complete. */
export class StoredParts implements PartStore {
  constructor(
    private readonly db: Database,
    private readonly box: CryptoBox,
  ) {}

  async add(carrierId: string, part: NumberedPart): Promise<InboundMessage | null> {
    const group = await this.store(carrierId, part);
    if (group.length < part.parts) return null;
    await this.close(group);
    return this.joined(group);
  }

  async keep(carrierId: string, part: NumberedPart): Promise<void> {
    await this.store(carrierId, part);
  }

  async stale(before: Date, now: Date, limit: number): Promise<readonly string[]> {
    return (await this.db.query<{ id: string }>(STALE, [before, now, limit])).map(({ id }) => id);
  }

  async take(id: string): Promise<InboundMessage | null> {
    const group = await this.db.query<PartRow>(TAKE, [id]);
    if (group.length === 0) return null;
    await this.close(group);
    return this.joined(group);
  }

  failed(id: string, fault: string, now: Date): Promise<void> {
    return this.db.write(FAIL, [id, fault, now]);
  }

  async prune(before: Date): Promise<number> {
    return (await this.db.query(PRUNE, [before])).length;
  }

  async pruneFailed(before: Date): Promise<number> {
    return (await this.db.query(PRUNE_FAILED, [before])).length;
  }

  /** Returns the stored parts of the message with this one; none: the part was received before. */
  private async store(carrierId: string, part: NumberedPart): Promise<readonly PartRow[]> {
    const { from, to, reference, parts } = part;
    const key = [to, from, reference, carrierId, parts];
    await this.db.write(LOCK, [key.join(' ')]);
    const similar = await this.db.query<PartRow>(SIMILAR, key);
    const digest = this.box.digest(DIGEST_PURPOSE, JSON.stringify(part.text)).toString('base64url');
    if (similar.some((stored) => isRepeated(stored, part, digest))) return [];
    const row = this.rowOf(carrierId, part, digest, groupFor(similar, part.part));
    await this.db.write(ADD, [
      row.groupId,
      row.part,
      row.parts,
      row.carrierId,
      row.from,
      row.to,
      reference,
      row.digest,
      row.textSealed,
      row.encoding,
      row.receivedAt,
      row.startedAt,
    ]);
    // Without those that the sweep has delivered meanwhile.
    return [...similar.filter(({ groupId, textSealed }) => groupId === row.groupId && textSealed !== null), row];
  }

  private close(parts: readonly PartRow[]): Promise<void> {
    return this.db.write(JOIN, [parts.map(({ groupId }) => groupId), parts.map(({ part }) => part)]);
  }

  private rowOf(carrierId: string, part: InboundPart, digest: string, group: PartRow | undefined): PartRow {
    const { part: number, parts, from, to, text, encoding, receivedAt } = part;
    const groupId = group?.groupId ?? newId('ipt');
    // In JSON, because a sender may divide a surrogate pair, of which UTF-8 has no halves.
    const textSealed = this.box.seal(PART_PURPOSE, JSON.stringify(text), boundTo(groupId, number));
    const startedAt = group?.startedAt ?? receivedAt;
    return { groupId, part: number, parts, carrierId, from, to, digest, textSealed, encoding, receivedAt, startedAt };
  }

  private joined(group: readonly PartRow[]): InboundMessage {
    const [{ carrierId, from, to, parts }] = group as readonly [PartRow];
    const texts = group.map((row) => ({ part: row.part, text: this.open(row) }));
    return {
      carrierId,
      from,
      to,
      ...reassemble(texts, parts),
      encoding: group.some(({ encoding }) => encoding === 'ucs2') ? 'ucs2' : 'gsm7',
      segments: group.length,
      receivedAt: new Date(Math.max(...group.map(({ receivedAt }) => receivedAt.getTime()))),
    };
  }

  private open({ groupId, part, textSealed }: PartRow): string {
    if (textSealed === null) throw new Error('A part of the message was joined before.');
    try {
      return JSON.parse(this.box.open(PART_PURPOSE, textSealed, boundTo(groupId, part)).toString('utf8')) as string;
    } catch (cause) {
      throw new UnreadablePart('A part cannot be opened with the keys of the service.', { cause });
    }
  }
}

function boundTo(groupId: string, part: number): string {
  return `${groupId}\n${String(part)}`;
}

function isRepeated(stored: PartRow, { part, receivedAt }: InboundPart, digest: string): boolean {
  if (stored.part !== part || stored.digest !== digest) return false;
  return stored.textSealed !== null || receivedAt.getTime() - stored.receivedAt.getTime() < REPEATED_MINUTES * 60_000;
}

/** Returns a part of the newest message that waits for this part. */
function groupFor(similar: readonly PartRow[], part: number): PartRow | undefined {
  const having = new Set(similar.filter((stored) => stored.part === part).map(({ groupId }) => groupId));
  return similar.find(({ textSealed, groupId }) => textSealed !== null && !having.has(groupId));
}
