import type { Direction, Page, PageRequest } from '@trunkline/kernel';
import type { ChangedMessage } from '../../domain/message-events';
import type { MessageErrorCode } from '../../domain/message-errors';
import type { Message, MessageStatus } from '../../domain/message';
import type { SegmentPrice } from '../../domain/message-price';

/** The members of a message that its account reads as they are. */
export const SHOWN_MEMBERS = [
  'id',
  'direction',
  'encoding',
  'segments',
  'incomplete',
  'automatic',
  'status',
  'errorCode',
  'priceCents',
  'numberId',
  'customerReference',
  'batchId',
  'createdAt',
  'scheduledAt',
  'sentAt',
  'deliveredAt',
] as const satisfies readonly (keyof Message)[];

/** A message as its account reads it. `body` is null once it is deleted. */
export interface MessageView extends Pick<Message, (typeof SHOWN_MEMBERS)[number]> {
  readonly from: string;
  readonly to: string;
  readonly body: string | null;
}

export interface MessageFilters {
  readonly direction?: Message['direction'];
  readonly fromNumber?: string;
  readonly toNumber?: string;
  readonly statuses?: readonly MessageStatus[];
  /** Created at or after. */
  readonly from?: Date;
  /** Created before. */
  readonly to?: Date;
}

/** A number of the account. */
export interface OwnNumber {
  readonly numberId: string;
  readonly e164: string;
  readonly status: string;
  readonly capabilities: readonly string[];
}

/** Who sends a message. */
export type Sender = Pick<Message, 'accountId' | 'numberId'>;

/** The numbers of accounts, which another context keeps. */
export abstract class OwnNumbers {
  /** Returns a live number of the account, or null. */
  abstract findOwn(accountId: string, e164: string): Promise<OwnNumber | null>;
  /** Returns the live number of any account, or null. */
  abstract findByE164(e164: string): Promise<{ readonly numberId: string; readonly accountId: string } | null>;
  /** Returns the status of each of the numbers by its id, released ones included. Unknown ids are left out. */
  abstract statusesOf(numberIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** What an account may send. */
export interface SendingTerms {
  /** The most that outbound calls and messages may cost on a UTC day, including holds; null for no limit. */
  readonly dailyCapCents: number | null;
  /** Messages that carriers are handed per second; null for no limit. What exceeds it waits. */
  readonly messagesPerSecond: number | null;
  /** Returns the rule that forbids messages to the number, or null. */
  readonly ruleAgainst: (e164: string) => Promise<string | null>;
}

/** The rules for the destinations and the spending of an account, which another context keeps. See docs/outbound.md. */
export abstract class SendingRules {
  /** Throws `not_found`. */
  abstract termsOf(accountId: string): Promise<SendingTerms>;
}

/** The prices of messages, which another context keeps. */
export abstract class MessagePrices {
  /**
   * Returns the price of messages to each number (outbound), or to each of the account's own numbers (inbound), in their order.
   * Null: there is none, so an outbound message is not allowed and an inbound one is free.
   */
  abstract quote(
    accountId: string,
    direction: Direction,
    numbers: readonly string[],
  ): Promise<readonly (SegmentPrice | null)[]>;
}

export interface PricedMessage {
  readonly id: string;
  /** Positive integer cents. */
  readonly priceCents: number;
}

export interface MessageHoldOrder {
  readonly accountId: string;
  readonly messages: readonly PricedMessage[];
  /** See SendingTerms. */
  readonly dailyCapCents: number | null;
}

/** What messages may cost now, without a lock. */
export interface MessageCover {
  /** Number.MAX_SAFE_INTEGER when unlimited; may be negative. */
  readonly availableCents: number;
  /** Charged on this UTC day, and held. */
  readonly usedTodayCents: number;
}

export interface SettledMessage {
  readonly accountId: string;
  readonly id: string;
  /** What is charged. Null releases what the message holds. Only outbound messages count against the daily cap. */
  readonly charge: { readonly priceCents: number; readonly description: string; readonly direction: Direction } | null;
}

/** The money of messages, which another context moves. Each method joins the caller's transaction. */
export abstract class MessageFunds {
  /** Holds the price of each message. The transaction fails with ConditionNotMet when funds or cap do not cover all. */
  abstract holdOrFail(order: MessageHoldOrder): Promise<void>;
  abstract cover(accountId: string): Promise<MessageCover>;
  /**
   * Releases what the messages hold and charges those with a price, once per message whatever is repeated, at any balance. The
   * rows of the messages must be locked before, or added in the same transaction.
   */
  abstract settle(messages: readonly SettledMessage[]): Promise<void>;
}

/** Seals and opens bodies with the data key of one account. */
export interface BodyCipher {
  /** `owner` is the id of the message. */
  seal(owner: string, plain: string): string;
  open(owner: string, sealed: string): Buffer;
}

/** The data keys of accounts, which are erased with the account. */
export abstract class BodyKeys {
  /** Throws `not_found` after the key is erased. */
  abstract cipherOf(accountId: string): Promise<BodyCipher>;
}

/** A message that was added before, by the request that is repeated. */
export class DuplicateMessage extends Error {
  override readonly name = 'DuplicateMessage';
}

/** A message as it is stored, with its sealed body. */
export interface StoredMessage extends Omit<MessageView, 'body'> {
  readonly bodySealed: string | null;
}

/** Which of the waiting messages of an account: all of them, or those that have each given member. */
export interface WaitingScope {
  readonly accountId: string;
  readonly id?: string;
  readonly numberId?: string;
  readonly sender?: string;
  readonly recipient?: string;
  readonly batchId?: string;
  /** Ids of messages that are left out. */
  readonly except?: readonly string[];
}

/** Stores and reads the messages of accounts. */
export abstract class MessageStore {
  /** Adds messages. Does not wait: the transaction fails with `DuplicateMessage` when one of them exists. */
  abstract addAll(messages: readonly Message[]): Promise<void>;
  abstract list(
    accountId: string,
    filters: MessageFilters,
    page: PageRequest<'created_at'>,
  ): Promise<Page<StoredMessage>>;
  /** Throws `not_found`. */
  abstract get(accountId: string, id: string): Promise<StoredMessage>;
  /** Returns those that exist. */
  abstract findAll(accountId: string, ids: readonly string[]): Promise<readonly StoredMessage[]>;
  /**
   * Fails messages that wait for a carrier, the oldest first, all of them without a limit, and locks them until the transaction
   * ends. Returns them.
   */
  abstract failWaiting(
    scope: WaitingScope,
    errorCode: MessageErrorCode,
    limit?: number,
  ): Promise<readonly ChangedMessage[]>;
  /** Returns the ids of messages that `failWaiting` would fail, the oldest first. */
  abstract waitingIds(scope: WaitingScope, limit: number): Promise<readonly string[]>;
  /** Returns the senders of messages that were created since and wait for a carrier, each once. */
  abstract waitingSenders(since: Date): Promise<readonly Sender[]>;
}

/** Wakes the workers when messages are due, so that they do not wait for their next poll. */
export abstract class DueMessages {
  /** After the surrounding transaction commits. A lost announcement costs a poll interval. */
  abstract announce(): void;
}
