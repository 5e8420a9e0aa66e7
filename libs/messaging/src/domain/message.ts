import type { Direction } from '@trunkline/kernel';
import type { MessageErrorCode } from './message-errors';
import type { Encoding } from './text/parts';

/** As customers read them. An inbound message is `received`; each other message moves forward only. See docs/messages.md#states. */
export const MESSAGE_STATUSES = ['queued', 'sent', 'delivered', 'undelivered', 'failed', 'received'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/**
 * Where a queued message is: `waiting` for a carrier, `submitting` while a worker hands it over, or `unknown` when that worker
 * or its connection was lost before the carrier's answer.
 */
export const MESSAGE_PHASES = ['waiting', 'submitting', 'unknown'] as const;
export type MessagePhase = (typeof MESSAGE_PHASES)[number];

/** A message is scheduled at most this far ahead. */
export const SCHEDULE_DAYS_MAX = 30;

/** A message that no carrier has taken fails after this time. */
export const VALIDITY_SECONDS = 4 * 3_600;

/** A text message, sent or received by a number of the account. */
export interface Message {
  readonly id: string;
  readonly accountId: string;
  readonly direction: Direction;
  /** E.164; of an inbound message also a short code or the name of a company. */
  readonly sender: string;
  readonly recipient: string;
  /** The number of the account. */
  readonly numberId: string;
  readonly status: MessageStatus;
  /** Set if and only if the message is queued. */
  readonly phase: MessagePhase | null;
  /** Sealed for the account under the id of the message. Null once it is deleted. */
  readonly bodySealed: string | null;
  readonly encoding: Encoding;
  readonly segments: number;
  /** Of a received message: parts of it have not arrived in time. */
  readonly incomplete: boolean;
  /** An answer to STOP, START or HELP, which is free. */
  readonly automatic: boolean;
  /** Held while the message is queued, charged when a carrier takes it; of a received message, charged when it is stored. */
  readonly priceCents: number;
  readonly customerReference: string | null;
  readonly batchId: string | null;
  readonly errorCode: MessageErrorCode | null;
  /** What the carrier said, for operators. */
  readonly carrierCode: string | null;
  readonly createdAt: Date;
  readonly scheduledAt: Date | null;
  readonly sentAt: Date | null;
  readonly deliveredAt: Date | null;
  /** When a waiting message is offered to a carrier next. */
  readonly dueAt: Date | null;
  /** A waiting message that no carrier has taken by then fails. */
  readonly expiresAt: Date | null;
  /** Times that the message was offered to all of its carriers. */
  readonly attempts: number;
  /** The carrier that is offered the message next, or has it. Null: none serves the recipient at the moment. */
  readonly carrierId: string | null;
  /** Carriers that refused the message: they are not asked again. */
  readonly refusedBy: readonly string[];
  /** Carriers that could not be reached in this attempt. */
  readonly passedOver: readonly string[];
  /** The lease under which a worker hands the message over. */
  readonly claimedBy: string | null;
  readonly claimedAt: Date | null;
  /** Of a message that a carrier has or may have: when the wait for a receipt ends. */
  readonly receiptUntil: Date | null;
  /** When the carrier is asked next for the state of a message that it took. */
  readonly queryAt: Date | null;
  /**
   * Of a message that a carrier took or may have taken: some of its parts have no known id, so that receipts are matched by its
   * numbers. Stays until `receiptUntil` when a receipt has decided the message: those of its other parts must not count for another.
   */
  readonly hasUnknownParts: boolean;
}

/** What a message has that no carrier was offered. */
export const NOT_OFFERED = {
  incomplete: false,
  automatic: false,
  customerReference: null,
  batchId: null,
  errorCode: null,
  carrierCode: null,
  scheduledAt: null,
  sentAt: null,
  deliveredAt: null,
  attempts: 0,
  refusedBy: [],
  passedOver: [],
  claimedBy: null,
  claimedAt: null,
  receiptUntil: null,
  queryAt: null,
  hasUnknownParts: false,
} as const satisfies Partial<Message>;
