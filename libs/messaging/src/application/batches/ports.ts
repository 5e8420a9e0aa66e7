import type { Page, PageRequest } from '@trunkline/kernel';
import type { Batch } from '../../domain/batch';
import type { Message, MessageStatus } from '../../domain/message';

/** A batch as its account reads it. */
export interface BatchView extends Omit<Batch, 'accountId' | 'sender' | 'refused'> {
  readonly from: string;
  /** Messages that were queued. */
  readonly accepted: number;
}

/** What became of a recipient. */
export interface BatchItem {
  readonly to: string;
  /** Null for a refused recipient. */
  readonly messageId: string | null;
  readonly status: MessageStatus | null;
  readonly priceCents: number;
  /** Why there is no message, or why it failed. */
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
}

export interface BatchDetails extends BatchView {
  /** Of all messages; of failed ones nothing. */
  readonly priceCents: number;
  /** In the order in which the recipients were given. */
  readonly items: readonly BatchItem[];
}

/** A message of a batch. */
export type BatchMessage = Pick<Message, 'id' | 'recipient' | 'status' | 'priceCents' | 'errorCode'>;

export abstract class BatchStore {
  /** Adds a batch, unless a repeated request has. Joins the transaction. */
  abstract add(batch: Batch): Promise<void>;
  abstract find(accountId: string, id: string): Promise<Batch | null>;
  abstract list(accountId: string, page: PageRequest<'created_at'>): Promise<Page<BatchView>>;
  /** Throws `not_found`. */
  abstract get(accountId: string, id: string): Promise<Batch>;
  /** Returns the messages in the order of their recipients. */
  abstract messagesOf(accountId: string, id: string): Promise<readonly BatchMessage[]>;
}
