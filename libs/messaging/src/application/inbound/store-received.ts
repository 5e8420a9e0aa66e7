import { type Clock, type EventBus, type Transactor, unixSeconds } from '@trunkline/kernel';
import { type Message, NOT_OFFERED } from '../../domain/message';
import { messageCents } from '../../domain/message-price';
import type { AnswerKeywords } from '../consent/answer-keywords';
import type { MessageCharges } from '../messages/message-charges';
import type { BodyKeys, MessagePrices, MessageStore } from '../messages/ports';
import type { InboundMessage } from './ports';

/** The number that received a message, and its account. */
type Owner = Pick<Message, 'accountId' | 'numberId'>;

/** Stores received messages with their charge, their event, and the answer to a keyword. See docs/messages.md#inbound. */
export class StoreReceived {
  constructor(
    private readonly tx: Transactor,
    private readonly messages: MessageStore,
    private readonly keys: BodyKeys,
    private readonly prices: MessagePrices,
    private readonly charges: MessageCharges,
    private readonly keywords: AnswerKeywords,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Joins the transaction. It fails with `DuplicateMessage` if the id is known, with nothing stored or charged. */
  async store(message: InboundMessage, number: Owner, id: string): Promise<void> {
    const [cipher, [price = null]] = await Promise.all([
      this.keys.cipherOf(number.accountId),
      this.prices.quote(number.accountId, 'inbound', [message.to]),
    ]);
    const priceCents = price === null ? 0 : messageCents(price, message.segments);
    const bodySealed = cipher.seal(id, message.text);
    const stored = messageOf(message, number, { id, bodySealed, priceCents, now: this.clock.now() });
    await this.tx.run(async () => {
      await this.messages.addAll([stored]);
      const obeyed = await this.keywords.answer(stored, message);
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
          price_cents: priceCents,
          keyword: obeyed?.action ?? null,
          received_at: unixSeconds(message.receivedAt),
        },
      });
      // Once and last, because wallets are locked after everything else.
      await this.charges.settle({ charged: [stored], released: obeyed?.failed ?? [] });
    });
  }
}

interface Stored {
  readonly id: string;
  readonly bodySealed: string;
  readonly priceCents: number;
  readonly now: Date;
}

function messageOf(
  { from, to, encoding, segments, isIncomplete, carrierId }: InboundMessage,
  { accountId, numberId }: Owner,
  { id, bodySealed, priceCents, now }: Stored,
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
    priceCents,
    createdAt: now,
    dueAt: null,
    expiresAt: null,
    carrierId,
  };
}
