import type { PartState } from '../../domain/delivery';
import type { Message } from '../../domain/message';
import type { MessageErrorCode } from '../../domain/message-errors';
import type { DeliveryReport, SubmitOutcome } from '../carriers/ports';

/** A message that is handed to a carrier. */
export type ClaimedMessage = Pick<
  Message,
  'id' | 'accountId' | 'numberId' | 'sender' | 'recipient' | 'bodySealed' | 'encoding' | 'automatic'
>;

export interface Claimed {
  readonly messages: readonly ClaimedMessage[];
  /** Messages that were put off because they are behind another one: see `checkBehind`. */
  readonly behind: readonly string[];
  /** Whether as many messages were due as the limit: others may be due. */
  readonly mayBeMore: boolean;
}

export interface Claim {
  readonly carrierId: string;
  /** That of the link: what another lease was submitting has an unknown outcome. */
  readonly lease: string;
  /** Of the messages that are read. */
  readonly limit: number;
  readonly now: Date;
}

/** A place in the queue of a carrier. */
export interface QueuePlace {
  /** With the microseconds of PostgreSQL. */
  readonly dueAt: string;
  readonly id: string;
}

/** A due message that waits for a carrier. */
export interface QueuedMessage extends Pick<Message, 'sender' | 'recipient' | 'refusedBy'>, QueuePlace {}

export interface QueuePage {
  /** Null: the messages without a carrier. */
  readonly carrierId: string | null;
  readonly now: Date;
  /** Null: from the message that is due longest. */
  readonly after: QueuePlace | null;
  readonly limit: number;
}

export interface Postponed {
  readonly id: string;
  readonly dueAt: Date;
}

/** What a carrier's answer or a receipt says about a part. */
export interface PartRecord extends PartState {
  readonly carrierId: string;
  readonly carrierMessageId: string;
  /** Null while only receipts are known. */
  readonly messageId: string | null;
  /** Whether the message was sent again whole, or not at all: what is reported of the part does not count. */
  readonly isGivenUp: boolean;
  /** Of the message, as a receipt names them. */
  readonly sender: string | null;
  readonly recipient: string | null;
}

export interface WatchedMessage {
  readonly message: Message;
  /** What carriers took of it. */
  readonly parts: readonly PartState[];
}

export interface PartQuery {
  readonly carrierMessageId: string;
  readonly sender: string;
  readonly recipient: string;
}

/** A message that was claimed and offered to no carrier, because it must not be sent any more. */
export interface BarredOutcome {
  readonly kind: 'barred';
  readonly errorCode: MessageErrorCode;
}

/** What a carrier answered to a message, or why it was not asked. */
export interface AnswerFact {
  readonly kind: 'answer';
  readonly carrierId: string;
  readonly lease: string;
  readonly messageId: string;
  readonly from: string;
  readonly to: string;
  readonly outcome: SubmitOutcome | BarredOutcome;
}

/** What a carrier reported of a part. */
export interface ReportFact {
  readonly kind: 'report';
  readonly carrierId: string;
  readonly report: DeliveryReport & { readonly carrierMessageId: string };
}

/** A receipt whose message was found by sender and recipient. */
export interface MatchFact {
  readonly kind: 'match';
  readonly part: PartRecord;
}

export type DeliveryFact = AnswerFact | ReportFact | MatchFact;

/** The work on messages in the database. */
export abstract class DeliveryStore {
  /**
   * Marks due messages of a carrier as `submitting` and returns them. Of a conversation, only the earliest is marked: those
   * behind it are not due until `makeNextDue`. Committed when it returns.
   */
  abstract claim(claim: Claim): Promise<Claimed>;
  /** Makes messages due that a claim has put off, whose earlier message was settled at the same moment. */
  abstract checkBehind(ids: readonly string[]): Promise<void>;
  /** Lets claimed messages, which no carrier has seen, wait for a time. */
  abstract postpone(lease: string, messages: readonly Postponed[]): Promise<void>;
  /** Gives messages that another lease of the carrier was submitting an unknown outcome. Returns how many. */
  abstract takeOver(carrierId: string, lease: string, now: Date): Promise<number>;
  /** The same for messages of any carrier that were claimed before. */
  abstract giveUp(claimedBefore: Date, now: Date): Promise<number>;
  /**
   * Stores what is known about parts, each once, and returns the messages that they belong to. A final state stays. Locks the
   * parts until the transaction ends.
   */
  abstract recordParts(parts: readonly PartRecord[], now: Date): Promise<readonly string[]>;
  /** Locks messages until the transaction ends, in the order of their ids, and returns them with their parts. */
  abstract lock(ids: readonly string[]): Promise<readonly WatchedMessage[]>;
  /** Stores what delivery changes of messages. Does not wait. */
  abstract save(messages: readonly Message[]): Promise<void>;
  /** Makes the next messages of conversations due whose first message no longer waits for a carrier. Does not wait. */
  abstract makeNextDue(messages: readonly Message[]): Promise<void>;

  /** Returns waiting messages that no carrier took in time, apart from `except`. */
  abstract expired(now: Date, limit: number, except: readonly string[]): Promise<readonly string[]>;
  /** Returns messages whose receipt did not arrive in time, apart from `except`. */
  abstract withoutReceipt(now: Date, limit: number, except: readonly string[]): Promise<readonly string[]>;
  /** Counts the messages of both kinds whose time was over before, at most 10,000 of each. */
  abstract countOverdue(before: Date): Promise<number>;
  /**
   * Returns receipts without a message, each with the only message with unknown parts that its carrier may mean. Those of
   * the last half minute are left: the answer with their id may be on its way.
   */
  abstract unmatched(now: Date, limit: number): Promise<readonly PartRecord[]>;
  /** Returns parts whose state is to be asked of the carrier, and when the next query of their messages is due. */
  abstract claimQueries(carrierId: string, now: Date, limit: number): Promise<readonly PartQuery[]>;
  /** Returns the carriers that due messages wait for; null: those without a carrier. */
  abstract waitedFor(now: Date): Promise<readonly (string | null)[]>;
  /** Returns due messages that wait for the carrier, the longest due first. */
  abstract waitingFor(page: QueuePage): Promise<readonly QueuedMessage[]>;
  /** Gives messages that still wait for the carrier another one. */
  abstract move(
    from: string | null,
    messages: readonly { readonly id: string; readonly carrierId: string }[],
  ): Promise<void>;
  /** Deletes parts that were created before. Returns how many. */
  abstract pruneParts(before: Date, limit: number): Promise<number>;
  /** Deletes the bodies of messages that were created before and wait for no carrier. Returns how many. */
  abstract pruneBodies(before: Date, limit: number): Promise<number>;
}
