import { CommonErrors, type Page, type PageRequest } from '@trunkline/kernel';
import type { Batch } from '../../domain/batch';
import { MESSAGE_ERRORS } from '../../domain/message-errors';
import type { Messages } from '../messages/messages';
import type { BatchDetails, BatchItem, BatchMessage, BatchStore, BatchView } from './ports';

/** The batches of an account. */
export class Batches {
  constructor(
    private readonly store: BatchStore,
    private readonly messages: Messages,
  ) {}

  list(accountId: string, page: PageRequest<'created_at'>): Promise<Page<BatchView>> {
    return this.store.list(accountId, page);
  }

  /** Returns a batch with the present state of its messages. Throws `not_found`. */
  async get(accountId: string, id: string): Promise<BatchDetails> {
    const batch = await this.store.get(accountId, id);
    return detailsOf(batch, await this.store.messagesOf(accountId, id));
  }

  /**
   * Cancels the messages that wait for their time or for a carrier, and releases what they hold. Throws `not_found`, and
   * `invalid_state` if there is none.
   */
  async cancel(accountId: string, id: string): Promise<BatchDetails> {
    await this.store.get(accountId, id);
    const cancelled = await this.messages.failAll({ accountId, batchId: id }, 'cancelled');
    if (cancelled === 0)
      throw CommonErrors.invalid_state({ message: 'No message of the batch is `queued`, so none can be cancelled.' });
    return this.get(accountId, id);
  }
}

function detailsOf(batch: Batch, messages: readonly BatchMessage[]): BatchDetails {
  const { id, sender: from, encoding, segments, total, refused, customerReference, scheduledAt, createdAt } = batch;
  const items = new Array<BatchItem>(total);
  for (const { index, to, code, reason } of refused)
    items[index] = { to, messageId: null, status: null, priceCents: 0, errorCode: code, errorMessage: reason };
  let place = 0;
  for (const message of messages) {
    while (items[place] !== undefined) place += 1;
    items[place] = itemOf(message);
  }
  const priceCents = items.reduce((sum, item) => sum + item.priceCents, 0);
  const accepted = total - refused.length;
  const given = { customerReference, scheduledAt, createdAt };
  return { id, from, encoding, segments, total, accepted, ...given, priceCents, items };
}

function itemOf({ id, recipient, status, priceCents, errorCode }: BatchMessage): BatchItem {
  return {
    to: recipient,
    messageId: id,
    status,
    priceCents: status === 'failed' ? 0 : priceCents,
    errorCode,
    errorMessage: errorCode === null ? null : MESSAGE_ERRORS[errorCode],
  };
}
