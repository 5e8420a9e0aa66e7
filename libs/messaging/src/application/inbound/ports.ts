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

/** The parts of messages whose other parts are awaited. Each method joins the caller's transaction. */
export abstract class PartStore {
  /**
   * Stores a part, unless it was received before. Returns the message once all parts are there, once: no other transaction
   * handles parts of the same message meanwhile. A part that differs from the stored one with its number, as when a phone uses
   * a reference again, begins another message.
   */
  abstract add(carrierId: string, part: InboundPart & { readonly reference: number }): Promise<InboundMessage | null>;
  /** Takes messages whose first part was received before then, as they are: at most so many. */
  abstract takeStale(before: Date, limit: number): Promise<readonly InboundMessage[]>;
  /** Deletes the traces of messages received before then, by which repeated parts are recognised. Returns how many. */
  abstract prune(before: Date): Promise<number>;
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
  abstract add(message: InboundMessage): Promise<void>;
  abstract list(filter: UnclaimedFilter, page: PageRequest<'received_at'>): Promise<Page<UnclaimedMessage>>;
  /** Removes the message and returns it. Joins the transaction. Throws `not_found`. */
  abstract take(id: string): Promise<InboundMessage>;
  abstract count(): Promise<number>;
  /** Deletes those received before then. Returns how many. */
  abstract prune(before: Date): Promise<number>;
}
