import type { Page, PageRequest } from '@trunkline/kernel';
import type { Encoding } from '../../domain/text/parts';
import type { InboundPart } from '../carriers/ports';

/** A message with all of its parts, or with those that came in time. */
export interface InboundMessage {
  readonly carrierId: string;
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly encoding: Encoding;
  readonly segments: number;
  readonly isIncomplete: boolean;
  readonly receivedAt: Date;
}

/** A part of a message in several parts. */
export type NumberedPart = InboundPart & { readonly reference: number };

/** A stored part cannot be opened with the keys of the service. */
export class UnreadablePart extends Error {
  override readonly name = 'UnreadablePart';
}

/** The parts of messages whose other parts are awaited. Each method joins the caller's transaction. */
export abstract class PartStore {
  /**
   * Stores a part, unless it was received before. Returns the message once all parts are there, once: no other transaction
   * handles parts of the same message meanwhile. A part that differs from the stored one with its number, as when a phone uses
   * a reference again, begins another message. Throws `UnreadablePart`.
   */
  abstract add(carrierId: string, part: NumberedPart): Promise<InboundMessage | null>;
  /** Stores a part in the same way and does not join it with the others, which cannot be read now. */
  abstract keep(carrierId: string, part: NumberedPart): Promise<void>;
  /** Returns messages whose first part was received before then, the oldest first, but none that is to be tried again later. */
  abstract stale(before: Date, now: Date, limit: number): Promise<readonly string[]>;
  /** Takes a message as it is; null: another process has taken it. Throws `UnreadablePart`. */
  abstract take(id: string): Promise<InboundMessage | null>;
  /** Keeps a message that could not be taken or delivered, to be tried again after a pause that grows. */
  abstract failed(id: string, fault: string, now: Date): Promise<void>;
  /** Deletes the traces of messages received before then, by which repeated parts are recognised. Returns how many. */
  abstract prune(before: Date): Promise<number>;
  /** Deletes the parts of messages received before then that could not be delivered. Returns how many. */
  abstract pruneFailed(before: Date): Promise<number>;
}

/** A message to a number that no account has. */
export interface UnclaimedMessage {
  readonly id: string;
  readonly carrierId: string;
  readonly from: string;
  readonly to: string;
  readonly segments: number;
  readonly receivedAt: Date;
}

export interface UnclaimedFilter {
  readonly carrierId: string | null;
  readonly to: string | null;
}

/** Messages to numbers that no account has, for operators. */
export abstract class UnclaimedMessages {
  /** Changes nothing when a message with the id is kept already. */
  abstract add(id: string, message: InboundMessage): Promise<void>;
  abstract list(filter: UnclaimedFilter, page: PageRequest<'received_at'>): Promise<Page<UnclaimedMessage>>;
  /** Removes the message and returns it. Joins the transaction. Throws `not_found`. */
  abstract take(id: string): Promise<InboundMessage>;
  abstract count(): Promise<number>;
  /** Deletes those received before then. Returns how many. */
  abstract prune(before: Date): Promise<number>;
}
