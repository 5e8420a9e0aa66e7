import { createHash } from 'node:crypto';
import {
  addDays,
  addSeconds,
  canonicalNumber,
  type Clock,
  earliestId,
  type EventBus,
  newId,
  readNumber,
  type Transactor,
  unixSeconds,
} from '@trunkline/kernel';
import { type Message, NOT_OFFERED } from '../../domain/message';
import { REASSEMBLY_HOURS } from '../../domain/reassembly';
import { measureText } from '../../domain/text/parts';
import type { InboundParts } from '../carriers/inbox';
import type { InboundPart } from '../carriers/ports';
import type { AnswerKeywords } from '../consent/answer-keywords';
import { type BodyKeys, DuplicateMessage, type MessageStore, type OwnNumbers } from '../messages/ports';
import type { InboundMessage, PartStore, UnclaimedMessages } from './ports';

const HOUR_SECONDS = 3600;
const BATCH = 100;
/** Longer than a carrier repeats a part. */
const TRACE_DAYS = 2;
const UNCLAIMED_DAYS = 30;
const HASH_DIGITS = 16;
/** The longest address of a message (SMPP 3.4, section 5.2.8). */
const SENDER_MAX = 64;

/** Receives messages of carriers: parts are joined, and messages stored for the account of the number, with their event. */
export class ReceiveMessages implements InboundParts {
  constructor(
    private readonly tx: Transactor,
    private readonly parts: PartStore,
    private readonly numbers: OwnNumbers,
    private readonly unclaimed: UnclaimedMessages,
    private readonly store: MessageStore,
    private readonly keys: BodyKeys,
    private readonly keywords: AnswerKeywords,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Resolves once the part is committed. Idempotent for parts of long messages, and for messages with an id of the carrier. */
  async receive(carrierId: string, given: InboundPart): Promise<void> {
    const part = canonical(given);
    const { reference } = part;
    if (reference !== null && part.parts > 1) return this.partOfMany(carrierId, { ...part, reference });
    const { from, to, text, receivedAt, carrierMessageId } = part;
    // HTTP carriers join the parts of a message themselves.
    const message = { carrierId, from, to, text, ...measureText(text), isIncomplete: false, receivedAt };
    try {
      await this.place(message, idOf(carrierId, carrierMessageId, receivedAt));
    } catch (error) {
      if (!(error instanceof DuplicateMessage)) throw error;
    }
  }

  /** Delivers what came of messages whose other parts have not arrived for a day. Returns how many. */
  async deliverStale(): Promise<number> {
    const before = addSeconds(this.clock.now(), -REASSEMBLY_HOURS * HOUR_SECONDS);
    let delivered = 0;
    for (let batch = BATCH; batch === BATCH; delivered += batch) {
      batch = await this.tx.run(async () => {
        const stale = await this.parts.takeStale(before, BATCH);
        for (const message of stale) await this.deliver(message);
        return stale.length;
      });
    }
    return delivered;
  }

  /** Delivers a whole message, as if it arrived now. */
  deliver(message: InboundMessage): Promise<void> {
    return this.place(message, newId('sms'));
  }

  async prune(): Promise<number> {
    const now = this.clock.now();
    const traces = await this.parts.prune(addDays(now, -TRACE_DAYS));
    return traces + (await this.unclaimed.prune(addDays(now, -UNCLAIMED_DAYS)));
  }

  private partOfMany(carrierId: string, part: InboundPart & { readonly reference: number }): Promise<void> {
    return this.tx.run(async () => {
      const message = await this.parts.add(carrierId, part);
      if (message) await this.deliver(message);
    });
  }

  private async place(message: InboundMessage, id: string): Promise<void> {
    const number = await this.numbers.findByE164(message.to);
    if (!number) return this.unclaimed.add(message);
    const cipher = await this.keys.cipherOf(number.accountId);
    const stored = messageOf(message, number, { id, bodySealed: cipher.seal(id, message.text), now: this.clock.now() });
    await this.tx.run(async () => {
      await this.store.addAll([stored]);
      const keyword = await this.keywords.answer(stored, message);
      const { accountId, sender: from, recipient: to, segments, numberId } = stored;
      await this.events.publish({
        type: 'sms.received',
        accountId,
        data: {
          message_id: id,
          number_id: numberId,
          from,
          to,
          body: null,
          segments,
          incomplete: message.isIncomplete,
          keyword,
          received_at: unixSeconds(message.receivedAt),
        },
      });
    });
  }
}

/** Returns the same id for the same message of a carrier, and one that sorts by its time. */
function idOf(carrierId: string, carrierMessageId: string | null, receivedAt: Date): string {
  if (carrierMessageId === null) return newId('sms');
  const hash = createHash('sha256').update(`${carrierId}\n${carrierMessageId}`).digest('hex');
  return earliestId('sms', receivedAt) + hash.slice(0, HASH_DIGITS);
}

interface Stored {
  readonly id: string;
  readonly bodySealed: string;
  readonly now: Date;
}

function messageOf(
  { from, to, encoding, segments, isIncomplete, carrierId }: InboundMessage,
  { accountId, numberId }: Pick<Message, 'accountId' | 'numberId'>,
  { id, bodySealed, now }: Stored,
): Message {
  return {
    ...NOT_OFFERED,
    id,
    accountId,
    direction: 'inbound',
    sender: from,
    recipient: to,
    numberId,
    status: 'received',
    phase: null,
    bodySealed,
    encoding,
    segments,
    incomplete: isIncomplete,
    priceCents: 0,
    createdAt: now,
    dueAt: null,
    expiresAt: null,
    carrierId,
  };
}

/** Short codes and names of senders stay as they are, without what cannot be shown. */
function canonical(part: InboundPart): InboundPart {
  const from = part.from.replace(/\p{C}/gu, '').slice(0, SENDER_MAX);
  return {
    ...part,
    from: canonicalNumber(from)?.e164 ?? from,
    to: readNumber(part.to, null)?.e164 ?? part.to.replace(/\p{C}/gu, '').slice(0, SENDER_MAX),
  };
}
