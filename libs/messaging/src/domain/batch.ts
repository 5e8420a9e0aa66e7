import type { Encoding } from './text/parts';

/** Recipients of a batch. */
export const BATCH_RECIPIENTS_MAX = 1_000;

/** A recipient that gets no message. */
export interface RefusedRecipient {
  /** The place among the recipients, from 0. */
  readonly index: number;
  /** As it was given. */
  readonly to: string;
  readonly code: string;
  readonly reason: string;
}

/** One text to many recipients, as it was accepted. Its messages name it. See docs/messages.md#batches. */
export interface Batch {
  readonly id: string;
  readonly accountId: string;
  readonly sender: string;
  readonly encoding: Encoding;
  /** Of each message. */
  readonly segments: number;
  /** Recipients, refused ones included. */
  readonly total: number;
  readonly refused: readonly RefusedRecipient[];
  readonly customerReference: string | null;
  readonly scheduledAt: Date | null;
  readonly createdAt: Date;
}
