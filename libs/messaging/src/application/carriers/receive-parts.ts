import { type Clock, newId, type Transactor } from '@trunkline/kernel';
import type { Message } from '../../domain/message';
import type { BodyKeys, MessageStore, OwnNumbers } from '../messages/ports';
import type { InboundParts } from './inbox';
import type { InboundPart } from './ports';

/** Stores each part as a message of the number that it was sent to. */
export class ReceiveParts implements InboundParts {
  constructor(
    private readonly tx: Transactor,
    private readonly numbers: OwnNumbers,
    private readonly keys: BodyKeys,
    private readonly store: MessageStore,
    private readonly clock: Clock,
  ) {}

  /** A part for a number of no account is dropped: its carrier would only repeat it. */
  async receive(carrierId: string, { from, to, text, encoding }: InboundPart): Promise<void> {
    const number = await this.numbers.findByE164(to);
    if (number === null) return;
    const { numberId, accountId } = number;
    const id = newId('sms');
    const cipher = await this.keys.cipherOf(accountId);
    const message: Message = {
      id,
      accountId,
      direction: 'inbound',
      sender: from,
      recipient: to,
      numberId,
      status: 'received',
      phase: null,
      bodySealed: cipher.seal(id, text),
      encoding,
      segments: 1,
      priceCents: 0,
      customerReference: null,
      batchId: null,
      errorCode: null,
      carrierCode: null,
      createdAt: this.clock.now(),
      scheduledAt: null,
      sentAt: null,
      deliveredAt: null,
      dueAt: null,
      expiresAt: null,
      attempts: 0,
      carrierId,
      refusedBy: [],
      passedOver: [],
      claimedBy: null,
      claimedAt: null,
      receiptUntil: null,
      queryAt: null,
    };
    await this.tx.run(() => this.store.addAll([message]));
  }
}
