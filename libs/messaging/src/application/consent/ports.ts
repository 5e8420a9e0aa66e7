import type { Page, PageRequest } from '@trunkline/kernel';
import type { OptOut } from '../../domain/consent/opt-out';

export interface OptOutFilter {
  readonly fromNumber?: string;
  readonly toNumber?: string;
}

/** Messages from a number of the account to a recipient. */
export interface Conversation {
  readonly accountId: string;
  readonly numberId: string;
  readonly fromNumber: string;
  readonly toNumber: string;
}

/** Which recipients want no more messages from which numbers. */
export abstract class OptOutStore {
  /**
   * Returns false if the recipient has opted out already, or has opted in again later than the message was received: messages
   * may be handled in another order. Joins the transaction.
   */
  abstract add(optOut: OptOut): Promise<boolean>;
  /** Returns false unless the recipient had opted out before that time. Joins the transaction. */
  abstract end(conversation: Conversation, at: Date): Promise<boolean>;
  /** Returns those of the recipients that have opted out of messages from the number. */
  abstract among(accountId: string, fromNumber: string, recipients: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns whether the recipient was sent no automatic answer from the number since then. */
  abstract isUnansweredSince(conversation: Conversation, since: Date): Promise<boolean>;
  /** Returns the conversations of opt-outs since then in which messages wait for a carrier. */
  abstract waitingSince(since: Date): Promise<readonly Conversation[]>;
  abstract list(accountId: string, filter: OptOutFilter, page: PageRequest<'created_at'>): Promise<Page<OptOut>>;
  /** Ends it and returns it. Joins the transaction. Throws `not_found`. */
  abstract delete(accountId: string, id: string, at: Date): Promise<OptOut>;
  /** Deletes what ended before then. Returns how many. */
  abstract prune(before: Date): Promise<number>;
}
