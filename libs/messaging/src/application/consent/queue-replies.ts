import { addSeconds, type Clock, newId } from '@trunkline/kernel';
import { NOT_OFFERED, VALIDITY_SECONDS } from '../../domain/message';
import { measureText } from '../../domain/text/parts';
import type { CarrierRoutes } from '../carriers/ports';
import type { BodyKeys, DueMessages, MessageStore } from '../messages/ports';
import type { Conversation } from './ports';

/** Answers keywords with messages of the account, free of charge. */
export class QueueReplies {
  constructor(
    private readonly store: MessageStore,
    private readonly routes: CarrierRoutes,
    private readonly keys: BodyKeys,
    private readonly due: DueMessages,
    private readonly clock: Clock,
  ) {}

  /** Joins the transaction. Queues nothing where no carrier serves the recipient. */
  async queue({ accountId, numberId, fromNumber, toNumber }: Conversation, text: string): Promise<void> {
    const [carrierId] = await this.routes.routesFor({ from: fromNumber, to: toNumber });
    if (carrierId === undefined) return;
    const { encoding, segments } = measureText(text);
    const cipher = await this.keys.cipherOf(accountId);
    const [id, now] = [newId('sms'), this.clock.now()];
    await this.store.addAll([
      {
        ...NOT_OFFERED,
        id,
        accountId,
        direction: 'outbound',
        sender: fromNumber,
        recipient: toNumber,
        numberId,
        status: 'queued',
        phase: 'waiting',
        bodySealed: cipher.seal(id, text),
        encoding,
        segments,
        priceCents: 0,
        automatic: true,
        createdAt: now,
        dueAt: now,
        expiresAt: addSeconds(now, VALIDITY_SECONDS),
        carrierId,
      },
    ]);
    this.due.announce();
  }
}
